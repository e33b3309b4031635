/** The result of grading as the JSON of the interface. */
import type { Static } from 'typebox';
import { groupOf, QUALITY_MEASURES, type QualityMeasureName } from '../../faces/quality/measure.ts';
import { aboutMeasure, adviceFor } from '../../faces/quality/wording.ts';
import type { GradeQualityResult } from '../../operations/grade-quality.ts';
import { envelopeOf } from './answers.ts';
import type { QualityAnswer, QualityExplanationAnswer } from './quality-schemas.ts';

export function qualityAnswer(result: GradeQualityResult): Static<typeof QualityAnswer> {
  return {
    ...envelopeOf(result),
    qualityMeasurements: [...result.measurements],
    explanation: explanationOf(result),
  };
}

function explanationOf({
  explanation,
  measurements,
}: GradeQualityResult): Static<typeof QualityExplanationAnswer> | null {
  if (explanation === undefined) return null;
  const { alignedFace, landmarks, masks } = explanation;
  const names = Object.keys(QUALITY_MEASURES) as QualityMeasureName[];
  return {
    alignedFace: base64(alignedFace),
    landmarks: [...landmarks],
    masks: masks.map(({ name, png }) => ({ name, image: base64(png) })),
    measures: names.map((measure) => {
      const measured = measurements.find((measurement) => measurement.measure === measure);
      return {
        measure,
        identifier: QUALITY_MEASURES[measure],
        group: groupOf(measure),
        about: aboutMeasure(measure),
        advice: measured === undefined ? '' : adviceFor(measured),
      };
    }),
  };
}

function base64({ buffer, byteOffset, byteLength }: Uint8Array): string {
  return Buffer.from(buffer, byteOffset, byteLength).toString('base64');
}
