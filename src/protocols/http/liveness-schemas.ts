/** Members of requests and answers of liveness detection and photo verification. */
import { Type } from 'typebox';
import { LivenessDebug, PhotoVerifyDebug } from './liveness-debug-schema.ts';
import { envelope, fraction, ImageProperties, ImageText, reference } from './schemas.ts';

const LiveImages = Type.Array(
  Type.Object({
    image: ImageText,
    tags: Type.Optional(
      Type.Union([Type.Array(Type.String()), Type.Null()], {
        description:
          'Challenge, on the second image: where the head must have moved to since the first, ' +
          "`up`, `down`, `left` or `right` from the subject's point of view. Ignored on the first.",
        examples: [['left']],
      }),
    ),
  }),
  { description: 'One or two live images, in the order they were taken.' },
);

export const LivenessBody = Type.Object(
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
);

export const VideoLivenessBody = Type.Object(
  {
    video: Type.String({
      description:
        'Video as base64: MP4, MOV, WebM or MKV with H.264, HEVC, VP8, VP9 or AV1, at most 60 s.',
      contentEncoding: 'base64',
      examples: ['AAAAIGZ0eXBpc29tAAACAGlzb21pc28y…'],
    }),
  },
  { description: 'A video of one person.' },
);

export const PhotoVerifyBody = Type.Object(
  {
    liveImages: LiveImages,
    photo: Type.String({
      description: 'ID photo as base64, in any of the image formats.',
      contentEncoding: 'base64',
      examples: ['/9j/4AAQSkZJRgABAQAAAQABAAD…'],
    }),
    disableLivenessDetection: Type.Optional(
      Type.Boolean({
        default: false,
        description: 'True: only compare; `live` is false and `livenessScore` 0.',
      }),
    ),
  },
  { description: 'One ID photo and one or two live images of the person who shows it.' },
);

const liveness = {
  live: Type.Boolean({ description: 'True: the person is there, and there is no error.' }),
  livenessScore: fraction('Mean of all scores calculated; exactly 0 = none was. Decide by `live`.'),
};

export const LivenessAnswer = Type.Object(
  {
    ...envelope,
    imageProperties: Type.Array(reference(ImageProperties), {
      description: 'One per image, or per frame looked at, in order.',
    }),
    ...liveness,
    debug: Type.Optional(LivenessDebug),
  },
  { $id: 'LivenessDetectionResponse' },
);

export const PhotoVerifyAnswer = Type.Object(
  {
    ...envelope,
    imageProperties: Type.Array(reference(ImageProperties), {
      description: 'One per live image, in the order given.',
    }),
    photoProperties: Type.Union([reference(ImageProperties), Type.Null()], {
      description: 'Properties of the ID photo; null when it was not looked at.',
    }),
    verificationLevel: Type.Enum(
      ['NOT_RECOGNIZED', 'LEVEL_1', 'LEVEL_2', 'LEVEL_3', 'LEVEL_4', 'LEVEL_5'],
      {
        type: 'string',
        description:
          'How sure it is the same person, by false-accept rate: 0.5, 0.1, 0.01, 0.001 and ' +
          '0.0001 % for the levels 1 to 5. Accept 4 and above; lower ones are for poor photos.',
      },
    ),
    verificationScore: fraction('Informative; exactly 0 = not calculated.'),
    ...liveness,
    debug: Type.Optional(PhotoVerifyDebug),
  },
  { $id: 'PhotoVerifyResponse' },
);
