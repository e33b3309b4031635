/** What a caller is told of a comparison: enough to act on, too little to grow a face by. */

/** How a comparison ended; scores are 0..1. */
export interface Compared {
  /** Exact: for the bookkeeping, never for the caller. */
  readonly score: number;
  /** The score at the threshold that decided. */
  readonly threshold: number;
  readonly accepted: boolean;
}

/** Steps below the threshold, from far to near. */
const STEPS = 4;

/**
 * Four digits where the comparison was accepted; where it was refused, the middle of one of four
 * equal steps between 0 and the threshold, so that a probe that is a little better answers as
 * before.
 * @param coarse for callers other than the client itself: one step above the threshold as well
 */
export function toldScore(
  { score, threshold, accepted }: Compared,
  { coarse }: { readonly coarse: boolean },
): number {
  if (accepted) return coarse ? stepBetween(threshold, 1) : fourDigits(score);
  const step = Math.min(STEPS - 1, Math.floor((score / threshold) * STEPS));
  return stepBetween((step / STEPS) * threshold, ((step + 1) / STEPS) * threshold);
}

/** The middle of a step; two digits of any size: exactly 0 means that nothing was compared. */
export const stepBetween = (from: number, to: number): number =>
  Number(((from + to) / 2).toPrecision(2));

/** Exactly 0 would mean that nothing was compared. */
export const fourDigits = (score: number): number => Math.max(1e-4, Math.round(score * 1e4) / 1e4);
