/** Error rates by condition: what counts, and how sure the figures are. */
import { expect, test } from 'vitest';
import { comparePeople } from '../../evaluation/conditions/compare-people.ts';
import { pairsByDiscard } from '../../evaluation/conditions/discard.ts';
import {
  acceptedInterval,
  errorRatesAt,
  wilsonInterval,
} from '../../evaluation/conditions/error-rates.ts';
import { cosine } from '../../src/faces/encoding/compare.ts';
import { syntheticPeople } from './synthetic.ts';

const engine = {
  compare: (probe: Float32Array, [reference]: readonly Float32Array[]) => cosine(probe, reference!),
};

test('the interval of a share is that of Wilson', () => {
  // The example of Newcombe, Statistics in Medicine 17 (1998): 81 of 263.
  const [low, high] = wilsonInterval(81, 263);
  expect(low).toBeCloseTo(0.2553, 4);
  expect(high).toBeCloseTo(0.3662, 4);
  expect(wilsonInterval(0, 20)[0]).toBe(0);
});

test('everyone is compared with everyone, but not with those who may be the same person', () => {
  const { features } = syntheticPeople(6, 2, { noise: 0.1 });
  const people = Array.from({ length: 6 }, (_, person) => ({
    person,
    reference: features[2 * person]!,
    probe: person === 3 ? undefined : features[2 * person + 1]!,
  }));
  const together = new Set(['0,1', '1,0']);
  const compared = comparePeople(engine, people, -1, (p, q) => together.has(`${p},${q}`));
  expect(compared.genuine.map(({ person }) => person)).toEqual([0, 1, 2, 4, 5]);
  expect(compared.impostors).toBe(5 * 5 - 2);
  expect(compared.highImpostors).toHaveLength(compared.impostors);
});

test('error rates count at the threshold and above it, with intervals around them', () => {
  const comparisons = {
    genuine: [0.9, 0.8, 0.5, 0.2].map((score, person) => ({ person, score })),
    highImpostors: [
      { first: 0, second: 1, score: 0.5 },
      { first: 2, second: 3, score: 0.6 },
    ],
    impostors: 1000,
  };
  const rates = errorRatesAt(comparisons, 0.5);
  expect(rates.fnmr).toBe(0.25);
  expect(rates.fmr).toBe(0.002);
  expect(rates.fmrInterval[0]).toBeLessThan(0.002);
  expect(rates.fmrInterval[1]).toBeGreaterThan(0.002);
  expect(errorRatesAt(comparisons, 0.7).fmrInterval).toEqual([0, 0.003]);
});

test('pairs of one person go together', () => {
  const one = [true, true, true, true].map((accepted) => ({ person: 1, accepted }));
  const other = { person: 2, accepted: false };
  expect(acceptedInterval([...one, other])).toEqual([0, 1]);
});

test('the photographs of least quality score are left out, and their pairs with them', () => {
  const { features, people } = syntheticPeople(5, 4, { noise: 0.1 });
  const images = people.map((person, k) => ({ person, path: `${person}/${k}.jpg` }));
  // The first of each person is the worst.
  const encoded = images.map((_, k) => ({
    rotated: 0,
    faces: [],
    qualityScore: k % 4 === 0 ? 0.1 + k / 100 : 0.6 + k / 100,
  }));
  const steps = pairsByDiscard(engine, { images, features, embedded: { images, encoded } });
  expect(steps.map(({ pairs }) => pairs.length)).toEqual([30, 30, 30, 27, 24, 18]);
  expect(steps[0]!.least).toBe(0.1);
});
