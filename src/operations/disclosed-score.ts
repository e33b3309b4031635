/** The score that callers see: enough to act on, too coarse to construct a matching face. */

import type { FaceEngine } from '../faces/analysis.ts';

/** The outcome of a comparison; scores are 0..1. */
export interface Compared {
  /** Exact: for the bookkeeping, never for callers. */
  readonly score: number;
  /** The score at the deciding threshold. */
  readonly threshold: number;
  readonly accepted: boolean;
}

/**
 * The outcome at a threshold.
 * @param comparison as `FaceEngine.compare` gives it; so is the threshold
 */
export const comparedAt = (
  engine: Pick<FaceEngine, 'toScore'>,
  comparison: number,
  threshold: number,
): Compared => ({
  score: engine.toScore(comparison),
  threshold: engine.toScore(threshold),
  accepted: comparison >= threshold,
});

/** Steps below the threshold, from far to near. */
const STEPS = 4;

/**
 * Four digits if the comparison was accepted. If it was refused, the middle of one of four equal
 * steps between 0 and the threshold, so that a slightly better probe gets the same answer.
 * @param coarse for callers other than the client itself: a single step on each side
 */
export function disclosedScore(
  { score, threshold, accepted }: Compared,
  { coarse }: { readonly coarse: boolean },
): number {
  if (coarse) return accepted ? stepBetween(threshold, 1) : stepBetween(0, threshold);
  if (accepted) return fourDigits(score);
  const step = Math.min(STEPS - 1, Math.floor((score / threshold) * STEPS));
  return stepBetween((step / STEPS) * threshold, ((step + 1) / STEPS) * threshold);
}

/** The middle of a step, with two significant digits. Exactly 0 means that nothing was compared. */
export const stepBetween = (from: number, to: number): number =>
  Number(((from + to) / 2).toPrecision(2));

/** Exactly 0 would mean that nothing was compared. */
export const fourDigits = (score: number): number => Math.max(1e-4, Math.round(score * 1e4) / 1e4);
