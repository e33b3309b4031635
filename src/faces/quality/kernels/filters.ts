/** Separable filters with borders reflected without repeating the edge; unnormalised, in double. */
import { reflect } from './gradients.ts';
import type { Grey } from './luminance.ts';

/** A plane of numbers, row-major. */
export interface Plane {
  readonly width: number;
  readonly height: number;
  readonly data: Float64Array;
}

export function planeOf({ width, height, data }: Grey): Plane {
  return { width, height, data: Float64Array.from(data) };
}

function filterRows({ width, height, data }: Plane, kernel: readonly number[]): Plane {
  const half = kernel.length >> 1;
  const columns = Int32Array.from({ length: width + 2 * half }, (_, i) => reflect(i - half, width));
  const out = new Float64Array(data.length);
  for (let y = 0; y < height; y++) {
    const row = y * width;
    for (let x = 0; x < width; x++) {
      let sum = 0;
      for (let k = 0; k < kernel.length; k++) sum += kernel[k]! * data[row + columns[x + k]!]!;
      out[row + x] = sum;
    }
  }
  return { width, height, data: out };
}

function filterColumns({ width, height, data }: Plane, kernel: readonly number[]): Plane {
  const half = kernel.length >> 1;
  const out = new Float64Array(data.length);
  for (let y = 0; y < height; y++) {
    const to = y * width;
    for (let k = 0; k < kernel.length; k++) {
      const weight = kernel[k]!;
      const from = reflect(y + k - half, height) * width;
      for (let x = 0; x < width; x++) out[to + x]! += weight * data[from + x]!;
    }
  }
  return { width, height, data: out };
}

/** Filters across by one kernel and down by the other. */
export function filterSeparably(
  plane: Plane,
  across: readonly number[],
  down: readonly number[],
): Plane {
  return filterColumns(filterRows(plane, across), down);
}

/** 3 × 3 Gaussian 1-2-1, rounded to whole numbers. */
export function gaussian3(plane: Plane): Plane {
  const { width, height, data } = filterSeparably(plane, [1, 2, 1], [1, 2, 1]);
  return { width, height, data: data.map((sum) => (sum + 8) >> 4) };
}

/** Mean over side × side pixels, rounded to whole numbers. */
export function boxBlur(plane: Plane, side: number): Plane {
  const ones = Array.from({ length: side }, () => 1);
  const { width, height, data } = filterSeparably(plane, ones, ones);
  return { width, height, data: data.map((sum) => Math.round(sum / (side * side))) };
}
