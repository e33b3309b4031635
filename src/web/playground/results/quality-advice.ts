/** What to do about a measure that is not good, in the language of the page. */
import { t } from '../../language.ts';
import type { QualityMeasurement } from '../answers.ts';

/** Raw values from which on it is too much of something; below them it is too little. */
const HIGH_FROM: Readonly<Record<string, number>> = {
  LuminanceMean: 0.5,
  LuminanceVariance: 0.02,
  HeadSize: 0.45,
  HeadPoseYaw: 0,
  HeadPosePitch: 0,
};

/** One sentence; none for a measure the page does not know. */
export function adviceOn({ measure, rawValue }: QualityMeasurement): string[] {
  const { advice } = t.value;
  const words = advice[measure as keyof typeof advice];
  if (words === undefined) return [];
  if (typeof words === 'string') return [words];
  return [rawValue < (HIGH_FROM[measure] ?? 0) ? words.low : words.high];
}
