/** People who look alike are found by their feature vectors alone. */
import { expect, test } from 'vitest';
import {
  appearanceGroups,
  scoresOfLookalikes,
  scoresWithinGroups,
} from '../../evaluation/appearance-groups.ts';
import { scoreAllPairs } from '../../evaluation/pair-scores.ts';
import { normalNumbers } from './synthetic.ts';

const KINDS = 3;
const IMAGES = 2;
const normal = normalNumbers(5);
const kinds = Array.from({ length: KINDS }, () => Array.from({ length: 16 }, normal));
const features: Float32Array[] = [];
const people: string[] = [];
for (let person = 0; person < 60; person++) {
  const own = kinds[person % KINDS]!.map((value) => 2 * value + normal());
  for (let image = 0; image < IMAGES; image++) {
    const vector = own.map((value) => value + 0.3 * normal());
    features.push(Float32Array.from(vector, (value) => value / Math.hypot(...vector)));
    people.push(`Person_${person}`);
  }
}
const groups = appearanceGroups(features, people);
const kindOf = (vector: number) => Math.floor(vector / IMAGES) % KINDS;

test('assigns each person to one group, and different kinds of people to different groups', () => {
  for (const [i, group] of groups.entries())
    for (const [j, other] of groups.entries()) {
      if (people[i] === people[j]) expect(group).toBe(other);
      if (kindOf(i) !== kindOf(j)) expect(group).not.toBe(other);
    }
  expect(appearanceGroups(features, people)).toEqual(groups);
});

test('compares strangers within their groups only', async () => {
  const scores = await scoreAllPairs(features);
  const unsure = ['Person_0', 'Person_3'];
  const ignored = (p: string, q: string) => unsure.includes(p) && unsure.includes(q);
  const expected: number[] = [];
  for (let i = 0; i < people.length; i++)
    for (let j = i + 1; j < people.length; j++)
      if (groups[i] === groups[j] && people[i] !== people[j] && !ignored(people[i]!, people[j]!))
        expected.push(scores.of(i, j));
  const within = scoresWithinGroups(scores, people, groups, ignored);
  expect(within).toHaveLength(new Set(groups).size);
  expect(scoresOfLookalikes(within)).toEqual(Float32Array.from(expected).sort());
});
