/** What covers the face: the mouth, all of it. */
import { FRAME } from './kernels/alignment.ts';
import { emptyMask, type Mask } from './kernels/mask.ts';
import { fillConvex } from './kernels/polygon.ts';
import { share } from './mapping.ts';
import type { Estimator, Measure } from './measure.ts';
import type { PreparedFace } from './prepared-face.ts';

/** Landmarks of the outer lips. */
const LIPS = [76, 88] as const;
/** Share of the pixels of a mask that are those of another; NaN of an empty one. */
function shareOf(mask: Mask, other: Mask): number {
  let all = 0;
  let both = 0;
  mask.data.forEach((meant, at) => {
    all += meant;
    both += meant & other.data[at]!;
  });
  return both / all;
}

/** The share of a region of the face that is covered. */
const covered =
  (region: (face: PreparedFace) => Mask): Estimator =>
  (face) =>
    shareOf(region(face), face.covers);

function mouth({ aligned: { landmarks } }: PreparedFace): Mask {
  const mask = emptyMask(FRAME, FRAME);
  fillConvex(mask, landmarks.slice(...LIPS));
  return mask;
}

export const COVERING = {
  MouthOcclusionPrevention: {
    id: 0x50,
    group: 'subject',
    about: 'How much of the mouth nothing covers.',
    advice: 'The mouth is covered: take off the mask or scarf.',
    toScalar: share,
    estimate: covered(mouth),
  },
  FaceOcclusionPrevention: {
    id: 0x51,
    group: 'subject',
    about: 'How much of the face nothing covers.',
    advice: 'The face is covered: take off what hides it.',
    toScalar: share,
    estimate: covered(({ aligned }) => aligned.region),
  },
} satisfies Record<string, Measure>;
