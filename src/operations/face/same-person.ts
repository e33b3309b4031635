/** Warns when a sample to be enrolled does not look like the other samples of its class. */
import type { FaceEngine, QualityAssessment } from '../../faces/analysis.ts';
import { toldScore } from './told-score.ts';

/** Samples below the threshold of this false-match rate are warned of: a lenient comparison. */
const LENIENT_FALSE_MATCH_RATE = 0.005;

/** Samples of the same call that a sample is compared with at most. */
const MOST_COMPARED = 16;

/**
 * One entry per sample: the failing assessment `SamePerson`, or undefined. A sample is compared
 * with the vectors of the class, and where there are none with the other samples of the call.
 * It is a warning only: who may enrol decides who is enrolled.
 */
export function assessSamePerson(
  engine: FaceEngine,
  samples: readonly Float32Array[],
  existing: readonly Float32Array[],
): readonly (QualityAssessment | undefined)[] {
  return samples.map((sample) => {
    const others = samples.filter((other) => other !== sample).slice(0, MOST_COMPARED);
    const reference = existing.length > 0 ? existing : others;
    if (reference.length === 0) return undefined;
    const comparison = engine.compare(sample, reference);
    const threshold = engine.threshold(LENIENT_FALSE_MATCH_RATE, reference.length);
    if (comparison >= threshold) return undefined;
    const compared = {
      score: engine.toScore(comparison, reference.length),
      threshold: engine.toScore(threshold, reference.length),
      accepted: false,
    };
    return {
      check: 'SamePerson',
      score: toldScore(compared, { coarse: true }),
      message:
        'The face differs from the other samples of this class; ' +
        'make sure that all of them show the same person.',
    };
  });
}
