/** Difference hash of an image: compares the brightness of neighbouring areas, 256 bits. */
import type { Picture } from '../../image/picture.ts';

const ROWS = 16;
const COLUMNS = 16;

/** 32 bytes: whether each area is brighter than the next, 16 rows of 17 (dHash by N. Krawetz). */
export function differenceHash(picture: Picture): Uint8Array {
  const grid = luminanceGrid(picture, COLUMNS + 1, ROWS);
  const hash = new Uint8Array((ROWS * COLUMNS) / 8);
  for (let y = 0, bit = 0; y < ROWS; y++)
    for (let x = 0; x < COLUMNS; x++, bit++) {
      const at = y * (COLUMNS + 1) + x;
      if (grid[at]! > grid[at + 1]!) hash[bit >> 3]! |= 1 << (bit & 7);
    }
  return hash;
}

/** Bits in which two hashes differ, 0..256. */
export function hashDistance(a: Uint8Array, b: Uint8Array): number {
  let bits = 0;
  for (let i = 0; i < a.length; i++) for (let x = a[i]! ^ b[i]!; x !== 0; x &= x - 1) bits += 1;
  return bits;
}

/** Most sampled pixels along one side of a cell: enough for a steady mean. */
const SAMPLES = 16;

/** Mean green of each cell, 0..255, row by row. Green carries most of the luminance. */
export function luminanceGrid(
  { width, height, data }: Picture,
  columns: number,
  rows: number,
): Float64Array {
  const sums = new Float64Array(columns * rows);
  const counts = new Float64Array(columns * rows);
  const stepX = Math.max(1, Math.floor(width / columns / SAMPLES));
  const stepY = Math.max(1, Math.floor(height / rows / SAMPLES));
  for (let y = stepY >> 1; y < height; y += stepY) {
    const row = Math.floor((y * rows) / height) * columns;
    for (let x = stepX >> 1; x < width; x += stepX) {
      const cell = row + Math.floor((x * columns) / width);
      sums[cell]! += data[(y * width + x) * 3 + 1]!;
      counts[cell]! += 1;
    }
  }
  return sums.map((sum, cell) => sum / Math.max(1, counts[cell]!));
}
