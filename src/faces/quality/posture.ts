/** What the person does: turns the head, closes the eyes, opens the mouth. */
import type { HeadPose } from '../analysis.ts';
import type { Estimator } from './measure.ts';
import { factOf } from './prepared-face.ts';
import { eyesToChin, widest } from './wflw.ts';

const IMAGE_LEFT_LIDS = [
  [61, 67],
  [62, 66],
  [63, 65],
] as const;
const IMAGE_RIGHT_LIDS = [
  [69, 75],
  [70, 74],
  [71, 73],
] as const;
const INNER_LIPS = [
  [89, 95],
  [90, 94],
  [91, 93],
] as const;

const turned = (axis: keyof HeadPose): Estimator => ({
  needs: ['pose'],
  estimate: (face) => factOf(face, 'pose')[axis],
});

export const POSTURE = {
  EyesOpen: {
    needs: ['aligned'],
    estimate(face) {
      const { landmarks } = factOf(face, 'aligned');
      const opening = Math.min(
        widest(landmarks, IMAGE_LEFT_LIDS),
        widest(landmarks, IMAGE_RIGHT_LIDS),
      );
      return opening / eyesToChin(landmarks);
    },
  },
  MouthClosed: {
    needs: ['landmarks'],
    estimate(face) {
      const landmarks = factOf(face, 'landmarks');
      return widest(landmarks, INNER_LIPS) / eyesToChin(landmarks);
    },
  },
  HeadPoseYaw: turned('yaw'),
  HeadPosePitch: turned('pitch'),
  HeadPoseRoll: turned('roll'),
} satisfies Record<string, Estimator>;
