/**
 * True accept rates at chosen false accept rates, by thresholds of the data and of a calibration.
 */
import { type Calibration, thresholdFor } from '../src/faces/calibration/calibration.ts';
import type { Comparisons } from './comparisons.ts';
import {
  countAbove,
  type EqualError,
  equalErrorRate,
  FALSE_ACCEPT_RATES,
  shareAtOrAbove,
  thresholdAt,
} from './error-rates.ts';
import { bootstrapErrorRates, type Interval } from './subject-bootstrap.ts';

/** At the threshold with this false accept rate on the data itself. */
export interface OwnPoint {
  readonly far: number;
  /** Absent: too few impostor comparisons. */
  readonly threshold?: number;
  readonly tar?: number;
  readonly tarInterval?: Interval;
  /**
   * Mean of each person's true accept rate, so that nobody counts more for having more photographs.
   */
  readonly tarByPerson?: number;
  /** Counts refused photographs as misses. */
  readonly tarWithRefusals?: number;
}

/** At a calibration's threshold for a nominal rate. */
export interface CalibratedPoint {
  readonly nominal: number;
  readonly threshold: number;
  readonly far: number;
  readonly farInterval?: Interval;
  /** Measured divided by nominal rate. 1 is ideal. */
  readonly ratio: number;
  readonly tar: number;
  readonly tarInterval?: Interval;
}

export interface OperatingPoints {
  readonly own: readonly OwnPoint[];
  /** Empty without a calibration. */
  readonly calibrated: readonly CalibratedPoint[];
  readonly equalError?: EqualError & { readonly interval?: Interval };
}

/** Impostor comparisons within a group of people who look alike. */
export interface GroupRates {
  readonly impostor: number;
  /** Measured divided by nominal rate, for each rate. Absent: too few comparisons. */
  readonly ratios: readonly { readonly nominal: number; readonly ratio?: number }[];
}

/** Expected matches from which a ratio means something. */
const LEAST_EXPECTED = 10;

/** @param withinGroups impostor scores of each group, rising */
export const ratesWithinGroups = (
  withinGroups: readonly Float32Array[],
  calibration: Calibration,
): GroupRates[] =>
  withinGroups.map((scores) => ({
    impostor: scores.length,
    ratios: FALSE_ACCEPT_RATES.map((nominal) => {
      const expected = nominal * scores.length;
      if (expected < LEAST_EXPECTED) return { nominal };
      return {
        nominal,
        ratio: countAbove(scores, thresholdFor(calibration, nominal)) / expected,
      };
    }),
  }));

/** @param allGenuine genuine comparisons, including those that refused photographs prevented */
export function operatingPoints(
  comparisons: Comparisons,
  calibration: Calibration | undefined,
  allGenuine: number,
): OperatingPoints {
  const { genuine, impostorScores } = comparisons;
  const fixed =
    calibration === undefined
      ? []
      : FALSE_ACCEPT_RATES.map((rate) => thresholdFor(calibration, rate));
  const intervals = bootstrapErrorRates(comparisons, FALSE_ACCEPT_RATES, fixed);
  const own = FALSE_ACCEPT_RATES.map((far, k): OwnPoint => {
    const threshold = thresholdAt(impostorScores, far);
    if (threshold === undefined || genuine.scores.length === 0) return { far };
    const tar = shareAtOrAbove(genuine.scores, threshold);
    return {
      far,
      threshold,
      tar,
      ...optional('tarInterval', intervals.tar[k]),
      tarByPerson: meanOverPeople(comparisons, threshold),
      tarWithRefusals: (tar * genuine.scores.length) / allGenuine,
    };
  });
  const calibrated = fixed.map((threshold, k): CalibratedPoint => {
    const nominal = FALSE_ACCEPT_RATES[k]!;
    const far = countAbove(impostorScores, threshold) / Math.max(1, impostorScores.length);
    return {
      nominal,
      threshold,
      far,
      ...optional('farInterval', intervals.farAtThreshold[k]),
      ratio: far / nominal,
      tar: shareAtOrAbove(genuine.scores, threshold),
      ...optional('tarInterval', intervals.tarAtThreshold[k]),
    };
  });
  const equalError = equalErrorRate(comparisons);
  const { equalErrorRate: interval } = intervals;
  if (equalError === undefined) return { own, calibrated };
  return { own, calibrated, equalError: { ...equalError, ...optional('interval', interval) } };
}

function meanOverPeople({ genuine, personOf, people }: Comparisons, threshold: number): number {
  const all = new Uint32Array(people);
  const accepted = new Uint32Array(people);
  for (const [k, score] of genuine.scores.entries()) {
    const person = personOf[genuine.first[k]!]!;
    all[person]!++;
    if (score >= threshold) accepted[person]!++;
  }
  let sum = 0;
  let counted = 0;
  for (let person = 0; person < people; person++) {
    if (all[person] === 0) continue;
    sum += accepted[person]! / all[person]!;
    counted++;
  }
  return sum / counted;
}

function optional<N extends string, V>(name: N, value: V | undefined): { [K in N]?: V } {
  return (value === undefined ? {} : { [name]: value }) as { [K in N]?: V };
}
