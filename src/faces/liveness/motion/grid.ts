/** Arithmetic on square grids of numbers, row by row. */

/** A square grid; its side is the root of its length. */
export type Grid = Float32Array;

/** Binomial smoothing along rows and columns, `rounds` times; the border repeats. */
export function smooth(grid: Grid, side: number, rounds: number): Grid {
  const buffers = [new Float32Array(grid.length), new Float32Array(grid.length)] as const;
  let from = grid;
  for (let pass = 0; pass < rounds * 2; pass++) {
    const alongRows = pass % 2 === 0;
    const [stride, across] = alongRows ? [1, side] : [side, 1];
    const to = alongRows ? buffers[0] : buffers[1];
    for (let line = 0; line < side; line++) {
      let i = line * across;
      let here = from[i]!;
      let before = here;
      for (let k = 1; k < side; k++, i += stride) {
        const after = from[i + stride]!;
        to[i] = (before + 2 * here + after) / 4;
        before = here;
        here = after;
      }
      to[i] = (before + 3 * here) / 4;
    }
    from = to;
  }
  return from;
}

/** Central differences along rows and along columns, zero at the border. */
export function gradients(grid: Grid, side: number): [Grid, Grid] {
  const dx = new Float32Array(grid.length);
  const dy = new Float32Array(grid.length);
  for (let y = 1; y < side - 1; y++)
    for (let x = 1; x < side - 1; x++) {
      const i = y * side + x;
      dx[i] = (grid[i + 1]! - grid[i - 1]!) / 2;
      dy[i] = (grid[i + side]! - grid[i - side]!) / 2;
    }
  return [dx, dy];
}

/** Means of 2 × 2 numbers. */
export function halve(grid: Grid, side: number): Grid {
  const half = side / 2;
  const out = new Float32Array(half * half);
  for (let y = 0; y < half; y++)
    for (let x = 0; x < half; x++) {
      const i = 2 * (y * side + x);
      out[y * half + x] = (grid[i]! + grid[i + 1]! + grid[i + side]! + grid[i + side + 1]!) / 4;
    }
  return out;
}

/** A grid of twice the side, between whose numbers it is interpolated. */
export function double(grid: Grid, side: number): Grid {
  const out = new Float32Array(grid.length * 4);
  for (let y = 0, i = 0; y < side * 2; y++)
    for (let x = 0; x < side * 2; x++, i++)
      out[i] = valueAt(grid, side, (x - 0.5) / 2, (y - 0.5) / 2);
  return out;
}

/** The number at a place between four; beyond the border the outermost one. */
export function valueAt(grid: Grid, side: number, x: number, y: number): number {
  const last = side - 1.001;
  const cx = Math.max(0, Math.min(last, x));
  const cy = Math.max(0, Math.min(last, y));
  const column = cx | 0;
  const row = cy | 0;
  const p = row * side + column;
  const q = p + side;
  const fx = cx - column;
  const top = grid[p]! + (grid[p + 1]! - grid[p]!) * fx;
  const bottom = grid[q]! + (grid[q + 1]! - grid[q]!) * fx;
  return top + (bottom - top) * (cy - row);
}

/** Sums over squares of 2 × reach + 1 numbers a side, cut off at the border. */
export function boxSums(grid: Grid, side: number, reach: number): Grid {
  return runningSums(runningSums(grid, side, reach, 1, side), side, reach, side, 1);
}

function runningSums(grid: Grid, side: number, reach: number, stride: number, across: number) {
  const out = new Float32Array(grid.length);
  for (let line = 0; line < side; line++) {
    const start = line * across;
    let sum = 0;
    for (let k = -reach; k < side; k++) {
      if (k + reach < side) sum += grid[start + (k + reach) * stride]!;
      if (k - reach > 0) sum -= grid[start + (k - reach - 1) * stride]!;
      if (k >= 0) out[start + k * stride] = sum;
    }
  }
  return out;
}
