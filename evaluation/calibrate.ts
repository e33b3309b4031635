/** Makes a calibration: the comparison score for each false-match rate with strangers. */
import type { Calibration } from '../src/faces/calibration/calibration.ts';
import type { Comparisons } from './comparisons.ts';
import { FALSE_ACCEPT_RATES } from './error-rates.ts';
import {
  fitTail,
  type ImpostorTail,
  LEAST_PAIRS_ABOVE,
  measureImpostors,
  scoreAt,
} from './impostor-tail.ts';
import type { LabelErrors } from './label-errors.ts';
import { forEachReplicate, type Interval, intervalOf, REPLICATES } from './subject-bootstrap.ts';

/** Rates of the curve, falling. */
const RATES = [
  0.5, 0.3, 0.2, 0.1, 0.03, 0.02, 0.01, 0.005, 3e-3, 2e-3, 1e-3, 3e-4, 2e-4, 1e-4, 3e-5, 2e-5, 1e-5,
  3e-6, 2e-6, 1e-6, 3e-7, 2e-7, 1e-7,
] as const;

/**
 * A threshold lets this part of its rate pass among the measured people. In other populations, above
 * all in portraits of one studio, strangers are more alike: evaluation/reports/accuracy.md.
 */
const KEPT = 1 / 2;

/** The tail of all impostor scores. */
export interface FittedTail extends ImpostorTail {
  readonly method: 'exponential, mean excess';
  /** Impostor pairs behind the fit. */
  readonly pairs: number;
  /** False-match rate below which the tail gives the threshold. */
  readonly from: number;
}

/** The parts of a named rate's threshold: what half of the rate asks for. */
export interface Level {
  readonly fmr: number;
  /** The highest of the thresholds below. */
  readonly threshold: number;
  /** For all people, with its 95 % interval by resampling people. */
  readonly everybody: number;
  readonly interval: Interval;
  /** For people who look alike. */
  readonly lookalikes: number;
}

/** A calibration with data to judge it. The engine reads the members of `Calibration`. */
export interface MeasuredCalibration extends Calibration {
  readonly tail: FittedTail;
  readonly levels: readonly Level[];
  /** Omitted label errors. */
  readonly leftOut: LabelErrors;
}

/** Source of the data, in words and numbers. */
export interface CalibrationData {
  readonly encoder: string;
  readonly date: string;
  /** Name of the data, and of the selected people. */
  readonly data: string;
  readonly leftOut: LabelErrors;
  /** Digest of the cohort that measured the vectors' crowding. Undefined: none. */
  readonly cohort: string | undefined;
  /**
   * False for an encoder that hardly separates lookalikes, and would refuse too many. Default:
   * true.
   */
  readonly amongLookalikes?: boolean;
}

/**
 * A threshold keeps its rate with unmeasured people. It is the higher of two: the one at which the
 * upper 95 % bound of the rate among all people is half the rate, and, on demand, the one that keeps
 * half the rate among people who look alike.
 * @param lookalikes impostor scores within groups of people who look alike, rising
 * @throws Error too few impostor pairs
 */
export function calibrate(
  comparisons: Comparisons,
  lookalikes: Float32Array,
  about: CalibrationData,
): MeasuredCalibration {
  const { impostorScores } = comparisons;
  const { amongLookalikes = true } = about;
  const everybody = measureImpostors(impostorScores);
  const alike = measureImpostors(lookalikes);
  const intervals = resample(comparisons, everybody.pairs);
  const levels = RATES.map((fmr, k): Level => {
    const measured = everybody.threshold(KEPT * fmr);
    const interval = intervals[k] ?? [measured, measured];
    const among = alike.threshold(KEPT * fmr);
    return {
      fmr,
      threshold: round(Math.max(interval[1], measured, amongLookalikes ? among : 0)),
      everybody: round(measured),
      interval: [round(interval[0]), round(interval[1])],
      lookalikes: round(among),
    };
  });

  return {
    encoder: about.encoder,
    date: about.date,
    data: `${about.data}: ${comparisons.people} people, ${comparisons.personOf.length} images, ${impostorScores.length} impostor pairs, ${lookalikes.length} of people who look alike`,
    ...(about.cohort !== undefined && { cohort: about.cohort }),
    curve: rising(levels.map(({ fmr, threshold }) => [fmr, threshold])),
    tail: {
      method: 'exponential, mean excess',
      above: round(everybody.tail.above),
      pairs: everybody.pairs,
      share: everybody.tail.share,
      scale: round(everybody.tail.scale),
      from: everybody.from,
    },
    levels: levels.filter(({ fmr }) => (FALSE_ACCEPT_RATES as readonly number[]).includes(fmr)),
    leftOut: about.leftOut,
  };
}

/** Drops points that do not rise: a tail may start slightly below the data, and ends at 1. */
function rising(curve: readonly [number, number][]): [number, number][] {
  const kept: [number, number][] = [];
  for (const [rate, threshold] of curve)
    if (kept.length === 0 || threshold > kept.at(-1)![1]) kept.push([rate, threshold]);
  return kept;
}

function round(value: number): number {
  return Number(value.toFixed(5));
}

/**
 * Interval of the threshold of each rate. Every replicate fits the tail anew. A pair counts as
 * often as both of its people were drawn.
 * @returns undefined for rates above the share of kept pairs
 */
function resample(comparisons: Comparisons, tailPairs: number): (Interval | undefined)[] {
  const { people, personOf, topImpostors, weighImpostors } = comparisons;
  const { scores } = topImpostors;
  const first = topImpostors.first.map((vector) => personOf[vector]!);
  const second = topImpostors.second.map((vector) => personOf[vector]!);
  const above = scores[tailPairs]!;
  const highest = scores.subarray(0, tailPairs);
  const pairWeights = new Float64Array(scores.length);
  const matched = new Float64Array(scores.length);
  const found: (number | undefined)[][] = RATES.map(() => []);
  forEachReplicate(people, REPLICATES, (weights) => {
    const total = weighImpostors(weights);
    let sum = 0;
    for (let k = 0; k < scores.length; k++) {
      pairWeights[k] = weights[first[k]!]! * weights[second[k]!]!;
      sum += pairWeights[k]!;
      matched[k] = sum;
    }
    const tail = fitTail(highest, above, total, pairWeights);
    for (const [k, rate] of RATES.entries())
      found[k]!.push(threshold(tail, KEPT * rate * total, total));
  });
  return found.map((values) => intervalOf(values));

  function threshold(tail: ImpostorTail, wanted: number, total: number): number | undefined {
    if (wanted < LEAST_PAIRS_ABOVE) return scoreAt(tail, wanted / total);
    return scores[indexAbove(matched, wanted)];
  }
}

/** First index with a cumulated weight above `wanted`. The length if there is none. */
function indexAbove(cumulated: Float64Array, wanted: number): number {
  let low = 0;
  let high = cumulated.length;
  while (low < high) {
    const middle = (low + high) >>> 1;
    if (cumulated[middle]! > wanted) high = middle;
    else low = middle + 1;
  }
  return low;
}
