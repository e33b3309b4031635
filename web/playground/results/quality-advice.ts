/** Advice on a poor measure, in the language of the page. */
import { t } from '../../language.ts';

/** Raw values above these are too high, and below them too low. */
const HIGH_FROM: Readonly<Record<string, number>> = {
  LuminanceMean: 0.5,
  LuminanceVariance: 0.02,
  HeadSize: 0.45,
  HeadPoseYaw: 0,
  HeadPosePitch: 0,
};

/**
 * One sentence. Undefined: the page does not know the measure.
 * @param rawValue if known, the sentence says in which direction it is off
 */
export function adviceOn(measure: string, rawValue?: number): string | undefined {
  const { advice } = t.value;
  const words = advice[measure as keyof typeof advice];
  if (words === undefined || typeof words === 'string') return words;
  if (rawValue === undefined) return words.either;
  return rawValue < (HIGH_FROM[measure] ?? 0) ? words.low : words.high;
}
