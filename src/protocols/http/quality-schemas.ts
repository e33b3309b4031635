/** Members of requests and answers of face image quality. */
import { Type } from 'typebox';
import { QUALITY_MEASURES, type QualityMeasureName } from '../../faces/quality/measure.ts';
import { envelope, ImageText, reference } from './schemas.ts';

export const QualityBody = Type.Object(
  { image: ImageText },
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

export const QualityAnswer = Type.Object(
  {
    ...envelope,
    qualityMeasurements: Type.Array(reference(QualityMeasurementAnswer), {
      description:
        'In the order of the registered identifiers; what was not computed is absent and named by ' +
        '`QualityAssessmentError`.',
    }),
  },
  { $id: 'FaceImageQualityResponse' },
);
