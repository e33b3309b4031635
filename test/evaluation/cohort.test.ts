/** Cohorts: averages that show nobody, and scores as people get them whom the cohort does not know. */
import { expect, test } from 'vitest';
import { crossFit } from '../../evaluation/cross-fit.ts';
import { AVERAGED, chooseMembers, firstOfEach, makeCohort } from '../../evaluation/make-cohort.ts';
import { scoreAllPairs } from '../../evaluation/pair-scores.ts';
import { parseCohort } from '../../src/faces/calibration/cohort-file.ts';
import { appendCrowding, crowdingOf } from '../../src/faces/encoding/cohort.ts';
import { cosine } from '../../src/faces/encoding/compare.ts';
import { syntheticPeople } from './synthetic.ts';

const { features, people } = syntheticPeople(120, 2, { dimension: 24 });
const raw = await scoreAllPairs(features);

test('averages a person with those who resemble them most', () => {
  const faces = firstOfEach(people);
  expect(faces).toHaveLength(120);
  const members = chooseMembers(faces, raw);
  expect(members).toHaveLength(120);
  for (const [centre, ...others] of members) {
    expect(new Set([centre, ...others]).size).toBe(AVERAGED);
    const least = Math.min(...others.map((other) => raw.of(centre!, other)));
    const closer = faces.filter((face) => face !== centre && raw.of(centre!, face) > least);
    expect(closer).toHaveLength(AVERAGED - 2);
  }
  expect(() => chooseMembers(faces.slice(0, AVERAGED - 1), raw)).toThrow('too few');
});

test('the cohort holds the averages and the given crowding', () => {
  const about = { encoder: 'test', data: 'made up', crowding: 0.5 };
  const cohort = parseCohort(JSON.stringify(makeCohort(about, people, features, raw)), 'test');
  expect(cohort).toMatchObject({ dimension: 24, crowding: 0.5 });
  expect(cohort.vectors).toHaveLength(120);
});

test('cross-fitted scores use a cohort with neither person', () => {
  const { scores, crowding } = crossFit(raw, people);
  const about = { encoder: 'test', data: 'made up', crowding };
  const cohort = parseCohort(JSON.stringify(makeCohort(about, people, features, raw)), 'test');
  const finished = features.map((vector) => appendCrowding(vector, cohort));
  let difference = 0;
  let pairs = 0;
  for (let i = 0; i < features.length; i += 7)
    for (let j = i + 1; j < features.length; j += 5) {
      difference += scores.of(i, j) - cosine(finished[i]!, finished[j]!);
      pairs++;
    }
  // The full cohort finds its own people crowded and lowers their scores; strangers are not.
  expect(difference / pairs).toBeGreaterThan(0.01);
  const known = features.reduce((sum, face) => sum + crowdingOf(face, cohort.vectors), 0);
  expect(known / features.length).toBeGreaterThan(crowding);
});
