/** The `debug` member of liveness answers, for permitted clients: what every check saw. */
import { Type } from 'typebox';
import type {
  LivenessEvidence,
  PhotoVerifyEvidence,
} from '../operations/liveness/liveness-evidence.ts';
import { fraction } from './members.ts';

const Point = Type.Object({ x: Type.Number(), y: Type.Number() });

const Rectangle = Type.Object({
  x: Type.Number(),
  y: Type.Number(),
  width: Type.Number(),
  height: Type.Number(),
});

const ImageEvidence = Type.Object(
  {
    rotated: Type.Integer(),
    width: Type.Integer(),
    height: Type.Integer(),
    faces: Type.Array(Rectangle),
    judged: Type.Union([Rectangle, Type.Null()], {
      description: 'What networks and detectors take for the face.',
    }),
    decided: Type.Boolean({ description: 'Whether enough is seen to judge the texture.' }),
    live: Type.Boolean({ description: 'Whether the texture is that of a live face.' }),
    threshold: fraction('Least score of a live texture; higher for a covered face.'),
    networks: Type.Record(Type.String(), fraction('Probability of a live face.')),
    detectors: Type.Array(
      Type.Object({
        detector: Type.String(),
        score: fraction('1 is certainly a fake.'),
        fake: Type.Boolean(),
        message: Type.String(),
        regions: Type.Array(Type.Object({ label: Type.String(), outline: Type.Array(Point) })),
      }),
    ),
  },
  { description: 'Coordinates: pixels of the image after EXIF and the rotation by `rotated`.' },
);

const evidence = {
  images: Type.Array(ImageEvidence),
  motion: Type.Union([
    Type.Object({
      score: fraction('0.5 is the threshold.'),
      problem: Type.String({
        description: '`other-person`, `no-motion`, `flat`, `bent` or empty.',
      }),
      light: Type.Number({
        description: 'Change of the light on the face over the least allowed; 0: not looked at.',
      }),
      identical: Type.Boolean(),
      arrows: Type.Array(Type.Object({ from: Point, to: Point })),
    }),
    Type.Null(),
  ]),
};

const DESCRIPTION =
  'What every check saw. Only for clients with the setting `debugEvidence`; absent for all others.';

export const LivenessDebug = Type.Unsafe<LivenessEvidence>(
  Type.Object(evidence, { description: DESCRIPTION }),
);

export const PhotoVerifyDebug = Type.Unsafe<PhotoVerifyEvidence>(
  Type.Object(
    {
      ...evidence,
      photo: Type.Union([ImageEvidence, Type.Null()]),
      comparisons: Type.Array(Type.Number(), {
        description: 'Comparison score of the photo with each live image.',
      }),
    },
    { description: DESCRIPTION },
  ),
);
