/**
 * The space in which the gallery compares: feature vectors relative to the mean of typical faces,
 * and the few directions in which faces differ most.
 *
 * Seen from the origin all faces lie in one corner: with the default encoder their cosines are
 * about 0.9. With the mean m of typical faces, the cosine of p and q is (p − m)·(q − m) + m·q +
 * (m·p − m·m). That is the scalar product of two short residuals, a number of q and a number of p.
 * Small integers hold short residuals well. The formula is exact for any m. Projecting the
 * residuals on the directions in which typical faces differ most gives a first, cheaper scalar
 * product.
 */
import { dot, meanOf } from '../vectors.ts';
import { NARROW_VALUES, WIDE_STEP } from './kernel.ts';

export interface GallerySpace {
  /** Values of a feature vector. */
  readonly dimension: number;
  /** Bytes of a wide row. */
  readonly wideBytes: number;
  readonly mean: Float32Array;
  /** `NARROW_VALUES` directions in a row, each of `dimension` values and unit length; or none. */
  readonly directions: Float32Array;
  /** How far typical faces deviate from the mean in each direction; zero without directions. */
  readonly deviations: Float32Array;
}

/** Rounds of subspace iteration; more change nothing that matters. */
const ROUNDS = 6;

/** Computing it takes a third of a second; all galleries of an encoder in a process share it. */
const known = new WeakMap<readonly Float32Array[], GallerySpace>();

/** @param typical unit vectors of typical faces; too few: searches compare vectors in full */
export function createSpace(dimension: number, typical: readonly Float32Array[]): GallerySpace {
  const before = known.get(typical);
  if (before?.dimension === dimension) return before;
  const space = findSpace(dimension, typical);
  known.set(typical, space);
  return space;
}

function findSpace(dimension: number, typical: readonly Float32Array[]): GallerySpace {
  const wideBytes = Math.ceil(dimension / WIDE_STEP) * WIDE_STEP;
  const mean = meanOf(dimension, typical);
  const enough = typical.length >= 2 * NARROW_VALUES && dimension > NARROW_VALUES;
  const none = { directions: new Float32Array(0), deviations: new Float32Array(NARROW_VALUES) };
  return { dimension, wideBytes, mean, ...(enough ? principalDirections(typical, mean) : none) };
}

/** An orthonormal basis of about the first principal components (subspace iteration). */
function principalDirections(typical: readonly Float32Array[], mean: Float32Array) {
  const residuals = typical.map((vector) => vector.map((value, i) => value - mean[i]!));
  const gram = residuals.map(() => new Float32Array(residuals.length));
  for (let i = 0; i < residuals.length; i++)
    for (let k = 0; k <= i; k++) {
      const product = dot(residuals[i]!, residuals[k]!);
      gram[i]![k] = product;
      gram[k]![i] = product;
    }
  let weights: Float32Array[] = residuals
    .slice(0, NARROW_VALUES)
    .map((_, k) => Float32Array.from(residuals, (_, i) => (i === k ? 1 : 0)));
  for (let round = 0; round < ROUNDS; round++)
    weights = orthonormal(
      weights.map((vector) => Float32Array.from(gram, (row) => dot(row, vector))),
    );
  const along = weights.map((vector) => combine(residuals, vector));
  const deviations = Float32Array.from(
    along,
    (vector) => Math.sqrt(dot(vector, vector) / residuals.length) || 1,
  );
  const directions = orthonormal(along);
  const flat = new Float32Array(directions.length * mean.length);
  directions.forEach((direction, k) => {
    flat.set(direction, k * mean.length);
  });
  return { directions: flat, deviations };
}

function combine(vectors: readonly Float32Array[], weights: Float32Array): Float32Array {
  const sum = new Float32Array(vectors[0]!.length);
  vectors.forEach((vector, k) => {
    const weight = weights[k]!;
    for (let i = 0; i < sum.length; i++) sum[i]! += weight * vector[i]!;
  });
  return sum;
}

/** Modified Gram–Schmidt. */
function orthonormal(vectors: readonly Float32Array[]): Float32Array[] {
  const done: Float32Array[] = [];
  for (const given of vectors) {
    const vector = given.slice();
    for (const other of done) {
      const share = dot(vector, other);
      for (let i = 0; i < vector.length; i++) vector[i]! -= share * other[i]!;
    }
    const length = Math.sqrt(dot(vector, vector)) || 1;
    done.push(vector.map((value) => value / length));
  }
  return done;
}
