/** The route of face image quality, `/api/ofiq/v1/faceimagequality`. */
import type { TypeBoxTypeProvider } from '@fastify/type-provider-typebox';
import type { FastifyInstance } from 'fastify';
import type { Static } from 'typebox';
import { gradeQuality } from '../../operations/grade-quality.ts';
import { decodeImage } from './base64.ts';
import { runRequestedJob } from './job-context.ts';
import type { HttpParts } from './parts.ts';
import { qualityAnswer } from './quality-answer.ts';
import { QualityAnswer, QualityBody } from './quality-schemas.ts';
import { operationRoute } from './route-schema.ts';
import { reference } from './schemas.ts';

const EXAMPLE: Static<typeof QualityAnswer> = {
  status: 'SUCCEEDED',
  errors: [
    {
      errorCode: 'QualityAssessmentError',
      message:
        'Not computed without the reference models ("bin/prosopon models pull iso-29794-5"): ' +
        'UnifiedQualityScore, Sharpness.',
    },
  ],
  qualityMeasurements: [
    { measure: 'LuminanceMean', rawValue: 0.3211, scalarScore: 92, method: 'approximate' },
    { measure: 'HeadPoseYaw', rawValue: -4.62, scalarScore: 99, method: 'approximate' },
  ],
  explanation: null,
};

const SCHEMA = {
  ...operationRoute(
    {
      operationId: 'faceImageQuality',
      summary: 'Grade a face image',
      description:
        'Measures of ISO/IEC 29794-5 of the largest face, each with its raw value and a score of ' +
        '0 to 100. An image without a face answers `FaceDetectionError` and no measures.',
      answer: reference(QualityAnswer),
      example: EXAMPLE,
    },
    true,
    'Quality',
  ),
  body: QualityBody,
};

export function addQualityRoute(app: FastifyInstance, parts: HttpParts): void {
  app
    .withTypeProvider<TypeBoxTypeProvider>()
    .post(
      '/api/ofiq/v1/faceimagequality',
      { schema: SCHEMA, config: { operation: 'grade-quality' } },
      async (request) => {
        const result = await runRequestedJob(parts, request, async (context) =>
          gradeQuality(parts, context, {
            image: decodeImage(request.body.image, 'image'),
            explain: request.body.explain === true,
          }),
        );
        return qualityAnswer(result);
      },
    );
}
