/** Scores with crowding as for strangers: nobody is compared with a cohort that contains them. */
import { createHash } from 'node:crypto';
import { appendCrowding, crowdingOf } from '../src/faces/encoding/cohort.ts';
import { chooseMembers, firstOfEach } from './make-cohort.ts';
import { type PairScores, pairScores } from './pair-scores.ts';

const FOLDS = 5;

export interface CrossFitted {
  readonly scores: PairScores;
  /** Mean crowding of people outside the cohort. */
  readonly crowding: number;
}

/**
 * A cohort finds the neighbourhood of its own people more crowded than it is, especially around
 * lookalikes. Calibrating on them would miss false matches. So people are dealt to five folds, and
 * each pair of folds uses a cohort of the others.
 * @param raw cosines of the networks' vectors
 * @param people name of the person of each vector
 */
export function crossFit(raw: PairScores, people: readonly string[]): CrossFitted {
  const fold = people.map(foldOf);
  const faces = firstOfEach(people);
  // For each vector and fold of the other: the parts of the score raw · u · u + w · w.
  const parts = Array.from({ length: FOLDS }, () => new Float32Array(people.length * 2));
  let strangers = 0;
  for (let a = 0; a < FOLDS; a++) {
    for (let b = a; b < FOLDS; b++) {
      const isOut = (vector: number) => fold[vector] === a || fold[vector] === b;
      const members = chooseMembers(
        faces.filter((face) => !isOut(face)),
        raw,
      );
      const measure = crowdingMeasure(members, raw);
      const crowding = new Map(
        people
          .keys()
          .filter(isOut)
          .map((k) => [k, measure(k)]),
      );
      const out = faces.filter(isOut);
      const mean = out.reduce((sum, face) => sum + crowding.get(face)!, 0) / out.length;
      if (a === b) strangers += mean / FOLDS;
      for (const [k, value] of crowding)
        parts[fold[k] === a ? b : a]!.set(partsOf(value, mean), k * 2);
    }
  }
  const values = new Float32Array(raw.values.length);
  let at = 0;
  for (let i = 0; i < raw.size; i++) {
    for (let j = i + 1; j < raw.size; j++, at++) {
      const p = parts[fold[j]!]!;
      const q = parts[fold[i]!]!;
      values[at] = raw.values[at]! * p[2 * i]! * q[2 * j]! + p[2 * i + 1]! * q[2 * j + 1]!;
    }
  }
  return { scores: pairScores(raw.size, values), crowding: strangers };
}

/** Uses another byte of the hash than the split into halves. */
function foldOf(person: string): number {
  return createHash('sha256').update(person).digest()[1]! % FOLDS;
}

// The engine's own functions on one axis: a face is 1, a cohort member is its cosine with the face.
const FACE = Float32Array.of(1);

/**
 * Crowding of a vector by its cosines with the averages, which follow from those with the averaged
 * faces.
 */
function crowdingMeasure(
  members: readonly (readonly number[])[],
  raw: PairScores,
): (vector: number) => number {
  const cosine = (p: number, q: number) => (p === q ? 1 : raw.of(p, q));
  const total = (vector: number, among: readonly number[]) =>
    among.reduce((sum, member) => sum + cosine(vector, member), 0);
  const lengths = members.map((among) =>
    Math.sqrt(among.reduce((sum, member) => sum + total(member, among), 0)),
  );
  const cosines = members.map(() => new Float32Array(1));
  return (vector) => {
    for (const [k, among] of members.entries()) cosines[k]![0] = total(vector, among) / lengths[k]!;
    return crowdingOf(FACE, cosines);
  };
}

/** Both values of a face with that crowding: the scale of the face, and the appended value. */
function partsOf(crowding: number, mean: number): Float32Array {
  const vectors = [Float32Array.of(crowding)];
  return appendCrowding(FACE, { dimension: 1, digest: '', crowding: mean, vectors });
}
