/** Example answers of the API reference. */
import type { Static } from 'typebox';
import type {
  EnrollAnswer,
  ImageProperties,
  TemplateStatusAnswer,
  VerifyAnswer,
} from './schemas.ts';

const image: Static<typeof ImageProperties> = {
  rotated: 0,
  faces: [
    {
      leftEye: { x: 372.4, y: 268.1 },
      rightEye: { x: 268.9, y: 270.3 },
      textureLivenessScore: 0,
      motionLivenessScore: 0,
      movementDirection: 0,
    },
  ],
  qualityScore: 0,
  qualityAssessments: [],
  frameNumber: 0,
};

const template = {
  classId: 1001,
  available: true,
  enrolled: '2026-01-31T09:30:00.000Z',
  tags: ['staff'],
  encoderVersion: 1,
  featureVectors: 2,
  thumbnailsStored: 2,
  thumbnails: [],
  consent: { reference: 'consent-2026-0117', recorded: '2026-01-31T09:30:00.000Z' },
} satisfies Record<keyof Static<typeof TemplateStatusAnswer>, unknown>;

const verify: Static<typeof VerifyAnswer> = {
  status: 'SUCCEEDED',
  errors: [],
  imageProperties: image,
  verified: true,
  score: 0.87,
};

const enroll = {
  status: 'SUCCEEDED',
  errors: [
    {
      errorCode: 'FaceNotFound',
      message: 'images[1].image: No suitable face was found in the image.',
    },
  ],
  imageProperties: [image, { ...image, faces: [] }],
  performedAction: 'TEMPLATE_UPDATED',
  enrolledImages: 1,
  templateStatus: template,
} satisfies Record<keyof Static<typeof EnrollAnswer>, unknown>;

export const EXAMPLES = { image, template, verify, enroll } as const;
