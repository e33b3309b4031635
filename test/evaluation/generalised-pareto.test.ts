/** The tail fit: parameters and quantiles of synthetic tails come back. */
import { describe, expect, test } from 'vitest';
import {
  excessAt,
  fitGeneralisedPareto,
  type GeneralisedPareto,
} from '../../evaluation/generalised-pareto.ts';

/** Excesses at evenly spaced probabilities, falling: a sample without chance. */
function idealSample(shape: number, scale: number, size: number): number[] {
  return Array.from({ length: size }, (_, k) => excessAt({ shape, scale }, (k + 0.5) / size));
}

/** The share (0..1) of excesses above `excess`. */
function survivalAt({ shape, scale }: GeneralisedPareto, excess: number): number {
  if (Math.abs(shape) < 1e-9) return Math.exp(-excess / scale);
  return (1 + (shape * excess) / scale) ** (-1 / shape);
}

describe('fitGeneralisedPareto', () => {
  test.each([
    [-0.4, 0.02],
    [-0.1, 0.007],
    [0, 1],
    [0.2, 3],
  ])('finds shape %d and scale %d', (shape, scale) => {
    const fit = fitGeneralisedPareto(idealSample(shape, scale, 20_000));
    expect(fit.shape).toBeCloseTo(shape, 2);
    expect(fit.scale / scale).toBeCloseTo(1, 2);
  });

  test('estimates rates far beyond the sample', () => {
    const truth = { shape: -0.1, scale: 0.007 };
    const fit = fitGeneralisedPareto(idealSample(-0.1, 0.007, 1000));
    for (const probability of [0.1, 0.01, 1e-3, 1e-4])
      expect(survivalAt(truth, excessAt(fit, probability)) / probability).toBeCloseTo(1, 0);
  });

  test('a weight counts like as many copies', () => {
    const sample = idealSample(-0.2, 1, 500);
    const weights = sample.map((_, k) => k % 3);
    const copies = sample.flatMap((excess, k) => Array.from({ length: k % 3 }, () => excess));
    const weighted = fitGeneralisedPareto(sample, weights);
    const copied = fitGeneralisedPareto(copies);
    expect(weighted.shape).toBeCloseTo(copied.shape, 2);
    expect(weighted.scale).toBeCloseTo(copied.scale, 2);
  });

  test('refuses what has no tail', () => {
    expect(() => fitGeneralisedPareto([])).toThrow('too few');
    expect(() => fitGeneralisedPareto([0, 0, 0])).toThrow('too few');
  });
});

test.each([-0.3, 0, 0.3])('excess and survival undo each other (shape %d)', (shape) => {
  const tail = { shape, scale: 2 };
  for (const probability of [1, 0.5, 0.01])
    expect(survivalAt(tail, excessAt(tail, probability))).toBeCloseTo(probability, 12);
});
