/** Makes the cohort of an encoder: average faces of the people behind the calibration. */
import type { CohortFile } from '../src/faces/calibration/cohort-file.ts';
import type { PairScores } from './pair-scores.ts';

/** Average faces of a cohort, or fewer if there are fewer people. */
const SIZE = 350;
/** People in each average, enough that none shows one of them. */
export const AVERAGED = 24;

/**
 * Averages each person with the 23 most similar others, by everybody's first photograph, so that
 * dense areas have many averages.
 * @param faces numbers of vectors, one per person
 * @param scores cosines of the networks' vectors
 * @returns the numbers of the vectors, for each average
 * @throws Error fewer people than one average needs
 */
export function chooseMembers(faces: readonly number[], scores: PairScores): number[][] {
  if (faces.length < AVERAGED) throw new Error(`${faces.length} people are too few for a cohort`);
  const size = Math.min(SIZE, faces.length);
  return Array.from({ length: size }, (_, k) => {
    const centre = faces[Math.floor((k * faces.length) / size)]!;
    const similarity = (face: number) => (face === centre ? 1 : scores.of(centre, face));
    return faces.toSorted((p, q) => similarity(q) - similarity(p)).slice(0, AVERAGED);
  });
}

/** First vector of each person. */
export function firstOfEach(people: readonly string[]): number[] {
  const first = new Map<string, number>();
  for (const [vector, name] of people.entries()) if (!first.has(name)) first.set(name, vector);
  return [...first.values()];
}

/**
 * @param about includes the mean crowding of people outside the cohort, or no crowding
 * @param people name of the person of each vector
 * @param features the networks' unit vectors, and their cosines
 */
export function makeCohort(
  about: { readonly encoder: string; readonly data: string; readonly crowding?: number },
  people: readonly string[],
  features: readonly Float32Array[],
  scores: PairScores,
): CohortFile {
  const averages = chooseMembers(firstOfEach(people), scores).map((members) => {
    const sum = new Float32Array(features[0]!.length);
    for (const vector of members)
      for (let i = 0; i < sum.length; i++) sum[i]! += features[vector]![i]!;
    return sum;
  });
  return formatCohort(
    about.encoder,
    `averages of ${AVERAGED} faces of ${about.data}`,
    averages,
    about.crowding,
  );
}

/** The file form of a cohort: vectors as int8, each with its largest value at ±127. */
export function formatCohort(
  encoder: string,
  about: string,
  vectors: readonly Float32Array[],
  crowding: number | undefined,
): CohortFile {
  const dimension = vectors[0]!.length;
  const bytes = new Int8Array(vectors.length * dimension);
  vectors.forEach((vector, row) => {
    const largest = vector.reduce((most, value) => Math.max(most, Math.abs(value)), 1e-12);
    vector.forEach((value, i) => {
      bytes[row * dimension + i] = Math.round((value / largest) * 127);
    });
  });
  return {
    encoder,
    about,
    dimension,
    ...(crowding !== undefined && { crowding }),
    vectors: Buffer.from(bytes.buffer).toString('base64'),
  };
}
