/** Peaks over threshold: the tail of a distribution as a generalised Pareto distribution. */

/** Excesses over a threshold: P(X > x) = (1 + shape · x / scale)^(−1 / shape), x ≥ 0. */
export interface GeneralisedPareto {
  /** ξ: below 0 the tail ends at −scale / shape, 0 is exponential, above 0 is heavy. */
  readonly shape: number;
  /** σ > 0, in units of the excess. */
  readonly scale: number;
}

/**
 * Fits by probability-weighted moments (J. R. M. Hosking and J. R. Wallis, Technometrics 29, 1987),
 * which is steady for small samples and shapes below 0.5. For excesses with E[X] = a₀ and
 * E[X (1 − F(X))] = a₁: ξ = 2 − a₀ / (a₀ − 2 a₁), σ = 2 a₀ a₁ / (a₀ − 2 a₁).
 * @param excesses values above the threshold minus the threshold, falling
 * @param weights how often each one counts (bootstrap replicates); default: once
 */
export function fitGeneralisedPareto(
  excesses: ArrayLike<number>,
  weights?: ArrayLike<number>,
): GeneralisedPareto {
  let total = 0;
  for (let i = 0; i < excesses.length; i++) total += weights?.[i] ?? 1;
  let above = 0;
  let first = 0;
  let second = 0;
  for (let i = 0; i < excesses.length; i++) {
    const weight = weights?.[i] ?? 1;
    // Plotting position of the middle of this value's copies: the share of larger values.
    const survival = (above + weight / 2) / total;
    first += weight * excesses[i]!;
    second += weight * excesses[i]! * survival;
    above += weight;
  }
  const [a0, a1] = [first / total, second / total];
  const spread = a0 - 2 * a1;
  if (!(total > 0 && spread > 0)) throw new Error('too few different values to fit a tail to');
  return { shape: 2 - a0 / spread, scale: (2 * a0 * a1) / spread };
}

/** The excess that a share `probability` (0..1) of the excesses is above. */
export function excessAt({ shape, scale }: GeneralisedPareto, probability: number): number {
  if (Math.abs(shape) < 1e-9) return -scale * Math.log(probability);
  return (scale / shape) * (probability ** -shape - 1);
}
