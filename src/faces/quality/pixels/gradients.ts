/** Gradients by the Scharr kernels, borders reflected without repeating the edge. */
import type { Grey } from './luminance.ts';

/** Index of a pixel beyond the border: …2 1 | 0 1 2 … n−1 | n−2 n−3…. */
function reflect(index: number, length: number): number {
  if (length === 1) return 0;
  let i = index;
  while (i < 0 || i >= length) i = i < 0 ? -i : 2 * (length - 1) - i;
  return i;
}

/** Magnitude √(gx² + gy²) at every pixel; kernels −1 0 1 and 3 10 3, unnormalised. */
export function scharrMagnitude({ width, height, data }: Grey): Float64Array {
  const out = new Float64Array(width * height);
  for (let y = 0; y < height; y++) {
    const up = reflect(y - 1, height) * width;
    const at = y * width;
    const below = reflect(y + 1, height) * width;
    for (let x = 0; x < width; x++) {
      const l = reflect(x - 1, width);
      const r = reflect(x + 1, width);
      const gx =
        3 * (data[up + r]! - data[up + l]!) +
        10 * (data[at + r]! - data[at + l]!) +
        3 * (data[below + r]! - data[below + l]!);
      const gy =
        3 * (data[below + l]! - data[up + l]!) +
        10 * (data[below + x]! - data[up + x]!) +
        3 * (data[below + r]! - data[up + r]!);
      out[at + x] = Math.sqrt(gx * gx + gy * gy);
    }
  }
  return out;
}
