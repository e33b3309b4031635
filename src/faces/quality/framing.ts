/** Framing of the picture: number of faces, head size, and room around the head. */
import { type Box, distance, type Point } from '../geometry.ts';
import type { Picture } from '../image/picture.ts';
import { roundAway, sigmoid } from './mapping.ts';
import type { Estimator, Measure } from './measure.ts';
import { CHIN, eyeCentres, eyeDistance, eyesMiddle, eyesToChin, plainEyeDistance } from './wflw.ts';

/** Area of the second largest face relative to the largest; 0 for a single face. */
function secondFace([first, second]: readonly Box[]): number {
  const area = (box: Box) => box.width * box.height;
  return second === undefined ? 0 : Math.fround(area(second) / area(first!));
}

type Framing = (landmarks: readonly Point[], image: Picture) => number;

const framed =
  (of: Framing): Estimator =>
  ({ landmarks, image }) =>
    of(landmarks, image);

/** In units of the distance from the eyes to the chin. */
const byFaceHeight = (length: number, landmarks: readonly Point[]) =>
  length / distance(eyesMiddle(landmarks), landmarks[CHIN]!);

/** Room beside the face. */
const crop = sigmoid(100, 0, 1, 0.9, 0.1);
const headSize = sigmoid(200, 1, -1, 0, 0.05);

export const FRAMING = {
  SingleFacePresent: {
    id: 0x4c,
    group: 'subject',
    about: 'How small the second largest face is beside the largest.',
    advice: 'Other faces are in the picture: photograph one person alone.',
    toScalar: (x) => roundAway(100 * (1 - x)),
    estimate: ({ boxes }) => secondFace(boxes),
  },
  InterEyeDistance: {
    id: 0x52,
    group: 'subject',
    about: 'Pixels between the eyes.',
    advice: 'The face has too few pixels: come closer or use a better camera.',
    toScalar: sigmoid(100, 0, 1, 70, 20),
    estimate: ({ landmarks, pose }) => eyeDistance(landmarks, pose.yaw),
  },
  HeadSize: {
    id: 0x53,
    group: 'subject',
    about: 'How near the height of the head is to what the standard wants.',
    advice: (raw) => {
      if (raw > 0.45) return 'The head is too large in the picture: move back.';
      // At 0.2 to 0.31 the margins are right, which the score does not consider.
      return raw < 0.2 ? 'The head is small in the picture: come closer.' : '';
    },
    toScalar: (x) => headSize(Math.abs(x - 0.45)),
    estimate: framed((landmarks, { height }) => eyesToChin(landmarks) / height),
  },
  LeftwardCropOfTheFaceImage: {
    id: 0x54,
    group: 'subject',
    about: 'Room between the face and the left edge.',
    advice: 'The face is too near the left edge: move to the middle.',
    toScalar: crop,
    estimate: framed(
      (landmarks) => eyeCentres(landmarks).imageRight.x / plainEyeDistance(landmarks),
    ),
  },
  RightwardCropOfTheFaceImage: {
    id: 0x55,
    group: 'subject',
    about: 'Room between the face and the right edge.',
    advice: 'The face is too near the right edge: move to the middle.',
    toScalar: crop,
    estimate: framed(
      (landmarks, { width }) =>
        (width - eyeCentres(landmarks).imageLeft.x) / plainEyeDistance(landmarks),
    ),
  },
  MarginAboveOfTheFaceImage: {
    id: 0x56,
    group: 'subject',
    about: 'Room above the face.',
    advice: 'There is too little room above the head: lower the face or raise the camera.',
    toScalar: sigmoid(100, 0, 1, 1.4, 0.1),
    estimate: framed((landmarks) => byFaceHeight(eyesMiddle(landmarks).y, landmarks)),
  },
  MarginBelowOfTheFaceImage: {
    id: 0x57,
    group: 'subject',
    about: 'Room below the face.',
    advice: 'There is too little room below the face: show neck and shoulders.',
    toScalar: sigmoid(100, 0, 1, 1.8, 0.1),
    estimate: framed((landmarks, { height }) =>
      byFaceHeight(height - eyesMiddle(landmarks).y, landmarks),
    ),
  },
} satisfies Record<string, Measure>;
