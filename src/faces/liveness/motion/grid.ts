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
