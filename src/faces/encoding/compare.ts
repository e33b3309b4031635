/** Comparison of feature vectors. */

/** Cosine of two unit vectors of equal length, −1..1. */
export function cosine(p: Float32Array, q: Float32Array): number {
  let sum = 0;
  for (let i = 0; i < p.length; i++) sum += p[i]! * q[i]!;
  return sum;
}

/** Comparison score of a probe with a reference: the score of its most similar feature vector. */
export function compare(probe: Float32Array, reference: readonly Float32Array[]): number {
  return reference.reduce((best, vector) => Math.max(best, cosine(probe, vector)), -1);
}
