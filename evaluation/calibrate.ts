/** Makes a calibration: which comparison score keeps which false-match rate, with its fitted tail. */
import type { Calibration } from '../src/faces/calibration/calibration.ts';
import type { Comparisons } from './comparisons.ts';
import { FALSE_ACCEPT_RATES, thresholdAt } from './error-rates.ts';
import { excessAt, fitGeneralisedPareto, type GeneralisedPareto } from './generalised-pareto.ts';
import type { LabelErrors } from './label-errors.ts';
import { forEachReplicate, type Interval, intervalOf, REPLICATES } from './subject-bootstrap.ts';

/** Where fewer impostor pairs lie above a threshold, the fitted tail gives it. */
const LEAST_PAIRS_ABOVE = 100;
/** The highest-scoring impostor pairs that the tail is fitted to; of few pairs at most a tenth. */
const TAIL_PAIRS = 1000;
const LOWEST_RATE = 1e-7;

/** The tail of the impostor scores above `above`. */
export interface FittedTail extends GeneralisedPareto {
  readonly method: 'generalised Pareto, probability-weighted moments';
  /** Comparison score from which the tail is fitted. */
  readonly above: number;
  /** Impostor pairs above it, and their share of all. */
  readonly pairs: number;
  readonly share: number;
  /** False-match rate below which the curve follows the fit. */
  readonly from: number;
}

/** A calibration with what is needed to judge it; the engine reads the first four members. */
export interface MeasuredCalibration extends Calibration {
  readonly tail: FittedTail;
  /** 95 % intervals of the thresholds of the named rates, by resampling people. */
  readonly intervals: { fmr: number; threshold: number; low: number; high: number }[];
  /** Label errors that were left out. */
  readonly leftOut: LabelErrors;
}

/** Where the data comes from, in words and numbers. */
export interface CalibrationData {
  readonly encoder: string;
  readonly date: string;
  /** Name of the data and of the people chosen from it. */
  readonly data: string;
  readonly leftOut: LabelErrors;
  /** Digest of the cohort whose crowding the vectors carry; undefined: they carry none. */
  readonly cohort: string | undefined;
}

/**
 * Empirical quantiles while at least 100 impostor pairs lie above them; beyond that, a
 * peaks-over-threshold fit of the highest 1000 pairs (cf. S. Coles, An Introduction to Statistical
 * Modeling of Extreme Values, chapter 4).
 * @throws Error too few impostor pairs
 */
export function calibrate(comparisons: Comparisons, about: CalibrationData): MeasuredCalibration {
  const { impostorScores, topImpostors } = comparisons;
  const pairs = Math.min(TAIL_PAIRS, Math.floor(impostorScores.length / 10));
  if (pairs < LEAST_PAIRS_ABOVE)
    throw new Error(`${impostorScores.length} impostor pairs are too few to calibrate with`);
  const above = topImpostors.scores[pairs]!;
  const fit = fitGeneralisedPareto(topImpostors.scores.subarray(0, pairs).map((s) => s - above));
  const share = pairs / impostorScores.length;
  const from = LEAST_PAIRS_ABOVE / impostorScores.length;
  const threshold = (fmr: number) =>
    fmr >= from ? thresholdAt(impostorScores, fmr)! : above + excessAt(fit, fmr / share);

  return {
    encoder: about.encoder,
    date: about.date,
    data: `${about.data}: ${comparisons.people} people, ${comparisons.personOf.length} images, ${impostorScores.length} impostor pairs`,
    ...(about.cohort !== undefined && { cohort: about.cohort }),
    curve: rising(curveRates().map((fmr) => [fmr, threshold(fmr)] as [number, number])),
    tail: {
      method: 'generalised Pareto, probability-weighted moments',
      above: round(above),
      pairs,
      share,
      from,
      shape: round(fit.shape),
      scale: round(fit.scale),
    },
    intervals: intervals(comparisons, pairs).map(([low, high], k) => {
      const fmr = FALSE_ACCEPT_RATES[k]!;
      return { fmr, threshold: round(threshold(fmr)), low: round(low), high: round(high) };
    }),
    leftOut: about.leftOut,
  };
}

/** 0.5, then 0.3, 0.2, 0.1 of every decade down to 1e-7. */
function curveRates(): number[] {
  const rates = [0.5];
  for (let exponent = 0; exponent > -7; exponent--)
    for (const digit of [3, 2, 1]) rates.push(Number(`${digit}e${exponent - 1}`));
  return rates.filter((rate) => rate >= LOWEST_RATE);
}

/** Rounded, and without points that do not rise: the fit may start a little below the data. */
function rising(curve: [number, number][]): [number, number][] {
  const kept: [number, number][] = [];
  for (const [rate, threshold] of curve)
    if (kept.length === 0 || round(threshold) > kept.at(-1)![1])
      kept.push([rate, round(threshold)]);
  return kept;
}

function round(value: number): number {
  return Number(value.toFixed(5));
}

/** Interval of the threshold of each named rate; the tail is fitted anew in every replicate. */
function intervals(comparisons: Comparisons, tailPairs: number): Interval[] {
  const { people, personOf, topImpostors, weighImpostors } = comparisons;
  const { scores } = topImpostors;
  const first = topImpostors.first.map((vector) => personOf[vector]!);
  const second = topImpostors.second.map((vector) => personOf[vector]!);
  const found: number[][] = FALSE_ACCEPT_RATES.map(() => []);
  forEachReplicate(people, REPLICATES, (weights) => {
    const total = weighImpostors(weights);
    const pairWeights = new Float64Array(scores.length);
    const matched = new Float64Array(scores.length);
    let sum = 0;
    for (let k = 0; k < scores.length; k++) {
      pairWeights[k] = weights[first[k]!]! * weights[second[k]!]!;
      sum += pairWeights[k]!;
      matched[k] = sum;
    }
    const above = scores[tailPairs]!;
    const fit = fitGeneralisedPareto(
      scores.subarray(0, tailPairs).map((score) => score - above),
      pairWeights,
    );
    const share = matched[tailPairs - 1]! / total;
    for (const [k, fmr] of FALSE_ACCEPT_RATES.entries()) {
      const wanted = fmr * total;
      const fitted = wanted < LEAST_PAIRS_ABOVE;
      found[k]!.push(
        fitted
          ? above + excessAt(fit, Math.min(1, fmr / share))
          : scores[indexAbove(matched, wanted)]!,
      );
    }
  });
  return found.map((values) => intervalOf(values)!);
}

/** First index whose cumulated weight exceeds `wanted`, or the last. */
function indexAbove(cumulated: Float64Array, wanted: number): number {
  let low = 0;
  let high = cumulated.length - 1;
  while (low < high) {
    const middle = (low + high) >>> 1;
    if (cumulated[middle]! > wanted) high = middle;
    else low = middle + 1;
  }
  return low;
}
