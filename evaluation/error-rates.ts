/** Error rates by ISO/IEC 19795-1: thresholds for false accept rates, true accept rates, EER. */
import type { Comparisons } from './comparisons.ts';

/** The reported false accept rates: 0.5 % to 0.0001 %. */
export const FALSE_ACCEPT_RATES = [0.005, 0.001, 1e-4, 1e-5, 1e-6] as const;

/** How many of the rising `scores` reach `threshold`. */
export function countAbove(scores: Float32Array, threshold: number): number {
  let low = 0;
  let high = scores.length;
  while (low < high) {
    const middle = (low + high) >>> 1;
    if (scores[middle]! < threshold) low = middle + 1;
    else high = middle;
  }
  return scores.length - low;
}

/**
 * The lowest threshold that matches at most the share `far` of the impostor scores, halfway to the
 * next score. Undefined if not even one may match.
 * @param scores rising
 */
export function thresholdAt(scores: Float32Array, far: number): number | undefined {
  const matching = Math.floor(far * scores.length + 1e-9);
  if (matching < 1 || matching >= scores.length) return undefined;
  return (scores[scores.length - matching]! + scores[scores.length - matching - 1]!) / 2;
}

export interface EqualError {
  readonly rate: number;
  readonly threshold: number;
}

/**
 * The rate at which false matches and false non-matches are equally frequent. The rates move in
 * steps: this is the lowest that neither exceeds.
 */
export function equalErrorRate({ genuine, impostorScores }: Comparisons): EqualError | undefined {
  const total = genuine.scores.length;
  if (impostorScores.length === 0) return undefined;
  let best: EqualError | undefined;
  for (let accepted = total; accepted > 0; accepted--) {
    const threshold = genuine.scores[accepted - 1]!;
    const fnmr = 1 - accepted / total;
    const fmr = countAbove(impostorScores, threshold) / impostorScores.length;
    const rate = Math.max(fnmr, fmr);
    if (best === undefined || rate < best.rate) best = { rate, threshold };
    if (fnmr >= fmr) break;
  }
  return best;
}

/** One point of the detection error trade-off. */
export interface DetPoint {
  readonly fmr: number;
  readonly fnmr: number;
  readonly threshold: number;
}

/** The trade-off curve, `perDecade` points from FMR 0.5 down to one false match. */
export function tradeOff(comparisons: Comparisons, perDecade = 12): DetPoint[] {
  const { genuine, impostorScores } = comparisons;
  const points: DetPoint[] = [];
  for (let step = 0; ; step++) {
    const fmr = 0.5 * 10 ** (-step / perDecade);
    const threshold = thresholdAt(impostorScores, fmr);
    if (threshold === undefined) return points;
    points.push({ fmr, fnmr: 1 - shareAtOrAbove(genuine.scores, threshold), threshold });
  }
}

/** Share of falling scores that reach a threshold. */
export function shareAtOrAbove(falling: Float32Array, threshold: number): number {
  let low = 0;
  let high = falling.length;
  while (low < high) {
    const middle = (low + high) >>> 1;
    if (falling[middle]! >= threshold) low = middle + 1;
    else high = middle;
  }
  return falling.length === 0 ? 0 : low / falling.length;
}
