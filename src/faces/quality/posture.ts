/** Posture: turns of the head, closed eyes, an open mouth. */
import type { HeadPose } from '../geometry.ts';
import { pose, sigmoid } from './mapping.ts';
import type { Estimator, Measure } from './measure.ts';
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

const turned =
  (axis: keyof HeadPose): Estimator =>
  (face) =>
    face.pose[axis];

export const POSTURE = {
  EyesOpen: {
    id: 0x4d,
    group: 'subject',
    about: 'How wide the less open eye is open.',
    advice: 'Open both eyes.',
    toScalar: sigmoid(100, 0, 1, 0.02, 0.01),
    estimate({ aligned: { landmarks } }) {
      const opening = Math.min(
        widest(landmarks, IMAGE_LEFT_LIDS),
        widest(landmarks, IMAGE_RIGHT_LIDS),
      );
      return opening / eyesToChin(landmarks);
    },
  },
  MouthClosed: {
    id: 0x4e,
    group: 'subject',
    about: 'How far the mouth is closed.',
    advice: 'Close the mouth.',
    toScalar: sigmoid(100, 1, -1, 0.2, 0.06),
    estimate: ({ landmarks }) => widest(landmarks, INNER_LIPS) / eyesToChin(landmarks),
  },
  HeadPoseYaw: {
    id: 0x58,
    group: 'subject',
    about: 'How little the head is turned to a side.',
    advice: (raw) => `Turn the head to your ${raw > 0 ? 'right' : 'left'}, towards the camera.`,
    toScalar: pose,
    estimate: turned('yaw'),
  },
  HeadPosePitch: {
    id: 0x59,
    group: 'subject',
    about: 'How little the head looks up or down.',
    advice: (raw) => `${raw > 0 ? 'Raise' : 'Lower'} the chin a little.`,
    toScalar: pose,
    estimate: turned('pitch'),
  },
  HeadPoseRoll: {
    id: 0x5a,
    group: 'subject',
    about: 'How little the head is tilted.',
    advice: 'Hold the head upright, and the camera level.',
    toScalar: pose,
    estimate: turned('roll'),
  },
} satisfies Record<string, Measure>;
