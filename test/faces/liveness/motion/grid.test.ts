/** Arithmetic on grids, against the sums that its definitions say. */
import { expect, it } from 'vitest';
import { boxCounts, boxSums, smooth } from '../../../../src/faces/liveness/motion/grid.ts';

const SIDE = 7;
const grid = Float32Array.from({ length: SIDE ** 2 }, (_, i) => (i * 37) % 101);

/** A number of whole steps from x and y, if it lies in the grid. */
const at = (x: number, y: number) =>
  x < 0 || y < 0 || x >= SIDE || y >= SIDE ? undefined : grid[y * SIDE + x]!;

it.each([0, 1, 3, 9])('boxSums and boxCounts cover the squares of reach %i', (reach) => {
  const sums = boxSums(grid, SIDE, reach);
  const counts = boxCounts(SIDE, reach);
  for (let i = 0; i < grid.length; i++) {
    const inside: number[] = [];
    for (let dy = -reach; dy <= reach; dy++)
      for (let dx = -reach; dx <= reach; dx++) {
        const value = at((i % SIDE) + dx, Math.floor(i / SIDE) + dy);
        if (value !== undefined) inside.push(value);
      }
    expect(sums[i]).toBe(inside.reduce((sum, value) => sum + value, 0));
    expect(counts[i]).toBe(inside.length);
  }
});

it('smooth weighs neighbours 1, 2, 1 both ways; the border repeats', () => {
  const bounded = (value: number) => Math.max(0, Math.min(SIDE - 1, value));
  const once = smooth(grid, SIDE, 1);
  for (let i = 0; i < grid.length; i++) {
    let sum = 0;
    for (const [dy, down] of [1, 2, 1].entries())
      for (const [dx, across] of [1, 2, 1].entries())
        sum +=
          down * across * at(bounded((i % SIDE) + dx - 1), bounded(Math.floor(i / SIDE) + dy - 1))!;
    expect(once[i]).toBeCloseTo(sum / 16, 4);
  }
  expect(smooth(grid, SIDE, 0)).toBe(grid);
  expect(smooth(once, SIDE, 1)).toEqual(smooth(grid, SIDE, 2));
});
