/** Comparison of feature vectors. */

/** Scalar product of vectors of equal length, −1..1; of unit vectors their cosine. */
export function cosine(p: Float32Array, q: Float32Array): number {
  let sum = 0;
  for (let i = 0; i < p.length; i++) sum += p[i]! * q[i]!;
  return sum;
}
