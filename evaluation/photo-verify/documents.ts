/** Effects of documents on a photo: a page around it, printing dots, hologram stripes. */
import type { Picture } from '../../src/faces/image/picture.ts';

/** A page of A4 around the photo (35 × 45 mm of it), with lines of print. */
export function documentPage(photo: Picture): Picture {
  const width = photo.width * 6;
  const height = Math.round(width * Math.SQRT2);
  const data = new Uint8Array(width * height * 3).fill(236);
  const [left, top] = [photo.width, photo.width * 2];
  const line = Math.max(6, Math.round(photo.width / 8));
  for (let y = line * 3; y < height - line * 3; y++) {
    if (y % (line * 2) >= line * 0.7) continue;
    for (let x = line * 3; x < width - line * 3; x++) {
      const letter = (x * 7 + Math.floor(y / (line * 2)) * 13) % line < line * 0.55;
      if (letter) data.fill(70, (y * width + x) * 3, (y * width + x) * 3 + 3);
    }
  }
  const margin = line;
  for (let y = -margin; y < photo.height + margin; y++) {
    const row = ((top + y) * width + left) * 3;
    data.fill(240, row - margin * 3, row + (photo.width + margin) * 3);
    if (y >= 0 && y < photo.height)
      data.set(photo.data.subarray(y * photo.width * 3, (y + 1) * photo.width * 3), row);
  }
  return { width, height, data };
}

/** Screen angles of cyan, magenta and yellow in degrees, as offset printing has them. */
const ANGLES = [15, 75, 0] as const;

/** Dots of three inks on paper, `period` pixels apart. Dark places have large dots. */
export function halftone({ width, height, data }: Picture, period: number): Picture {
  const out = new Uint8Array(data.length);
  const screens = ANGLES.map((angle) => {
    const radians = (angle * Math.PI) / 180;
    const [c, s] = [
      (Math.cos(radians) * 2 * Math.PI) / period,
      (Math.sin(radians) * 2 * Math.PI) / period,
    ];
    return (x: number, y: number) => (2 + Math.cos(x * c + y * s) + Math.cos(y * c - x * s)) / 4;
  });
  for (let y = 0, o = 0; y < height; y++)
    for (let x = 0; x < width; x++)
      for (const screen of screens) {
        out[o] = screen(x, y) < 1 - data[o]! / 255 ? 40 : 245;
        o++;
      }
  return { width, height, data: out };
}

/** Bright, half-transparent stripes in rainbow colours across the photo. */
export function hologram({ width, height, data }: Picture, random: () => number): Picture {
  const out = new Uint8Array(data.length);
  const [slant, phase] = [0.4 + 0.6 * random(), random() * width];
  const period = width / 5;
  for (let y = 0, o = 0; y < height; y++)
    for (let x = 0; x < width; x++, o += 3) {
      const along = (x + slant * y + phase) / period;
      const within = along % 1;
      const strength = within < 0.45 ? 0.45 * Math.sin((within / 0.45) * Math.PI) : 0;
      for (let c = 0; c < 3; c++) {
        const colour = 170 + 85 * Math.cos(2 * Math.PI * (along * 0.9 + c / 3));
        out[o + c] = data[o + c]! * (1 - strength) + colour * strength;
      }
    }
  return { width, height, data: out };
}
