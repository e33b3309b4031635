/** How the picture is framed: how many faces, how large the head, how much room around it. */
import type { Point } from '../analysis.ts';
import { type Box, distance } from '../geometry.ts';
import type { Picture } from '../image/picture.ts';
import type { Estimator } from './measure.ts';
import { factOf, type PreparedFace } from './prepared-face.ts';
import { CHIN, eyeCentres, eyeDistance, eyesMiddle, eyesToChin, plainEyeDistance } from './wflw.ts';

/** Area of the second largest face by that of the largest; 0 where there is only one. */
function secondFace([first, second]: readonly Box[]): number {
  const area = (box: Box) => box.width * box.height;
  return second === undefined ? 0 : Math.fround(area(second) / area(first!));
}

type Framing = (landmarks: readonly Point[], image: Picture) => number;

const framed = (of: Framing): Estimator => ({
  needs: ['landmarks'],
  estimate: (face) => of(factOf(face, 'landmarks'), face.image),
});

/** In units of the distance from the eyes to the chin. */
const byFaceHeight = (length: number, landmarks: readonly Point[]) =>
  length / distance(eyesMiddle(landmarks), landmarks[CHIN]!);

export const FRAMING = {
  SingleFacePresent: {
    needs: ['boxes'],
    estimate: (face) => secondFace(factOf(face, 'boxes')),
  },
  InterEyeDistance: {
    needs: ['landmarks', 'pose'],
    estimate: (face: PreparedFace) =>
      eyeDistance(factOf(face, 'landmarks'), factOf(face, 'pose').yaw),
  },
  HeadSize: framed((landmarks, { height }) => eyesToChin(landmarks) / height),
  LeftwardCropOfTheFaceImage: framed(
    (landmarks) => eyeCentres(landmarks).imageRight.x / plainEyeDistance(landmarks),
  ),
  RightwardCropOfTheFaceImage: framed(
    (landmarks, { width }) =>
      (width - eyeCentres(landmarks).imageLeft.x) / plainEyeDistance(landmarks),
  ),
  MarginAboveOfTheFaceImage: framed((landmarks) =>
    byFaceHeight(eyesMiddle(landmarks).y, landmarks),
  ),
  MarginBelowOfTheFaceImage: framed((landmarks, { height }) =>
    byFaceHeight(height - eyesMiddle(landmarks).y, landmarks),
  ),
} satisfies Record<string, Estimator>;
