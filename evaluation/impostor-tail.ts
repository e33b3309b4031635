/** The upper tail of impostor scores: an exponential fit to the excesses over a high score. */
import { thresholdAt } from './error-rates.ts';

/** With fewer impostor pairs above a threshold, the fitted tail gives the threshold. */
export const LEAST_PAIRS_ABOVE = 100;
/** Highest-scoring impostor pairs for the fit, at most a tenth of all pairs. */
const TAIL_PAIRS = 1000;

/**
 * The share `rate` of the pairs that scores above s ≥ `above`: share · exp(−(s − above) / scale).
 */
export interface ImpostorTail {
  /** Comparison score at which the tail begins. */
  readonly above: number;
  /** Share (0..1) of all pairs above this score. */
  readonly share: number;
  /** Mean excess over `above`. */
  readonly scale: number;
}

/**
 * How many of the highest pairs are fitted.
 * @param pairs all there are
 * @throws Error too few
 */
function tailSize(pairs: number): number {
  const size = Math.min(TAIL_PAIRS, Math.floor(pairs / 10));
  if (size < LEAST_PAIRS_ABOVE)
    throw new Error(
      `${pairs} impostor pairs are too few: it takes ${10 * LEAST_PAIRS_ABOVE}, also among people who look alike`,
    );
  return size;
}

/**
 * The maximum-likelihood fit. An exponential tail is the generalised Pareto distribution of shape 0
 * (S. Coles, An Introduction to Statistical Modeling of Extreme Values, 2001, chapter 4). With a
 * free shape, chance in the highest pairs would decide about rarer ones.
 * @param scores of the highest pairs, each ≥ `above`
 * @param total number of pairs
 * @param weights how often each score counts (bootstrap)
 */
export function fitTail(
  scores: ArrayLike<number>,
  above: number,
  total: number,
  weights?: ArrayLike<number>,
): ImpostorTail {
  let pairs = 0;
  let excess = 0;
  for (let k = 0; k < scores.length; k++) {
    const weight = weights?.[k] ?? 1;
    pairs += weight;
    excess += weight * (scores[k]! - above);
  }
  return { above, share: pairs / total, scale: pairs === 0 ? 0 : excess / pairs };
}

/** The score exceeded by the share `rate` (0..1) of the pairs. No cosine is above 1. */
export function scoreAt({ above, share, scale }: ImpostorTail, rate: number): number {
  return Math.min(1, above + scale * Math.max(0, Math.log(share / rate)));
}

/** Impostor scores with their tail. */
export interface MeasuredImpostors {
  readonly tail: ImpostorTail;
  /** Pairs behind the fit. */
  readonly pairs: number;
  /** Rate below which thresholds follow the tail. */
  readonly from: number;
  /** Threshold that the share `rate` of the pairs reaches. */
  readonly threshold: (rate: number) => number;
}

/**
 * Quantiles as long as 100 pairs lie above them, then the tail of the highest 1000.
 * @param rising scores of all pairs
 * @throws Error too few pairs
 */
export function measureImpostors(rising: Float32Array): MeasuredImpostors {
  const pairs = tailSize(rising.length);
  const highest = rising.subarray(rising.length - pairs);
  const tail = fitTail(highest, rising[rising.length - pairs - 1]!, rising.length);
  const from = LEAST_PAIRS_ABOVE / rising.length;
  const threshold = (rate: number) =>
    rate >= from ? thresholdAt(rising, rate)! : scoreAt(tail, rate);
  return { tail, pairs, from, threshold };
}

/** A score of the data, and the tail's expectation. */
export interface TailPoint {
  /** Pairs with at least this score. */
  readonly pairs: number;
  readonly measured: number;
  readonly fitted: number;
}

/** How well the tail fits, down to the third-highest pair. */
export function checkTail(rising: Float32Array): TailPoint[] {
  const { tail, pairs: most } = measureImpostors(rising);
  return [1000, 300, 100, 30, 10, 3]
    .filter((pairs) => pairs <= most)
    .map((pairs) => ({
      pairs,
      measured: rising[rising.length - pairs]!,
      fitted: scoreAt(tail, pairs / rising.length),
    }));
}
