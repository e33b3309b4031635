/** Chooses the feature vectors that a full template keeps. */
import { cosine } from '../../faces/encoding/compare.ts';
import type { FeatureVector } from '../../templates/template.ts';

/**
 * Keeps at most `most` feature vectors. Begins with the newest, the person's latest look, and the
 * oldest, which new samples have to match. Then repeatedly adds the vector farthest from all
 * chosen; of equally far vectors the newer. The result is returned oldest first. After Ravi,
 * Rosenkrantz and Tayi 1994, "Heuristic and special case algorithms for dispersion problems":
 * max-min dispersion.
 *
 * @param features unit length, in the order they were enrolled
 * @param most at least 1
 */
export function retainFeatures(
  features: readonly FeatureVector[],
  most: number,
): readonly FeatureVector[] {
  if (features.length <= most) return features;
  const newestFirst = features
    .map((feature, order) => ({ feature, order, nearest: Number.POSITIVE_INFINITY }))
    .sort((a, b) => +b.feature.enrolled - +a.feature.enrolled || b.order - a.order);

  const chosen: typeof newestFirst = [];
  const left = new Set(newestFirst);
  let next = newestFirst[0]!;
  for (;;) {
    chosen.push(next);
    left.delete(next);
    if (chosen.length >= most) break;
    let farthest: (typeof newestFirst)[number] | undefined;
    for (const candidate of left) {
      const distance = 1 - cosine(candidate.feature.values, next.feature.values);
      candidate.nearest = Math.min(candidate.nearest, distance);
      if (farthest === undefined || candidate.nearest > farthest.nearest) farthest = candidate;
    }
    next = chosen.length === 1 ? newestFirst.at(-1)! : farthest!;
  }
  return chosen.sort((a, b) => a.order - b.order).map(({ feature }) => feature);
}
