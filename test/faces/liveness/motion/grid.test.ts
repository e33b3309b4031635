/** Arithmetic on grids, against the sums that its definition says. */
import { expect, it } from 'vitest';
import { smooth } from '../../../../src/faces/liveness/motion/grid.ts';

const SIDE = 7;
const grid = Float32Array.from({ length: SIDE ** 2 }, (_, i) => (i * 37) % 101);

const at = (x: number, y: number) => grid[y * SIDE + x]!;

it('smooth weighs neighbours 1, 2, 1 both ways; the border repeats', () => {
  const bounded = (value: number) => Math.max(0, Math.min(SIDE - 1, value));
  const once = smooth(grid, SIDE, 1);
  for (let i = 0; i < grid.length; i++) {
    let sum = 0;
    for (const [dy, down] of [1, 2, 1].entries())
      for (const [dx, across] of [1, 2, 1].entries())
        sum +=
          down * across * at(bounded((i % SIDE) + dx - 1), bounded(Math.floor(i / SIDE) + dy - 1));
    expect(once[i]).toBeCloseTo(sum / 16, 4);
  }
  expect(smooth(grid, SIDE, 0)).toBe(grid);
  expect(smooth(once, SIDE, 1)).toEqual(smooth(grid, SIDE, 2));
});
