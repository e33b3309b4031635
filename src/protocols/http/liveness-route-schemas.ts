/** The liveness routes as the API reference describes them. */
import { LIVENESS_EXAMPLES } from './liveness-examples.ts';
import {
  LivenessAnswer,
  LivenessBody,
  PhotoVerifyAnswer,
  PhotoVerifyBody,
  VideoLivenessBody,
} from './liveness-schemas.ts';
import { operationRoute } from './route-schema.ts';
import { reference } from './schemas.ts';

export const LIVENESS_ROUTES = {
  detectLiveness: {
    ...operationRoute(
      {
        operationId: 'livenessDetection',
        summary: 'Detect liveness in one or two images',
        description:
          'One image: texture-based detection and detectors of obvious fakes. Two images: the ' +
          'same on each, and 3-D motion of the head between them. Tags on the second image: the ' +
          'head must also have moved where they say. Every decision has to be for a live person.',
        answer: reference(LivenessAnswer),
        example: LIVENESS_EXAMPLES.liveness,
      },
      true,
      'Liveness',
    ),
    body: LivenessBody,
  },
  detectVideoLiveness: {
    ...operationRoute(
      {
        operationId: 'videoLivenessDetection',
        summary: 'Detect liveness in a video',
        description:
          'Looks at frames at equal distances until 7 are live, 7 are rejected, or 5 do not show ' +
          'one suitable face (`FailureToAcquire`). Another person in a later frame is a rejection.',
        answer: reference(LivenessAnswer),
        example: LIVENESS_EXAMPLES.video,
      },
      true,
      'Liveness',
    ),
    body: VideoLivenessBody,
  },
  photoVerify: {
    ...operationRoute(
      {
        operationId: 'photoVerify',
        summary: 'Compare an ID photo with live images',
        description:
          'Detects liveness first, unless that is disabled, and then compares the photo with the ' +
          'live images; of two the weaker match decides. Nothing is stored.',
        answer: reference(PhotoVerifyAnswer),
        example: LIVENESS_EXAMPLES.photoVerify,
      },
      true,
      'Liveness',
    ),
    body: PhotoVerifyBody,
  },
} as const;
