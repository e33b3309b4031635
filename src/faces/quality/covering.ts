/** Covers of the eyes, the mouth and the whole face. */
import { centroid, distance, type Point } from '../geometry.ts';
import { share } from './mapping.ts';
import type { Estimator, Measure } from './measure.ts';
import { emptyMask, type Mask } from './pixels/mask.ts';
import { convexHull, fillConvex } from './pixels/polygon.ts';
import type { PreparedFace } from './prepared-face.ts';
import { eyeDistance } from './wflw.ts';

/** Landmarks of the outer lips, and of the nose below its bridge. */
const LIPS = [76, 88] as const;
const NOSE = [54, 60] as const;

/** Landmarks of both eyes. */
const EYES = [
  [60, 68],
  [68, 76],
] as const;

/** Share of a mask's pixels that another mask has too; NaN for an empty mask. */
function shareOf(mask: Mask, other: Mask): number {
  let all = 0;
  let both = 0;
  for (let at = 0; at < mask.data.length; at++) {
    const meant = mask.data[at]!;
    all += meant;
    both += meant & other.data[at]!;
  }
  return both / all;
}

/** A face in a frame, with its covers. */
export interface CoveredFace {
  /** 98 landmarks in whole pixels of the frame. */
  readonly landmarks: readonly Point[];
  /** Hull of the landmarks. */
  readonly region: Mask;
  readonly covers: Mask;
}

/** Covered shares of mouth and face, 0..1; NaN if they are outside the frame. */
export const coveredShares = {
  mouth({ landmarks, covers }: CoveredFace): number {
    const mask = emptyMask(covers.width, covers.height);
    fillConvex(mask, landmarks.slice(...LIPS));
    return shareOf(mask, covers);
  },
  face: ({ region, covers }: CoveredFace): number => shareOf(region, covers),
  /** Mouth and nose as one: a microphone covers half of it at most. */
  mouthAndNose({ landmarks, covers }: CoveredFace): number {
    const mask = emptyMask(covers.width, covers.height);
    fillConvex(mask, convexHull([...landmarks.slice(...NOSE), ...landmarks.slice(...LIPS)]));
    return shareOf(mask, covers);
  },
  /** Both eyes, and a margin of a twentieth of their distance. */
  eyes(face: CoveredFace): number {
    const middles = EYES.map((eye) => centroid(face.landmarks.slice(...eye)));
    return shareOfEyes(face, distance(middles[0]!, middles[1]!));
  },
};

/** @param apart distance of the eyes in pixels */
function shareOfEyes({ landmarks, covers }: Omit<CoveredFace, 'region'>, apart: number): number {
  const around = Math.floor(apart / 20);
  const zone = emptyMask(covers.width, covers.height);
  for (const eye of EYES) {
    const xs = landmarks.slice(...eye).map(({ x }) => x);
    const ys = landmarks.slice(...eye).map(({ y }) => y);
    const [left, right] = [Math.min(...xs) - around, Math.max(...xs) + 1 + around];
    const [top, bottom] = [Math.min(...ys) - around, Math.max(...ys) + 1 + around];
    for (let y = Math.max(0, top); y <= Math.min(zone.height - 1, bottom); y++)
      for (let x = Math.max(0, left); x <= Math.min(zone.width - 1, right); x++)
        zone.data[y * zone.width + x] = 1;
  }
  return shareOf(zone, covers);
}

const coveredEyes = ({ aligned: { landmarks }, pose, covers }: PreparedFace): number =>
  shareOfEyes({ landmarks, covers }, eyeDistance(landmarks, pose.yaw));

const shareIn =
  (part: 'mouth' | 'face'): Estimator =>
  ({ aligned, covers }: PreparedFace) =>
    coveredShares[part]({ ...aligned, covers });

export const COVERING = {
  EyesVisible: {
    id: 0x4f,
    group: 'subject',
    about: 'How much of the eyes nothing covers.',
    advice: 'The eyes are covered: take off glasses, move the hair aside.',
    toScalar: share,
    // Two networks have to agree: each alone sometimes takes deep-set eyes in shadow for glasses.
    estimate: (face) => Math.min(coveredEyes(face), face.trained.eyesVisible),
  },
  MouthOcclusionPrevention: {
    id: 0x50,
    group: 'subject',
    about: 'How much of the mouth nothing covers.',
    advice: 'The mouth is covered: take off the mask or scarf.',
    toScalar: share,
    estimate: shareIn('mouth'),
  },
  FaceOcclusionPrevention: {
    id: 0x51,
    group: 'subject',
    about: 'How much of the face nothing covers.',
    advice: 'The face is covered: take off what hides it.',
    toScalar: share,
    estimate: shareIn('face'),
  },
} satisfies Record<string, Measure>;
