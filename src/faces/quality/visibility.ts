/** What covers the face: glasses, hands, masks, hats. */
import type { Point } from '../geometry.ts';
import { FRAME } from './kernels/alignment.ts';
import { emptyMask, type Mask, shareOutside } from './kernels/mask.ts';
import { fillConvex } from './kernels/polygon.ts';
import { logistic, roundAway, share } from './mapping.ts';
import type { Measure } from './measure.ts';
import { factOf } from './prepared-face.ts';
import { eyeDistance } from './wflw.ts';

const IMAGE_LEFT_EYE = [60, 61, 62, 63, 64, 65, 66, 67];
const IMAGE_RIGHT_EYE = [68, 69, 70, 71, 72, 73, 74, 75];
const OUTER_LIPS = [76, 77, 78, 79, 80, 81, 82, 83, 84, 85, 86, 87];

/** Classes of the parsing that cover a head: clothing and head covering. */
const COVERINGS = [16, 18];
/** Rows of the parsing that are looked at, of 400. */
const UPPER_ROWS = 196;
const PARSING_SIDE = 400;

/**
 * The eye visibility zones: both eyes with `margin` pixels around them, one more to the right and
 * below. Where they overlap they cancel each other.
 */
export function eyeVisibilityZone(landmarks: readonly Point[], margin: number): Mask {
  const zone = emptyMask(FRAME, FRAME);
  for (const eye of [IMAGE_LEFT_EYE, IMAGE_RIGHT_EYE]) {
    const xs = eye.map((i) => landmarks[i]!.x);
    const ys = eye.map((i) => landmarks[i]!.y);
    const right = Math.min(FRAME - 1, Math.max(...xs) + 1 + margin);
    const bottom = Math.min(FRAME - 1, Math.max(...ys) + 1 + margin);
    for (let y = Math.max(0, Math.min(...ys) - margin); y <= bottom; y++)
      for (let x = Math.max(0, Math.min(...xs) - margin); x <= right; x++)
        zone.data[y * FRAME + x]! ^= 1;
  }
  return zone;
}

/** The lips, with their outline. */
export function mouthRegion(landmarks: readonly Point[]): Mask {
  const mouth = emptyMask(FRAME, FRAME);
  fillConvex(
    mouth,
    OUTER_LIPS.map((i) => landmarks[i]!),
  );
  return mouth;
}

/** Share of clothing and head coverings in the upper part of a parsing. */
function coveredHead(parsing: Uint8Array): number {
  const upper = parsing.subarray(0, UPPER_ROWS * PARSING_SIDE);
  return upper.filter((value) => COVERINGS.includes(value)).length / upper.length;
}

function headCoverings(x: number): number {
  if (x <= 0) return 100;
  if (x >= 0.95) return 0;
  const s = (value: number) => logistic(value, 0.02, 0.1);
  return roundAway((100 * (s(0.95) - s(x))) / (s(0.95) - s(0)));
}

export const VISIBILITY = {
  EyesVisible: {
    id: 0x4f,
    group: 'subject',
    about: 'How much of the eyes nothing covers.',
    advice: 'The eyes are covered: take off glasses, move the hair aside.',
    toScalar: share,
    estimator: {
      needs: ['aligned', 'pose', 'visible'],
      estimate(face) {
        const { landmarks } = factOf(face, 'aligned');
        const margin = Math.floor(eyeDistance(landmarks, factOf(face, 'pose').yaw) / 20);
        if (Number.isNaN(margin)) return Number.NaN;
        return shareOutside(eyeVisibilityZone(landmarks, margin), factOf(face, 'visible'));
      },
    },
  },
  MouthOcclusionPrevention: {
    id: 0x50,
    group: 'subject',
    about: 'How much of the mouth nothing covers.',
    advice: 'The mouth is covered: take off the mask or scarf.',
    toScalar: share,
    estimator: {
      needs: ['aligned', 'visible'],
      estimate: (face) =>
        shareOutside(mouthRegion(factOf(face, 'aligned').landmarks), factOf(face, 'visible')),
    },
  },
  FaceOcclusionPrevention: {
    id: 0x51,
    group: 'subject',
    about: 'How much of the face nothing covers.',
    advice: 'The face is covered: take off what hides it.',
    toScalar: share,
    estimator: {
      needs: ['aligned', 'visible'],
      estimate: (face) => shareOutside(factOf(face, 'aligned').region, factOf(face, 'visible')),
    },
  },
  NoHeadCoverings: {
    id: 0x5c,
    group: 'subject',
    about: 'How little clothing covers the head.',
    advice: 'Take off hat, cap or hood.',
    toScalar: headCoverings,
    estimator: { needs: ['parsing'], estimate: (face) => coveredHead(factOf(face, 'parsing')) },
  },
} satisfies Record<string, Measure>;
