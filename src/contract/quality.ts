/** Face image quality: the measures of ISO/IEC 29794-5 of the largest face in an image. */

import { type Static, Type } from 'typebox';
import { ADVICE_BELOW, adviceFor, MEASURE_NAMES, MEASURES } from '../faces/quality/measures.ts';
import { type GradeQualityResult, gradeQuality } from '../operations/quality/grade-quality.ts';
import { contract } from './contract.ts';
import { envelope, envelopeOf, ImageText, maybe, orNull, png, reference } from './members.ts';

export const QualityMeasurementAnswer = Type.Object(
  {
    measure: Type.Enum(MEASURE_NAMES, {
      type: 'string',
      description: 'Name of the measure of ISO/IEC 29794-5.',
    }),
    rawValue: Type.Number({ description: 'In the unit of the measure; see docs/quality.md.' }),
    scalarScore: Type.Integer({
      minimum: 0,
      maximum: 100,
      description: '100 is best, 0 a severe defect.',
    }),
    method: Type.Enum(['approximate'], {
      type: 'string',
      description:
        'Formula of the reference implementation, on the findings of networks other than its own.',
    }),
  },
  { $id: 'QualityMeasurement' },
);

export const QualityExplanationAnswer = Type.Object(
  {
    alignedFace: png(
      'The face in the frame of 616 × 616 pixels that measures look at. PNG as base64.',
    ),
    landmarks: Type.Array(Type.Object({ x: Type.Integer(), y: Type.Integer() }), {
      description: '98 points in frame pixels, numbered as in WFLW.',
    }),
    masks: Type.Array(
      Type.Object({
        name: Type.Enum(['landmarkedRegion', 'background'], { type: 'string' }),
        image: png('White where the mask is; 616 × 616 pixels. PNG as base64.'),
      }),
    ),
    measures: Type.Array(
      Type.Object({
        measure: Type.Enum(MEASURE_NAMES, { type: 'string' }),
        identifier: Type.Integer({ description: 'Registered identifier, 65 (0x41) to 92 (0x5c).' }),
        group: Type.Enum(['unified', 'capture', 'subject'], {
          type: 'string',
          description: 'Part of the standard: the whole, how the photograph was taken, the person.',
        }),
        about: Type.String({ description: 'What the measure says, in a sentence.' }),
        advice: Type.String({
          description: `What would raise a score below ${ADVICE_BELOW}; else empty.`,
        }),
      }),
      { description: 'All 28 measures in the order of their identifiers.' },
    ),
  },
  { $id: 'QualityExplanation' },
);

export type QualityAnswer = Static<typeof QualityAnswer>;
export const QualityAnswer = Type.Object(
  {
    ...envelope,
    qualityMeasurements: Type.Array(reference(QualityMeasurementAnswer), {
      description:
        'In the order of the registered identifiers; what was not computed is absent and named by ' +
        '`QualityAssessmentError`.',
    }),
    explanation: orNull(reference(QualityExplanationAnswer), {
      description: 'Null unless `explain` asks for it and a face was measured.',
    }),
  },
  { $id: 'FaceImageQualityResponse' },
);

function explanationOf({
  explanation,
  measurements,
}: GradeQualityResult): Static<typeof QualityExplanationAnswer> | null {
  if (explanation === undefined) return null;
  const { alignedFace, landmarks, masks } = explanation;
  return {
    alignedFace,
    landmarks: [...landmarks],
    masks: masks.map(({ name, png: image }) => ({ name, image })),
    measures: MEASURE_NAMES.map((measure) => {
      const measured = measurements.find((measurement) => measurement.measure === measure);
      return {
        measure,
        identifier: MEASURES[measure].id,
        group: MEASURES[measure].group,
        about: MEASURES[measure].about,
        advice: measured === undefined ? '' : adviceFor(measured),
      };
    }),
  };
}

export const qualityContract = contract({
  operation: 'grade-quality',
  http: { method: 'POST', path: '/api/ofiq/v1/faceimagequality', id: 'faceImageQuality' },
  rpc: 'FaceImageQualityService/FaceImageQuality',
  tag: 'Quality',
  summary: 'Grade a face image',
  description:
    'Measures of ISO/IEC 29794-5 of the largest face, each with its raw value and a score of ' +
    '0 to 100. An image without a face answers `FaceDetectionError` and no measures.',
  request: Type.Object(
    {
      image: ImageText,
      explain: maybe(Type.Boolean(), {
        default: false,
        description: 'True: also answer `explanation`, what the measures looked at.',
      }),
    },
    {
      description: 'The image whose largest face is graded.',
      examples: [{ image: '/9j/4AAQSkZJRgABAQAAAQABAAD…' }],
    },
  ),
  response: QualityAnswer,
  example: {
    status: 'SUCCEEDED',
    errors: [],
    qualityMeasurements: [
      { measure: 'LuminanceMean', rawValue: 0.3211, scalarScore: 92, method: 'approximate' },
      { measure: 'HeadPoseYaw', rawValue: -4.62, scalarScore: 99, method: 'approximate' },
    ],
    explanation: null,
  },
  run: (parts, context, { image, explain = false }) =>
    gradeQuality(parts, context, { image, explain }),
  answer: (result) => ({
    ...envelopeOf(result),
    qualityMeasurements: [...result.measurements],
    explanation: explanationOf(result),
  }),
  headers: ({ missing }) => (missing.length > 0 ? { 'quality-missing': missing.join(', ') } : {}),
  // The message has no member for it: its fields are exactly those of the interface.
  trailer: ({ measurements }) => ({
    'quality-method': measurements.length > 0 ? 'approximate' : '',
    'quality-approximate': measurements.map(({ measure }) => measure).join(', '),
  }),
});
