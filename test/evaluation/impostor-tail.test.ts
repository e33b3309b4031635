/** The tail of impostor scores: scale and rare quantiles of a synthetic tail come back. */
import { expect, test } from 'vitest';
import { checkTail, fitTail, measureImpostors, scoreAt } from '../../evaluation/impostor-tail.ts';

/** Scores at evenly spaced probabilities of an exponential distribution, falling. */
const sample = (size: number, scale = 0.03) =>
  Float32Array.from({ length: size }, (_, k) => -scale * Math.log((k + 0.5) / size));

test('finds scale and rates far beyond the sample', () => {
  const { threshold, tail, from } = measureImpostors(sample(20_000).reverse());
  expect(tail.scale).toBeCloseTo(0.03, 3);
  expect(tail.share).toBe(0.05);
  for (const rate of [0.1, from, 1e-4, 1e-6])
    expect(threshold(rate) / (-0.03 * Math.log(rate))).toBeCloseTo(1, 2);
});

test('shows a fit next to its data', () => {
  const points = checkTail(sample(20_000).reverse());
  expect(points.map(({ pairs }) => pairs)).toEqual([1000, 300, 100, 30, 10, 3]);
  for (const { measured, fitted } of points) expect(measured / fitted).toBeCloseTo(1, 1);
});

test('a weight counts like as many copies', () => {
  const scores = sample(500);
  const weights = scores.map((_, k) => k % 3);
  const copies = [...scores].flatMap((score, k) => Array.from({ length: k % 3 }, () => score));
  const weighted = fitTail(scores, 0, 10_000, weights);
  const copied = fitTail(copies, 0, 10_000);
  expect(weighted.share).toBe(copied.share);
  expect(weighted.scale).toBeCloseTo(copied.scale, 12);
});

test('never asks for a score above 1', () => {
  expect(scoreAt({ above: 0.9, share: 0.01, scale: 0.5 }, 1e-6)).toBe(1);
});

test('refuses too few pairs', () => {
  expect(() => measureImpostors(sample(999).reverse())).toThrow('too few');
});
