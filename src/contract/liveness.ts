/** Liveness detection: whether one or two images, or a video, show a live person. */
import { type Static, Type } from 'typebox';
import { LEAST_FRAMES, MOST_FRAMES } from '../faces/liveness/burst/decide-burst.ts';
import type { SubmittedFrame } from '../operations/liveness/burst.ts';
import {
  detectLiveness,
  type LivenessResult,
  requireOneOrTwo,
} from '../operations/liveness/detect-liveness.ts';
import { detectVideoLiveness } from '../operations/liveness/detect-video-liveness.ts';
import type { SubmittedImage } from '../operations/submitted-image.ts';
import { contract } from './contract.ts';
import {
  EXAMPLE_IMAGE,
  envelope,
  envelopeOf,
  fraction,
  ImageProperties,
  ImageText,
  liveProperties,
  maybe,
  reference,
  VideoText,
} from './members.ts';

/** Small frames between two images, if both come from a camera. */
export const BurstMember = maybe(
  Type.Array(
    Type.Object({
      image: ImageText,
      at: Type.Number({
        minimum: 0,
        maximum: 3_600_000,
        description: 'Milliseconds after the image before.',
      }),
    }),
  ),
  {
    description:
      `${LEAST_FRAMES} to ${MOST_FRAMES} small frames taken between the previous image and this one, each ` +
      'at least 240 pixels wide and of the same section. They have to lead from one image to the ' +
      'other. Absent: only the images count.',
  },
);

export const LiveImages = Type.Array(
  Type.Object({
    image: ImageText,
    tags: maybe(Type.Array(Type.String()), {
      description:
        'Challenge, on the second image: where the head must have moved to since the first, ' +
        "`up`, `down`, `left` or `right` from the subject's point of view. Ignored on the first.",
      examples: [['left']],
    }),
    burst: BurstMember,
  }),
  { description: 'One or two live images, in the order they were taken.' },
);

/** Directions in any case. */
export const directionsOf = (tags: readonly string[]) => tags.map((tag) => tag.toLowerCase());

/** The frames as operations take them. In protocol buffers, an empty list means none. */
export const framesOf = (burst: Static<typeof BurstMember> = []): SubmittedFrame[] | undefined =>
  burst.length === 0 ? undefined : burst.map(({ image, at }) => ({ ...image, milliseconds: at }));

interface GivenLiveImage {
  readonly image: SubmittedImage;
  readonly tags?: readonly string[];
  readonly burst?: Static<typeof BurstMember>;
}

/** The images as the operation takes them. */
export const liveImagesOf = (images: readonly GivenLiveImage[]) =>
  images.map(({ image, tags = [], burst }) => ({
    ...image,
    tags: directionsOf(tags),
    burst: framesOf(burst),
  }));

/** Members of every answer about live images. */
export const liveness = {
  live: Type.Boolean({ description: 'True: the person is there, and there is no error.' }),
  livenessScore: fraction('Mean of all scores calculated; exactly 0 = none was. Decide by `live`.'),
};

export type LivenessAnswer = Static<typeof LivenessAnswer>;
export const LivenessAnswer = Type.Object(
  {
    ...envelope,
    imageProperties: Type.Array(reference(ImageProperties), {
      description: 'One per image, or per frame looked at, in order.',
    }),
    ...liveness,
  },
  { $id: 'LivenessDetectionResponse' },
);

function answer(result: LivenessResult): LivenessAnswer {
  return {
    ...envelopeOf(result),
    imageProperties: result.images.map(liveProperties),
    live: result.live,
    livenessScore: result.livenessScore,
  };
}

const [face] = EXAMPLE_IMAGE.faces;

/** Example of a live image. */
export const EXAMPLE_LIVE_IMAGE = {
  ...EXAMPLE_IMAGE,
  faces: [{ ...face, textureLivenessScore: 0.94 }],
};

export const livenessContract = contract({
  operation: 'detect-liveness',
  token: { attemptOf: 'livenessdetection', sequence: true },
  http: { method: 'POST', path: '/api/v1/livenessdetection', id: 'livenessDetection' },
  rpc: 'FaceLiveness/LivenessDetection',
  tag: 'Liveness',
  summary: 'Detect liveness in one or two images',
  description:
    'One image is passive detection against crude attacks: texture, obvious fakes. Two: the ' +
    'same on each, and 3-D motion of the head between them. Tags on the second image: the ' +
    'head must also have moved where they say. Every decision has to be for a live person. ' +
    'Less than the setting `leastLiveness` of the client demands is 400.',
  request: Type.Object(
    { liveImages: LiveImages },
    {
      description: 'One image: passive detection. Two: also motion. Tags on the second: challenge.',
      examples: [
        {
          liveImages: [
            { image: '/9j/4AAQSkZJRgABAQAAAQABAAD…' },
            { image: '/9j/4AAQSkZJRgABAQAAAQABAAD…', tags: ['left'] },
          ],
        },
      ],
    },
  ),
  response: LivenessAnswer,
  example: {
    status: 'SUCCEEDED',
    errors: [],
    imageProperties: [
      EXAMPLE_LIVE_IMAGE,
      {
        ...EXAMPLE_IMAGE,
        faces: [
          {
            ...face,
            textureLivenessScore: 0.91,
            motionLivenessScore: 0.88,
            movementDirection: 178.4,
          },
        ],
      },
    ],
    live: true,
    livenessScore: 0.91,
  },
  before: ({ liveImages }) => requireOneOrTwo(liveImages),
  run: (parts, context, { liveImages }) =>
    detectLiveness(parts, context, { images: liveImagesOf(liveImages) }),
  answer,
});

export const videoLivenessContract = contract({
  operation: 'detect-video-liveness',
  token: { attemptOf: 'livenessdetection' },
  http: { method: 'POST', path: '/api/v1/videolivenessdetection', id: 'videoLivenessDetection' },
  rpc: 'FaceLiveness/VideoLivenessDetection',
  tag: 'Liveness',
  summary: 'Detect liveness in a video',
  description:
    'Looks at frames at equal distances, at least 7 with one suitable face and at most 25 in all, ' +
    'until the evidence suffices for or against a live person. If it never suffices, the video is ' +
    'not live. Fewer than 7 suitable frames: `FailureToAcquire`. Another person in a later frame ' +
    'counts against liveness. A face that never turns, blinks or speaks is not live.',
  request: Type.Object({ video: VideoText }, { description: 'A video of one person.' }),
  response: LivenessAnswer,
  example: {
    status: 'SUCCEEDED',
    errors: [
      {
        errorCode: 'RejectedByPassiveLiveDetection',
        message: 'frame 12: The image does not appear to show a live person.',
      },
    ],
    imageProperties: [
      { ...EXAMPLE_IMAGE, faces: [{ ...face, textureLivenessScore: 0.07 }], frameNumber: 12 },
    ],
    live: false,
    livenessScore: 0.07,
  },
  run: (parts, context, { video }) => detectVideoLiveness(parts, context, { video }),
  answer,
});
