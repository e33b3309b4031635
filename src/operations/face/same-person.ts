/** Warns if a sample to enrol does not look like the other samples of its class. */
import type { FaceEngine, QualityAssessment } from '../../faces/analysis.ts';
import { classVector } from '../../templates/class-vector.ts';
import { comparedAt, disclosedScore } from './disclosed-score.ts';

/** Warns of samples below the threshold of this false-match rate: a lenient comparison. */
const LENIENT_FALSE_MATCH_RATE = 0.005;

/** Most samples of the same call to compare a sample with. */
const MOST_COMPARED = 16;

/**
 * For each sample, the failed assessment `SamePerson`, or undefined. Compares a sample with the
 * vectors of the class, or with the other samples of the call if there are none. This is only a
 * warning: callers with permission to enrol decide.
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
    const comparison = engine.compare(sample, classVector(reference));
    const compared = comparedAt(engine, comparison, engine.threshold(LENIENT_FALSE_MATCH_RATE));
    if (compared.accepted) return undefined;
    return {
      check: 'SamePerson',
      score: disclosedScore(compared, { coarse: true }),
      message:
        'The face differs from the other samples of this class; ' +
        'make sure that all of them show the same person.',
    };
  });
}
