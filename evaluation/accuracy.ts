/**
 * Accuracy by the protocol of Labeled Faces in the Wild: ten folds, with the threshold from the
 * other nine.
 */

export interface ScoredDecision {
  readonly score: number;
  readonly same: boolean;
}

const FOLDS = 10;

/**
 * Deals the pairs to ten folds in turn, genuine and impostor ones separately.
 * @returns mean share of right decisions and its standard deviation between folds; undefined: too
 *   few pairs
 */
export function crossValidate(
  pairs: readonly ScoredDecision[],
): { mean: number; deviation: number } | undefined {
  const folds = Array.from({ length: FOLDS }, (): ScoredDecision[] => []);
  for (const same of [true, false])
    for (const [k, pair] of pairs.filter((pair) => pair.same === same).entries())
      folds[k % FOLDS]!.push(pair);
  if (folds.some((fold) => fold.length === 0)) return undefined;
  const shares = folds.map((fold) => {
    const threshold = bestThreshold(folds.filter((other) => other !== fold).flat());
    return fold.filter(({ score, same }) => score >= threshold === same).length / fold.length;
  });
  const mean = shares.reduce((sum, share) => sum + share, 0) / FOLDS;
  const squares = shares.reduce((sum, share) => sum + (share - mean) ** 2, 0);
  return { mean, deviation: Math.sqrt(squares / (FOLDS - 1)) };
}

/** The threshold with the most right decisions. */
function bestThreshold(pairs: readonly ScoredDecision[]): number {
  const rising = pairs.toSorted((p, q) => p.score - q.score);
  // The threshold starts with everything accepted, and passes one pair after the other.
  let right = rising.filter(({ same }) => same).length;
  let best = { right, threshold: Number.NEGATIVE_INFINITY };
  for (const [k, { score, same }] of rising.entries()) {
    right += same ? -1 : 1;
    const next = rising[k + 1]?.score ?? Number.POSITIVE_INFINITY;
    if (right > best.right) best = { right, threshold: (score + next) / 2 };
  }
  return best.threshold;
}
