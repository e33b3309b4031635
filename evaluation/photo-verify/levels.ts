/** Acceptance by each verification level: of strangers, and of the person on the photo. */
import { VERIFICATION_LEVELS } from '../../src/operations/face/photo-verify.ts';
import type { Comparisons } from '../comparisons.ts';
import { countAbove, shareAtOrAbove } from '../error-rates.ts';
import { bootstrapErrorRates, type Interval } from '../subject-bootstrap.ts';

export interface LevelRates {
  /** `LEVEL_5` and so on. */
  readonly level: string;
  /** The promised false-accept rate of the level, and the measured one. */
  readonly nominal: number;
  readonly far: number;
  readonly falseAccepts: number;
  readonly farInterval: Interval | undefined;
  /** Share of the genuine pairs at this level or better. Photos without a face count as misses. */
  readonly accepted: number;
  readonly acceptedInterval: Interval | undefined;
}

const REPLICATES = 400;

/** @param comparisons with strengths as scores: −log10 of a false-match rate */
export function levelRates(comparisons: Comparisons, allGenuine: number): LevelRates[] {
  const { genuine, impostorScores } = comparisons;
  const thresholds = VERIFICATION_LEVELS.map(([, rate]) => -Math.log10(rate));
  const intervals = bootstrapErrorRates(comparisons, [], thresholds, REPLICATES);
  const found = allGenuine === 0 ? 0 : genuine.scores.length / allGenuine;
  return VERIFICATION_LEVELS.map(([level, nominal], k) => {
    const threshold = thresholds[k]!;
    const falseAccepts = countAbove(impostorScores, threshold);
    const interval = intervals.tarAtThreshold[k];
    return {
      level,
      nominal,
      falseAccepts,
      far: falseAccepts / Math.max(1, impostorScores.length),
      farInterval: intervals.farAtThreshold[k],
      accepted: found * shareAtOrAbove(genuine.scores, threshold),
      acceptedInterval: interval && ([interval[0] * found, interval[1] * found] as const),
    };
  }).reverse();
}
