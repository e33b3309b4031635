/** A whole picture in few numbers: enough to know it again, too few to show anybody. */
import type { Picture } from '../image/picture.ts';

/** Side of the square of numbers that the hash is. */
export const HASH_SIDE = 32;

/** Numbers along a side before they are smoothed. */
const FINE_SIDE = 2 * HASH_SIDE;
/** Steps of a number within one level of grey. */
const STEPS = 256;

/**
 * HASH_SIDE² mean luminances in rows, in 256ths of a level of grey: exact means of smoothed areas,
 * so that scaling, compression and a cut pixel change them little and steadily.
 */
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

/** Mean green of side² equal areas, whose edges may cut pixels: green carries most of the luminance. */
function areaMeans({ width, height, data }: Picture, side: number): Float64Array {
  /** Sums of the areas of a row, of all rows above. */
  const above = new Float64Array((height + 1) * side);
  const before = new Float64Array(width + 1);
  for (let y = 0; y < height; y++) {
    for (let x = 0; x < width; x++) before[x + 1] = before[x]! + data[(y * width + x) * 3 + 1]!;
    for (let i = 0, left = 0; i < side; i++) {
      const right = between(before, ((i + 1) * width) / side, 0, 1);
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

/** Value of running sums at a place between two of them; each lies `stride` after the one before. */
function between(sums: Float64Array, place: number, offset: number, stride: number): number {
  const whole = Math.floor(place);
  const lower = sums[whole * stride + offset]!;
  const part = place - whole;
  return part === 0 ? lower : lower + part * (sums[(whole + 1) * stride + offset]! - lower);
}

const BINOMIAL = [1, 4, 6, 4, 1] as const;

/** Smoothed along rows and columns; beyond the edge the outermost number goes on. */
function smooth(grid: Float64Array, side: number): Float64Array {
  const along = (from: Float64Array, stride: number, across: number) => {
    const to = new Float64Array(from.length);
    for (let line = 0; line < side; line++)
      for (let i = 0; i < side; i++) {
        let sum = 0;
        for (const [k, weight] of BINOMIAL.entries()) {
          const near = Math.min(side - 1, Math.max(0, i + k - 2));
          sum += weight * from[line * across + near * stride]!;
        }
        to[line * across + i * stride] = sum / 16;
      }
    return to;
  };
  return along(along(grid, 1, side), side, 1);
}
