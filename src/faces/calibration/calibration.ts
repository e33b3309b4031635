/** Calibration of an encoder: the comparison scores that keep given false-match rates. */
import { type Static, Type } from 'typebox';
import { ModelError } from '../../inference/models/model-error.ts';
import { parseMeasured } from './measured-file.ts';

/** Measurements of `npm run evaluate` on impostor pairs; a JSON file per encoder. */
const CalibrationSchema = Type.Object({
  encoder: Type.String(),
  /** RFC 3339 date of the measurement. */
  date: Type.String(),
  /** The data, people, images and pairs of the measurement. */
  data: Type.String(),
  /** Digest of the cohort used in the measurement; absent: none. */
  cohort: Type.Optional(Type.String()),
  /** [false-match rate, threshold], rates falling, thresholds rising; the tail is fitted. */
  curve: Type.Array(
    Type.Tuple([
      Type.Number({ exclusiveMinimum: 0, maximum: 1 }),
      Type.Number({ minimum: -1, maximum: 1 }),
    ]),
    { minItems: 2 },
  ),
});

export type Calibration = Static<typeof CalibrationSchema>;

/**
 * Reads a calibration file.
 * @param origin name of the file for errors
 * @throws ModelError not a calibration, or its curve is not monotone
 */
export function parseCalibration(text: string, origin: string): Calibration {
  const value = parseMeasured(CalibrationSchema, text, origin);
  const monotone = value.curve.every(([rate, threshold], i) => {
    const before = value.curve[i - 1];
    return before === undefined || (rate < before[0] && threshold > before[1]);
  });
  if (!monotone) throw new ModelError(`${origin}: rates must fall and thresholds rise`);
  return value;
}

/** False-match rate at which the interface score is 0.5. */
const MIDDLE_FALSE_MATCH_RATE = 1e-4;
/** False-match rate at which the interface score is 0.9. */
const STRONG_FALSE_MATCH_RATE = 1e-6;

/**
 * Comparison score that keeps `fmr`. Interpolates in log(rate). For rarer rates it continues the
 * last piece of the curve, the exponential tail. For more frequent rates it uses the beginning.
 */
export function thresholdFor({ curve }: Calibration, fmr: number): number {
  const wanted = Math.log(fmr);
  const found = curve.findIndex(([rate]) => Math.log(rate) <= wanted);
  if (found === 0) return curve[0]![1];
  const after = found < 0 ? curve.length - 1 : found;
  const [rateBefore, before] = curve[after - 1]!;
  const [rateAfter, threshold] = curve[after]!;
  const share = (Math.log(rateBefore) - wanted) / (Math.log(rateBefore) - Math.log(rateAfter));
  return Math.min(1, before + (threshold - before) * share);
}

/** Knows the threshold for a false-match rate: an engine, or a calibration under evaluation. */
interface Thresholds {
  threshold(falseMatchRate: number): number;
}

/** The thresholds of a calibration. */
export const thresholdsOf = (calibration: Calibration): Thresholds => ({
  threshold: (falseMatchRate) => thresholdFor(calibration, falseMatchRate),
});

/**
 * The comparison score from which a search identifies. Each reference gets an equal share of the
 * rate at which a stranger may match any of them (union bound).
 * @param searched references that the probe is compared with
 */
export const identificationThreshold = (
  thresholds: Thresholds,
  falsePositiveIdentificationRate: number,
  searched: number,
): number => thresholds.threshold(falsePositiveIdentificationRate / Math.max(1, searched));

/**
 * A comparison score as 0..1: logistic, 0.5 at the threshold for FMR 0.01 % and 0.9 at that for FMR
 * 0.0001 %.
 */
export function interfaceScore(calibration: Calibration, comparison: number): number {
  const middle = thresholdFor(calibration, MIDDLE_FALSE_MATCH_RATE);
  const strong = thresholdFor(calibration, STRONG_FALSE_MATCH_RATE);
  const slope = Math.log(9) / (strong - middle);
  return 1 / (1 + Math.exp(-slope * (comparison - middle)));
}
