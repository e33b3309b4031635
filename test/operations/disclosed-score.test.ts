/** What a caller is told of a comparison tells no way in. */
import { describe, expect, it } from 'vitest';
import { disclosedScore } from '../../src/operations/disclosed-score.ts';

const FINE = { coarse: false };
const COARSE = { coarse: true };
const told = (score: number, threshold: number, options = FINE) =>
  disclosedScore({ score, threshold, accepted: score >= threshold }, options);
const range = (from: number, to: number) =>
  Array.from({ length: 1000 }, (_, i) => from + ((to - from) * i) / 1000);

describe.each([0.5, 0.9, 0.31, 1e-3, 3e-7])('with a threshold of score %d', (threshold) => {
  const refused = range(0, threshold).map((score) => told(score, threshold));

  it('a refused comparison has one of four steps, or one for others than the client', () => {
    expect(new Set(refused).size).toBe(4);
    expect(new Set(range(0, threshold).map((s) => told(s, threshold, COARSE))).size).toBe(1);
  });

  it('no step reaches the threshold, none is 0, and they keep their order', () => {
    for (const score of refused) expect(score > 0 && score < threshold).toBe(true);
    expect(refused).toEqual(refused.toSorted((p, q) => p - q));
  });

  it('an accepted one is above every step', () => {
    const highest = Math.max(...refused);
    for (const score of range(threshold, 1)) {
      expect(told(score, threshold)).toBeGreaterThan(highest);
      expect(told(score, threshold, COARSE)).toBeGreaterThan(highest);
    }
  });
});

it('an accepted comparison has four digits, or one step for others than the client', () => {
  expect(told(0.912345678, 0.5)).toBe(0.9123);
  expect(told(0.912345678, 0.5, COARSE)).toBe(0.75);
  expect(new Set(range(0.5, 1).map((score) => told(score, 0.5, COARSE))).size).toBe(1);
});

it('a slightly better score gets the same answer anywhere', () => {
  const steps = range(0, 0.5).filter((s) => told(s, 0.5) !== told(s + 0.5e-3, 0.5));
  expect(steps.length).toBeLessThanOrEqual(4);
});
