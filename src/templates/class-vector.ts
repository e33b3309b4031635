/** The vector that represents a class in every comparison. */

/**
 * The mean of the samples' vectors, divided by the root of its length. Its scalar product with a
 * probe errs less than the score of the most similar sample. Scaled to unit length, it would let
 * two to three times as many strangers pass with more samples; so, fewer
 * (evaluation/reports/accuracy.md).
 * @param samples unit vectors, at least one
 * @returns a vector of length 1 if there is one sample, else at most 1
 */
export function classVector(samples: readonly Float32Array[]): Float32Array {
  const [first, ...others] = samples as readonly [Float32Array, ...Float32Array[]];
  if (others.length === 0) return first;
  const mean = first.slice();
  for (const vector of others) for (let i = 0; i < mean.length; i++) mean[i]! += vector[i]!;
  let square = 0;
  for (const value of mean) square += value * value;
  const scale = 1 / Math.sqrt(samples.length * (Math.sqrt(square) || 1));
  for (let i = 0; i < mean.length; i++) mean[i]! *= scale;
  return mean;
}

/** Of the samples of a template. */
export const referenceOf = ({
  features,
}: {
  readonly features: readonly { readonly values: Float32Array }[];
}): Float32Array => classVector(features.map(({ values }) => values));
