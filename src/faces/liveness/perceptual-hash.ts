/** Hash of a whole image: enough numbers to recognise it, too few to show a person. */
import type { Picture } from '../image/picture.ts';

/** Side of the hash, a square of numbers. */
export const HASH_SIDE = 32;

/** Numbers along a side before they are smoothed. */
const FINE_SIDE = 2 * HASH_SIDE;
/** Steps of a number within one level of grey. */
const STEPS = 256;

/** HASH_SIDE² mean luminances by row, in 256ths of a grey level. Scaling hardly changes them. */
export function perceptualHashOf(picture: Picture): Uint16Array {
  const fine = smooth(smooth(areaMeans(picture, FINE_SIDE), FINE_SIDE), FINE_SIDE);
  const hash = new Uint16Array(HASH_SIDE ** 2);
  for (let y = 0; y < HASH_SIDE; y++)
    for (let x = 0; x < HASH_SIDE; x++) {
      const at = 2 * y * FINE_SIDE + 2 * x;
      const sum = fine[at]! + fine[at + 1]! + fine[at + FINE_SIDE]! + fine[at + FINE_SIDE + 1]!;
      hash[y * HASH_SIDE + x] = Math.round((sum / 4) * STEPS);
    }
  return hash;
}

/** Mean green (most of the luminance) of side² equal areas, whose edges may cut pixels. */
function areaMeans({ width, height, data }: Picture, side: number): Float64Array {
  /** Sums of the areas of a row over all rows above. */
  const above = new Float64Array((height + 1) * side);
  const edges = Float64Array.from({ length: side }, (_, i) => ((i + 1) * width) / side);
  for (let y = 0; y < height; y++) {
    let pixel = y * width * 3 + 1;
    let sum = 0;
    let left = 0;
    for (let i = 0, x = 0; i < side; i++) {
      const edge = edges[i]!;
      const whole = Math.floor(edge);
      for (; x < whole; x++, pixel += 3) sum += data[pixel]!;
      const right = edge === whole ? sum : sum + (edge - whole) * data[pixel]!;
      above[(y + 1) * side + i] = above[y * side + i]! + right - left;
      left = right;
    }
  }
  const area = (width / side) * (height / side);
  return Float64Array.from({ length: side * side }, (_, at) => {
    const [row, i] = [Math.floor(at / side), at % side];
    const top = between(above, (row * height) / side, i, side);
    return (between(above, ((row + 1) * height) / side, i, side) - top) / area;
  });
}

/** Value of running sums between two of their places. Consecutive sums lie `stride` apart. */
function between(sums: Float64Array, place: number, offset: number, stride: number): number {
  const whole = Math.floor(place);
  const lower = sums[whole * stride + offset]!;
  const part = place - whole;
  return part === 0 ? lower : lower + part * (sums[(whole + 1) * stride + offset]! - lower);
}

/** Smoothed along rows and columns (1 4 6 4 1). The outermost number continues beyond the edge. */
function smooth(grid: Float64Array, side: number): Float64Array {
  const along = (from: Float64Array, stride: number, across: number) => {
    const to = new Float64Array(from.length);
    const last = side - 1;
    for (let line = 0; line < side; line++) {
      const start = line * across;
      for (let i = 0; i < side; i++) {
        const before = from[start + Math.max(0, i - 2) * stride]!;
        const left = from[start + Math.max(0, i - 1) * stride]!;
        const middle = from[start + i * stride]!;
        const right = from[start + Math.min(last, i + 1) * stride]!;
        const after = from[start + Math.min(last, i + 2) * stride]!;
        to[start + i * stride] = (before + 4 * left + 6 * middle + 4 * right + after) / 16;
      }
    }
    return to;
  };
  return along(along(grid, 1, side), side, 1);
}
