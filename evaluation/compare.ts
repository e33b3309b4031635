/** The comparisons of an evaluation, with the given cohort or with a new one. */
import { type CohortFile, parseCohort } from '../src/faces/calibration/cohort-file.ts';
import { appendCrowding } from '../src/faces/encoding/cohort.ts';
import { type Comparisons, compareAll, compareListed } from './comparisons.ts';
import { crossFit } from './cross-fit.ts';
import { type ListedPair, readPairs } from './listed-pairs.ts';
import { makeCohort } from './make-cohort.ts';
import { type PairScores, scoreAllPairs } from './pair-scores.ts';
import type { Photographs } from './photographs.ts';

/** The engine's treatment of the networks' vectors. */
export type Finish = (features: Float32Array) => Float32Array;

export interface Compared {
  readonly comparisons: Comparisons;
  /** All pairs. Absent if only listed pairs were compared. */
  readonly scores?: PairScores;
  /** Genuine comparisons, including those of refused photographs. */
  readonly allGenuine: number;
}

type ComparedAll = Compared & { readonly scores: PairScores };

/** All pairs. */
export async function compareEverybody(
  { embedded, features, names, ignored }: Photographs,
  finish: Finish,
): Promise<ComparedAll> {
  const scores = await scoreAllPairs(features.map(finish));
  const comparisons = compareAll(scores, names, ignored);
  return { comparisons, scores, allGenuine: genuineAmong(embedded.images) };
}

/** All pairs, each with a cohort that contains neither person, and the cohort of all people. */
export async function compareCrossFitted(
  { embedded, features, names, ignored }: Photographs,
  about: { readonly encoder: string; readonly data: string },
): Promise<ComparedAll & { readonly cohort: CohortFile; readonly finish: Finish }> {
  const raw = await scoreAllPairs(features);
  const { scores, crowding } = crossFit(raw, names);
  const comparisons = compareAll(scores, names, ignored);
  const cohort = makeCohort({ ...about, crowding }, names, features, raw);
  const read = parseCohort(JSON.stringify(cohort), 'cohort');
  const finish = (vector: Float32Array) => appendCrowding(vector, read);
  return { comparisons, scores, allGenuine: genuineAmong(embedded.images), cohort, finish };
}

/** The pairs of a CSV file. */
export async function compareListedPairs(
  { embedded, images, features, names }: Photographs,
  file: string,
  finish: Finish,
): Promise<Compared> {
  const numbers = new Map(embedded.images.map(({ path }, number) => [path, number]));
  const vectorOf = new Map(images.map(({ path }, vector) => [numbers.get(path)!, vector]));
  const pairs = await readPairs(file, (path) => numbers.get(path));
  const possible = pairs.flatMap(({ first, second, same }): ListedPair[] => {
    const [p, q] = [vectorOf.get(first), vectorOf.get(second)];
    return p === undefined || q === undefined ? [] : [{ first: p, second: q, same }];
  });
  const comparisons = compareListed(possible, features.map(finish), names);
  return { comparisons, allGenuine: pairs.filter(({ same }) => same).length };
}

function genuineAmong(images: readonly { readonly person: string }[]): number {
  const people = Map.groupBy(images, ({ person }) => person).values();
  return people.reduce((sum, { length }) => sum + (length * (length - 1)) / 2, 0);
}
