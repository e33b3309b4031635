/** Arithmetic of vectors that both galleries need. */

/** Mean of the vectors; of none it is zero. */
export function meanOf(dimension: number, vectors: readonly Float32Array[]): Float32Array {
  const mean = new Float32Array(dimension);
  for (const vector of vectors)
    for (let i = 0; i < dimension; i++) mean[i]! += vector[i]! / vectors.length;
  return mean;
}

/** Scalar product; of unit vectors their cosine. */
export function dot(p: Float32Array, q: Float32Array): number {
  let sum = 0;
  for (let i = 0; i < p.length; i++) sum += p[i]! * q[i]!;
  return sum;
}
