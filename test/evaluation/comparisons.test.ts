/** Scores of all pairs and the error rates read off them, against plain counting. */
import { describe, expect, test } from 'vitest';
import { compareAll, compareListed } from '../../evaluation/comparisons.ts';
import {
  countAbove,
  equalErrorRate,
  shareAtOrAbove,
  thresholdAt,
  tradeOff,
} from '../../evaluation/error-rates.ts';
import { scoreAllPairs } from '../../evaluation/pair-scores.ts';
import { deviate } from '../../evaluation/report/charts.ts';
import { intervalOf } from '../../evaluation/subject-bootstrap.ts';
import { cosine } from '../../src/faces/encoding/compare.ts';
import { syntheticPeople } from './synthetic.ts';

const nothing = () => false;
const { features, people } = syntheticPeople(60, 3, { dimension: 33 });
const scores = await scoreAllPairs(features);

describe('scoreAllPairs', () => {
  test("gives the service's score of every pair within 1e-6", () => {
    for (let i = 0; i < features.length; i++)
      for (let j = 0; j < features.length; j++)
        if (i !== j)
          expect(Math.abs(scores.of(i, j) - cosine(features[i]!, features[j]!))).toBeLessThan(1e-6);
  });

  test('of one vector returns no pairs', async () => {
    expect((await scoreAllPairs([features[0]!])).values).toHaveLength(0);
  });
});

describe('compareAll', () => {
  const comparisons = compareAll(scores, people, nothing);

  test('separates genuine from impostor comparisons and sorts both', () => {
    expect(comparisons.genuine.scores).toHaveLength(60 * 3);
    expect(comparisons.impostorScores).toHaveLength((180 * 179) / 2 - 180);
    expect(comparisons.genuine.scores).toEqual(comparisons.genuine.scores.toSorted().reverse());
    expect(comparisons.impostorScores).toEqual(comparisons.impostorScores.toSorted());
    const { first, second, scores: top } = comparisons.topImpostors;
    expect(top[0]).toBe(comparisons.impostorScores.at(-1));
    expect(top[5]).toBe(scores.of(first[5]!, second[5]!));
  });

  test('omits comparisons of people who may be the same', () => {
    const pair = ['Person_3', 'Person_4'];
    const ignored = (p: string, q: string) => pair.includes(p) && pair.includes(q);
    const fewer = compareAll(scores, people, ignored);
    expect(fewer.impostorScores).toHaveLength(comparisons.impostorScores.length - 9);
    const once = new Float64Array(60).fill(1);
    expect(fewer.weighImpostors(once)).toBe(fewer.impostorScores.length);
  });

  test('weighs impostor pairs like counting them', () => {
    const weights = Float64Array.from({ length: 60 }, (_, person) => person % 4);
    let counted = 0;
    for (let i = 0; i < people.length; i++)
      for (let j = i + 1; j < people.length; j++) {
        const [p, q] = [comparisons.personOf[i]!, comparisons.personOf[j]!];
        if (p !== q) counted += weights[p]! * weights[q]!;
      }
    expect(comparisons.weighImpostors(weights)).toBe(counted);
  });
});

test('compareListed compares only the listed pairs', () => {
  const pairs = [
    { first: 0, second: 1, same: true },
    { first: 0, second: 3, same: false },
    { first: 6, second: 9, same: false },
  ];
  const listed = compareListed(pairs, features, people);
  expect(listed.genuine.scores).toHaveLength(1);
  expect(listed.impostorScores).toHaveLength(2);
  expect(listed.weighImpostors(new Float64Array(60).fill(2))).toBe(8);
});

describe('error rates', () => {
  const rising = Float32Array.from({ length: 1000 }, (_, k) => k / 1000);

  test('a threshold lets the intended share of impostors match', () => {
    for (const far of [0.1, 0.01, 0.001])
      expect(countAbove(rising, thresholdAt(rising, far)!)).toBe(Math.round(far * 1000));
    expect(thresholdAt(rising, 0.0001)).toBeUndefined();
  });

  test('counts genuine scores at or above a threshold', () => {
    const falling = Float32Array.from([0.9, 0.8, 0.8, 0.5]);
    expect(shareAtOrAbove(falling, Math.fround(0.8))).toBe(0.75);
    expect(shareAtOrAbove(falling, 0.95)).toBe(0);
    expect(shareAtOrAbove(falling, 0.1)).toBe(1);
  });

  test('the equal error rate is where both errors are equal', () => {
    const comparisons = compareAll(scores, people, nothing);
    const { rate, threshold } = equalErrorRate(comparisons)!;
    const { genuine, impostorScores } = comparisons;
    const fnmr = 1 - shareAtOrAbove(genuine.scores, threshold);
    const fmr = countAbove(impostorScores, threshold) / impostorScores.length;
    expect(Math.abs(fnmr - rate)).toBeLessThan(0.006);
    expect(Math.abs(fmr - rate)).toBeLessThan(0.006);
  });

  test('the trade-off falls from left to right', () => {
    const points = tradeOff(compareAll(scores, people, nothing));
    expect(points.length).toBeGreaterThan(20);
    for (const [k, point] of points.entries())
      if (k > 0) expect(point.fnmr).toBeGreaterThanOrEqual(points[k - 1]!.fnmr);
  });
});

describe('an interval', () => {
  test('of a rate that was never seen is the exact one of so many people', () => {
    const [low, high] = intervalOf([0, 0, 0], 50)!;
    // Clopper and Pearson: 0 of 50.
    expect([low, high]).toEqual([0, expect.closeTo(0.07112, 4)]);
    const [from, to] = intervalOf([1, 1, 1], 10)!;
    expect([from, to]).toEqual([expect.closeTo(1 - 0.3085, 4), 1]);
    expect(intervalOf([0, 0.1, 0.2], 50)).toEqual([0, 0.2]);
  });
});

test('normal deviates place the rates of a trade-off', () => {
  expect(deviate(0.5)).toBeCloseTo(0, 3);
  expect(deviate(0.025)).toBeCloseTo(-1.96, 2);
  expect(deviate(0.975)).toBeCloseTo(1.96, 2);
  expect(deviate(0.001)).toBeCloseTo(-3.09, 2);
});
