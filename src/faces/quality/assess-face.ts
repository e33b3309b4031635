/** Measures a prepared face: every registered measure whose needs are met. */
import type { Estimator } from './measure.ts';
import {
  MEASURES,
  type QualityMeasurement,
  type QualityMeasureName,
  type RegisteredMeasure,
} from './measures.ts';
import type { PreparedFace } from './prepared-face.ts';

export interface FaceQuality {
  /** In the order of the identifiers. */
  readonly measurements: readonly QualityMeasurement[];
  /** Measures that nothing installed can compute. */
  readonly unavailable: readonly QualityMeasureName[];
  /** Measures that could not be computed for this face. */
  readonly failed: readonly QualityMeasureName[];
}

/** @param checkpoint called between measures; throws when the caller has gone */
export async function assessFace(
  registry: readonly RegisteredMeasure[],
  face: PreparedFace,
  checkpoint: () => void,
): Promise<FaceQuality> {
  const measurements: QualityMeasurement[] = [];
  const unavailable: QualityMeasureName[] = [];
  const failed: QualityMeasureName[] = [];
  for (const { measure, estimators } of registry) {
    checkpoint();
    const estimator = estimators.find(({ needs }) =>
      needs.every((need) => face.facts[need] !== undefined),
    );
    if (estimator === undefined) {
      unavailable.push(measure);
      continue;
    }
    const rawValue = await estimated(estimator, face);
    if (!Number.isFinite(rawValue)) {
      failed.push(measure);
      continue;
    }
    const approximate =
      estimator.method === 'approximate' ||
      estimator.needs.some((need) => face.facts[need]!.method === 'approximate');
    const method = approximate ? 'approximate' : 'reference';
    const scalarScore = MEASURES[measure].toScalar(rawValue);
    measurements.push({ measure, rawValue, scalarScore, method });
  }
  return { measurements, unavailable, failed };
}

/** One measure that breaks is one that cannot be assessed: the others are still worth something. */
async function estimated(estimator: Estimator, face: PreparedFace): Promise<number> {
  try {
    return await estimator.estimate(face);
  } catch {
    return Number.NaN;
  }
}
