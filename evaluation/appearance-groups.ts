/** Groups of people who look alike to the encoder: spherical k-means over their feature vectors. */
import { cosine } from '../src/faces/encoding/compare.ts';
import type { PairScores } from './pair-scores.ts';

/** About enough to separate women from men, and people of different origin, in news photographs. */
const GROUPS = 6;
const MOST_ROUNDS = 100;

/**
 * Each person belongs to the group whose centre is nearest to the mean of their vectors (I. S.
 * Dhillon and D. S. Modha, Concept Decompositions for Large Sparse Text Data Using Clustering,
 * Machine Learning 42, 2001). The same people always give the same groups.
 * @param features unit vectors of equal length
 * @param people name of the person of each vector
 * @returns number of the group of each vector, from 0
 */
export function appearanceGroups(
  features: readonly Float32Array[],
  people: readonly string[],
): Uint8Array {
  const byPerson = Map.groupBy(people.keys(), (vector) => people[vector]!);
  const faces = [...byPerson.values()].map((own) => direction(own.map((k) => features[k]!)));
  const count = Math.min(GROUPS, faces.length);
  let centres = Array.from(
    { length: count },
    (_, group) => faces[Math.floor((group * faces.length) / count)]!,
  );
  let groups: number[] = [];
  for (let round = 0; round < MOST_ROUNDS; round++) {
    const before = groups;
    groups = faces.map((face) => nearest(face, centres));
    if (groups.every((group, k) => group === before[k])) break;
    centres = centres.map((centre, group) => {
      const members = faces.filter((_, k) => groups[k] === group);
      return members.length === 0 ? centre : direction(members);
    });
  }
  const groupOf = new Map([...byPerson.keys()].map((name, k) => [name, groups[k]!]));
  return Uint8Array.from(people, (name) => groupOf.get(name)!);
}

/** Their mean, scaled to unit length. */
function direction(vectors: readonly Float32Array[]): Float32Array {
  const sum = new Float32Array(vectors[0]!.length);
  for (const vector of vectors) for (let i = 0; i < sum.length; i++) sum[i]! += vector[i]!;
  const length = Math.sqrt(cosine(sum, sum)) || 1;
  return sum.map((value) => value / length);
}

function nearest(face: Float32Array, centres: readonly Float32Array[]): number {
  const scores = centres.map((centre) => cosine(face, centre));
  return scores.indexOf(Math.max(...scores));
}

/**
 * Impostor scores within each group, rising.
 * @param groups group of each vector
 * @param ignored whether two people may be the same, so that comparing them proves nothing
 */
export function scoresWithinGroups(
  scores: PairScores,
  people: readonly string[],
  groups: Uint8Array,
  ignored: (p: string, q: string) => boolean,
): Float32Array[] {
  const byGroup = Map.groupBy(groups.keys(), (vector) => groups[vector]!);
  return [...byGroup]
    .sort(([p], [q]) => p - q)
    .map(([, members]) => {
      const within: number[] = [];
      for (const [k, i] of members.entries())
        for (const j of members.slice(k + 1))
          if (people[i] !== people[j] && !ignored(people[i]!, people[j]!))
            within.push(scores.of(i, j));
      return Float32Array.from(within).sort();
    });
}

/** Impostor scores of all people with their own group, rising. */
export function scoresOfLookalikes(withinGroups: readonly Float32Array[]): Float32Array {
  const all = new Float32Array(withinGroups.reduce((sum, { length }) => sum + length, 0));
  let filled = 0;
  for (const scores of withinGroups) {
    all.set(scores, filled);
    filled += scores.length;
  }
  return all.sort();
}
