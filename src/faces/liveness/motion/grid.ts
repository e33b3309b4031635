/** Arithmetic on square grids of numbers, row by row. */

/** A square grid; its side is the root of its length. */
export type Grid = Float32Array;

/** Binomial smoothing along rows and columns, `rounds` times. The border repeats. */
export function smooth(grid: Grid, side: number, rounds: number): Grid {
  const rows = new Float32Array(grid.length);
  const out = new Float32Array(grid.length);
  let from = grid;
  for (let round = 0; round < rounds; round++) {
    smoothRows(from, side, rows);
    smoothColumns(rows, side, out);
    from = out;
  }
  return from;
}

function smoothRows(from: Grid, side: number, to: Grid): void {
  for (let i = 0; i < from.length; ) {
    let here = from[i]!;
    let before = here;
    for (const last = i + side - 1; i < last; i++) {
      const after = from[i + 1]!;
      to[i] = (before + 2 * here + after) / 4;
      before = here;
      here = after;
    }
    to[i++] = (before + 3 * here) / 4;
  }
}

/** Row by row, in the order of memory. */
function smoothColumns(from: Grid, side: number, to: Grid): void {
  const last = from.length - side;
  for (let i = 0; i < side; i++) to[i] = (3 * from[i]! + from[i + side]!) / 4;
  for (let i = side; i < last; i++) to[i] = (from[i - side]! + 2 * from[i]! + from[i + side]!) / 4;
  for (let i = last; i < from.length; i++) to[i] = (from[i - side]! + 3 * from[i]!) / 4;
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

/** A grid of twice the side, interpolated. */
export function double(grid: Grid, side: number): Grid {
  const out = new Float32Array(grid.length * 4);
  for (let y = 0, i = 0; y < side * 2; y++)
    for (let x = 0; x < side * 2; x++, i++)
      out[i] = valueAt(grid, side, (x - 0.5) / 2, (y - 0.5) / 2);
  return out;
}

/** The interpolated number at a place. Beyond the border, the nearest number. */
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

/** Products of the numbers at the same places. */
export function multiply(one: Grid, other: Grid): Grid {
  const out = new Float32Array(one.length);
  for (let i = 0; i < out.length; i++) out[i] = one[i]! * other[i]!;
  return out;
}

/** Sums over squares with 2 × reach + 1 numbers a side, cut off at the border. */
export function boxSums(grid: Grid, side: number, reach: number): Grid {
  const rows = new Float32Array(grid.length);
  for (let start = 0; start < grid.length; start += side) {
    let sum = 0;
    for (let k = -reach; k < side; k++) {
      if (k + reach < side) sum += grid[start + k + reach]!;
      if (k > reach) sum -= grid[start + k - reach - 1]!;
      if (k >= 0) rows[start + k] = sum;
    }
  }
  return columnSums(rows, side, reach);
}

/** Row by row, in the order of memory. */
function columnSums(rows: Grid, side: number, reach: number): Grid {
  const out = new Float32Array(rows.length);
  const sums = new Float64Array(side);
  for (let k = -reach; k < side; k++) {
    const entering = (k + reach) * side;
    if (k + reach < side) for (let x = 0; x < side; x++) sums[x]! += rows[entering + x]!;
    const leaving = (k - reach - 1) * side;
    if (k > reach) for (let x = 0; x < side; x++) sums[x]! -= rows[leaving + x]!;
    if (k >= 0) for (let x = 0; x < side; x++) out[k * side + x] = sums[x]!;
  }
  return out;
}

/** How many numbers each sum of `boxSums` covers. */
export function boxCounts(side: number, reach: number): Grid {
  const along = Float32Array.from(
    { length: side },
    (_, k) => Math.min(side - 1, k + reach) - Math.max(0, k - reach) + 1,
  );
  const out = new Float32Array(side * side);
  for (let y = 0, i = 0; y < side; y++)
    for (let x = 0; x < side; x++, i++) out[i] = along[y]! * along[x]!;
  return out;
}
