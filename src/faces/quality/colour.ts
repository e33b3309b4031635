/** Natural colour: distance of the cheeks' colour from colours of skin (CIELAB, D50). */
import type { Picture } from '../image/picture.ts';
import { squareInFrame } from './light.ts';
import { sigmoid } from './mapping.ts';
import type { Measure } from './measure.ts';
import { FRAME } from './pixels/alignment.ts';
import { linear } from './pixels/luminance.ts';
import type { AlignedFace } from './prepared-face.ts';
import { cheekSquares } from './wflw.ts';

/** The constant of the reference implementation; the CIE's is 24389 / 27. */
const KAPPA = 24289 / 27;

const compress = (t: number) => (t > 216 / 24389 ? Math.cbrt(t) : (KAPPA * t + 16) / 116);

/** Chromaticity of a mean sRGB colour, channels 0..255. */
export function labChroma([red, green, blue]: readonly [number, number, number]): {
  a: number;
  b: number;
} {
  const [r, g, v] = [linear(red / 255), linear(green / 255), linear(blue / 255)];
  const x = (0.43605 * r + 0.38508 * g + 0.14309 * v) / 0.964221;
  const y = 0.22249 * r + 0.71689 * g + 0.06062 * v;
  const z = (0.01393 * r + 0.0971 * g + 0.71419 * v) / 0.825211;
  return { a: 500 * (compress(x) - compress(y)), b: 200 * (compress(y) - compress(z)) };
}

/** Distance from the range of skin, 5 ≤ a ≤ 25 and 5 ≤ b ≤ 35; 100 for impossible colours. */
export function skinDistance({ a, b }: { readonly a: number; readonly b: number }): number {
  if (a < 0 || b < 0) return 100;
  return Math.hypot(Math.max(0, 5 - a, a - 25), Math.max(0, 5 - b, b - 35));
}

function isGrey({ data }: Picture): boolean {
  for (let p = 0; p < data.length; p += 3)
    if (data[p] !== data[p + 1] || data[p] !== data[p + 2]) return false;
  return true;
}

function cheekColour({ picture, region, landmarks }: AlignedFace): number {
  if (isGrey(picture)) return 0;
  const { corners, side } = cheekSquares(landmarks);
  if (side === 0 || corners.some(({ x, y }) => !squareInFrame(x, y, side))) return Number.NaN;
  const sum: [number, number, number] = [0, 0, 0];
  for (const { x, y } of corners)
    for (let row = y; row < y + side; row++)
      for (let column = x; column < x + side; column++) {
        const at = row * FRAME + column;
        if (region.data[at] === 0) continue;
        for (let c = 0; c < 3; c++) sum[c as 0 | 1 | 2] += picture.data[at * 3 + c]!;
      }
  const count = 2 * side * side;
  return skinDistance(labChroma([sum[0] / count, sum[1] / count, sum[2] / count]));
}

export const COLOUR = {
  NaturalColour: {
    id: 0x4b,
    group: 'capture',
    about: 'Whether the cheeks have a colour that skin has.',
    advice: 'The colours are off: use white light and no filter.',
    toScalar: sigmoid(200, 1, -1, 0, 10),
    estimate: ({ aligned }) => cheekColour(aligned),
  },
} satisfies Record<string, Measure>;
