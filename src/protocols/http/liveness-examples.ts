/** Example answers of the liveness routes. */
import type { Static } from 'typebox';
import { EXAMPLES } from './examples.ts';
import type { LivenessAnswer, PhotoVerifyAnswer } from './liveness-schemas.ts';

const { image } = EXAMPLES;
const [face] = image.faces;

const first = { ...image, faces: [{ ...face!, textureLivenessScore: 0.94 }] };
const second = {
  ...image,
  faces: [
    {
      ...face!,
      textureLivenessScore: 0.91,
      motionLivenessScore: 0.88,
      movementDirection: 178.4,
    },
  ],
};

const liveness: Static<typeof LivenessAnswer> = {
  status: 'SUCCEEDED',
  errors: [],
  imageProperties: [first, second],
  live: true,
  livenessScore: 0.91,
};

const video: Static<typeof LivenessAnswer> = {
  status: 'SUCCEEDED',
  errors: [
    {
      errorCode: 'RejectedByPassiveLiveDetection',
      message: 'frame 12: The image does not seem to be one of a live person.',
    },
  ],
  imageProperties: [
    { ...image, faces: [{ ...face!, textureLivenessScore: 0.07 }], frameNumber: 12 },
  ],
  live: false,
  livenessScore: 0.07,
};

const photoVerify: Static<typeof PhotoVerifyAnswer> = {
  status: 'SUCCEEDED',
  errors: [],
  imageProperties: [first],
  photoProperties: image,
  verificationLevel: 'LEVEL_4',
  verificationScore: 0.81,
  live: true,
  livenessScore: 0.94,
};

export const LIVENESS_EXAMPLES = { liveness, video, photoVerify } as const;
