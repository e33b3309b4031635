/** Made pictures that the vectors of the kernels are about. */
import type { Picture } from '../../../src/faces/image/picture.ts';

function picture(width: number, height: number, of: (x: number, y: number, c: number) => number) {
  const data = new Uint8Array(width * height * 3);
  for (let i = 0; i < data.length; i++) {
    const pixel = Math.floor(i / 3);
    data[i] = of(pixel % width, Math.floor(pixel / width), i % 3);
  }
  return { width, height, data } satisfies Picture;
}

/** Full of edges: v = (7x + 13y + 29c + 11·((x² + 3y²) / 32) + 5·((x/8) xor (y/8))) mod 256. */
export function noise(width: number, height: number): Picture {
  return picture(
    width,
    height,
    (x, y, c) =>
      (7 * x + 13 * y + 29 * c + 11 * ((x * x + 3 * y * y) >> 5) + 5 * ((x >> 3) ^ (y >> 3))) & 255,
  );
}
