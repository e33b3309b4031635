/** The numbers by which a picture is known again, held against their definition. */
import { expect, it } from 'vitest';
import type { Picture } from '../../../src/faces/image/picture.ts';
import { HASH_SIDE, perceptualHashOf } from '../../../src/faces/liveness/perceptual-hash.ts';
import { noise } from '../quality/pictures.ts';

const SIDE = 2 * HASH_SIDE;

/** Mean green of an area whose edges may cut pixels. */
function meanGreen({ width, height, data }: Picture, column: number, row: number): number {
  const overlap = (at: number, from: number, to: number) =>
    Math.max(0, Math.min(at + 1, to) - Math.max(at, from));
  const [left, right] = [(column * width) / SIDE, ((column + 1) * width) / SIDE];
  const [top, bottom] = [(row * height) / SIDE, ((row + 1) * height) / SIDE];
  let sum = 0;
  for (let y = Math.floor(top); y < bottom; y++)
    for (let x = Math.floor(left); x < right; x++)
      sum += data[(y * width + x) * 3 + 1]! * overlap(x, left, right) * overlap(y, top, bottom);
  return sum / ((right - left) * (bottom - top));
}

/** Smoothed by 1 4 6 4 1 along rows and columns, the border repeated. */
function smoothed(grid: readonly number[]): number[] {
  const inside = (at: number) => Math.min(SIDE - 1, Math.max(0, at));
  const along = (from: readonly number[], dx: number, dy: number) =>
    from.map((_, at) => {
      const [x, y] = [at % SIDE, Math.floor(at / SIDE)];
      const near = [-2, -1, 0, 1, 2].map((k) => inside(y + k * dy) * SIDE + inside(x + k * dx));
      return [1, 4, 6, 4, 1].reduce((sum, weight, k) => sum + weight * from[near[k]!]!, 0) / 16;
    });
  return along(along(grid, 1, 0), 0, 1);
}

it.each([
  [128, 128],
  [101, 77],
  [50, 190],
])('of %i × %i pixels are means of smoothed areas', (width, height) => {
  const picture = noise(width, height);
  const means = Array.from({ length: SIDE ** 2 }, (_, at) =>
    meanGreen(picture, at % SIDE, Math.floor(at / SIDE)),
  );
  const fine = smoothed(smoothed(means));
  const hash = perceptualHashOf(picture);
  for (const [at, value] of hash.entries()) {
    const first = 2 * Math.floor(at / HASH_SIDE) * SIDE + 2 * (at % HASH_SIDE);
    const four = [first, first + 1, first + SIDE, first + SIDE + 1].map((k) => fine[k]!);
    const mean = four.reduce((sum, each) => sum + each, 0) / 4;
    expect(Math.abs(value - mean * 256)).toBeLessThanOrEqual(0.5001);
  }
});
