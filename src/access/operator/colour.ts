/** Makes an operator's colours readable in both themes of the pages. */

type Rgb = readonly [number, number, number];

const LIGHT: Rgb = [255, 255, 255];
const DARK: Rgb = [18, 21, 26];
/** Least contrast of text: WCAG 2.2, success criterion 1.4.3. */
const LEAST_CONTRAST = 4.5;
const STEPS = 20;

/** The colour for a light and a dark background, made darker or lighter until it is readable. */
export function readableColours(colour: string): { readonly light: string; readonly dark: string } {
  const rgb = parse(colour);
  return { light: towards(rgb, [0, 0, 0], LIGHT), dark: towards(rgb, [255, 255, 255], DARK) };
}

function towards(from: Rgb, to: Rgb, ground: Rgb): string {
  for (let step = 0; step <= STEPS; step++) {
    const mixed = mix(from, to, step / STEPS);
    if (contrast(mixed, ground) >= LEAST_CONTRAST + 0.5) return format(mixed);
  }
  return format(to);
}

const parse = (colour: string) =>
  [1, 3, 5].map((at) => Number.parseInt(colour.slice(at, at + 2), 16)) as unknown as Rgb;
const format = (rgb: Rgb) =>
  `#${rgb.map((value) => Math.round(value).toString(16).padStart(2, '0')).join('')}`;
const mix = (a: Rgb, b: Rgb, share: number) =>
  a.map((value, i) => value + (b[i]! - value) * share) as unknown as Rgb;

/** Contrast ratio of two colours, 1..21 (WCAG 2.2, “contrast ratio”). */
export function contrast(a: Rgb, b: Rgb): number {
  const [dark, light] = [luminance(a), luminance(b)].sort((x, y) => x - y) as [number, number];
  return (light + 0.05) / (dark + 0.05);
}

function luminance(rgb: Rgb): number {
  const [red, green, blue] = rgb.map((value) => {
    const share = value / 255;
    return share <= 0.04045 ? share / 12.92 : ((share + 0.055) / 1.055) ** 2.4;
  }) as [number, number, number];
  return 0.2126 * red + 0.7152 * green + 0.0722 * blue;
}
