/** Feature vectors of real photographs, as cached by an evaluation. */
import { readCache } from '../../evaluation/embedding-cache.ts';
import { appendCrowding, type Cohort } from '../../src/faces/encoding/cohort.ts';

/** Enrolled people, and probes. */
export interface Faces {
  readonly dimension: number;
  readonly people: number;
  /** The vector of the person with that number, from 0. */
  vectorOf(person: number): Float32Array;
  readonly probes: readonly Float32Array[];
}

/**
 * Each photograph counts as one person. Some, equally spaced, become probes.
 * @param folder of `evaluation/out/embeddings`
 * @throws Error it is empty
 */
export async function readRealFaces(
  folder: string,
  cohort: Cohort,
  probes: number,
): Promise<Faces> {
  const { images } = await readCache(folder);
  const vectors = [...images.values()].flatMap(({ features }) =>
    features === undefined ? [] : [appendCrowding(features, cohort)],
  );
  const distance = Math.floor(vectors.length / probes);
  if (distance < 2) throw new Error(`${folder}: ${vectors.length} photographs are too few`);
  const isProbe = (at: number) => at % distance === 0 && at < distance * probes;
  const enrolled = vectors.filter((_, at) => !isProbe(at));
  return {
    dimension: vectors[0]!.length,
    people: enrolled.length,
    vectorOf: (person) => enrolled[person]!,
    probes: vectors.filter((_, at) => isProbe(at)),
  };
}
