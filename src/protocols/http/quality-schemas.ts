/** Members of requests and answers of face image quality. */
import { Type } from 'typebox';
import { QUALITY_MEASURES, type QualityMeasureName } from '../../faces/quality/measure.ts';
import { ADVICE_BELOW } from '../../faces/quality/wording.ts';
import { envelope, ImageText, reference } from './schemas.ts';

export const QualityBody = Type.Object(
  {
    image: ImageText,
    explain: Type.Optional(
      Type.Boolean({
        default: false,
        description: 'True: also answer `explanation`, what the measures looked at.',
      }),
    ),
  },
  {
    description: 'The image whose largest face is graded.',
    examples: [{ image: '/9j/4AAQSkZJRgABAQAAAQABAAD…' }],
  },
);

const NAMES = Object.keys(QUALITY_MEASURES) as QualityMeasureName[];

export const QualityMeasurementAnswer = Type.Object(
  {
    measure: Type.Enum(NAMES, {
      type: 'string',
      description: 'Name of the measure of ISO/IEC 29794-5.',
    }),
    rawValue: Type.Number({ description: 'In the unit of the measure; see docs/quality.md.' }),
    scalarScore: Type.Integer({
      minimum: 0,
      maximum: 100,
      description: '100 is best, 0 a severe defect.',
    }),
    method: Type.Enum(['reference', 'approximate'], {
      type: 'string',
      description:
        '`reference`: formula and networks of the reference implementation. `approximate`: the ' +
        'same formula on what other networks found.',
    }),
  },
  { $id: 'QualityMeasurement' },
);

const FramePng = (description: string) =>
  Type.String({ contentEncoding: 'base64', description: `${description} PNG as base64.` });

export const QualityExplanationAnswer = Type.Object(
  {
    alignedFace: FramePng('The face in the frame of 616 × 616 pixels that measures look at.'),
    landmarks: Type.Array(Type.Object({ x: Type.Integer(), y: Type.Integer() }), {
      description: '98 points in frame pixels, numbered as in WFLW.',
    }),
    masks: Type.Array(
      Type.Object({
        name: Type.Enum(['landmarkedRegion', 'background', 'visibleFace'], { type: 'string' }),
        image: FramePng('White where the mask is; 616 × 616 pixels.'),
      }),
    ),
    measures: Type.Array(
      Type.Object({
        measure: Type.Enum(NAMES, { type: 'string' }),
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

export const QualityAnswer = Type.Object(
  {
    ...envelope,
    qualityMeasurements: Type.Array(reference(QualityMeasurementAnswer), {
      description:
        'In the order of the registered identifiers; what was not computed is absent and named by ' +
        '`QualityAssessmentError`.',
    }),
    explanation: Type.Union([reference(QualityExplanationAnswer), Type.Null()], {
      description: 'Null unless `explain` asks for it and a face was measured.',
    }),
  },
  { $id: 'FaceImageQualityResponse' },
);
