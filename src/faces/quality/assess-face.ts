/** Measures a prepared face. */
import type { Estimator } from './measure.ts';
import { MEASURES, type QualityMeasurement, type QualityMeasureName } from './measures.ts';
import type { PreparedFace } from './prepared-face.ts';

export interface FaceQuality {
  /** In the requested order. */
  readonly measurements: readonly QualityMeasurement[];
  /** Measures that cannot be computed here. */
  readonly unavailable: readonly QualityMeasureName[];
  /** Measures that could not be computed for this face. */
  readonly failed: readonly QualityMeasureName[];
}

/** @param checkpoint called between measures; throws when the caller has left */
export function assessFace(
  measures: readonly QualityMeasureName[],
  face: PreparedFace,
  checkpoint: () => void,
): FaceQuality {
  const measurements: QualityMeasurement[] = [];
  const unavailable: QualityMeasureName[] = [];
  const failed: QualityMeasureName[] = [];
  for (const measure of measures) {
    checkpoint();
    const { estimate, toScalar } = MEASURES[measure];
    if (estimate === undefined) {
      unavailable.push(measure);
      continue;
    }
    const rawValue = estimated(estimate, face);
    if (Number.isFinite(rawValue))
      measurements.push({
        measure,
        rawValue,
        scalarScore: toScalar(rawValue),
        method: 'approximate',
      });
    else failed.push(measure);
  }
  return { measurements, unavailable, failed };
}

/** A measure that throws cannot be assessed. The others are still useful. */
function estimated(estimate: Estimator, face: PreparedFace): number {
  try {
    return estimate(face);
  } catch {
    return Number.NaN;
  }
}
