/** Finds what hides a face, with a network trained for it (`training/measures`). */
import type { Session } from '../../../inference/session.ts';
import type { Similarity } from '../../geometry.ts';
import type { Picture } from '../../image/picture.ts';
import { resample, toPlanes } from '../../image/resample.ts';
import { FRAME } from '../pixels/alignment.ts';
import { emptyMask, type Mask, resizeMask } from '../pixels/mask.ts';

/** Side of the network's view of the aligned frame. */
export const VIEW = 128;
/** Pixels of the view → pixels of the frame. */
export const VIEW_TO_FRAME: Similarity = { a: FRAME / VIEW, b: 0, tx: 0, ty: 0 };
const PIXELS = { order: 'RGB', mean: [0, 0, 0], scale: [1, 1, 1] } as const;
/** The last two of its five classes: face covers, and head coverings drawn over the face. */
const COVERS = [3, 4] as const;
/** Rows down to the eyes, and columns, where head coverings appear in the view. */
const UPPER = { left: 6, right: 122, bottom: 57 } as const;
/** Less certain pixels count as free: below this, deep-set eyes in shadow pass for glasses. */
const SURELY = 0.7;

/** The aligned picture of 616 × 616 pixels at the networks' 128 × 128. */
export const viewOf = (frame: Picture): Picture => resample(frame, VIEW_TO_FRAME, VIEW, VIEW);

export interface CoversSeen {
  /** Where something hides the face. */
  readonly covers: Mask;
  /** Mean probability that hat or cloth covers a pixel of the upper frame. */
  readonly cloth: number;
}

/** What hides the face, in pixels of the frame. @param view see {@link viewOf} */
export async function findCovers(session: Session, view: Picture): Promise<CoversSeen> {
  const { covers, cloth } = await coversInView(session, view);
  return { covers: resizeMask(covers, FRAME, FRAME), cloth };
}

/** The same in pixels of the view. */
export async function coversInView(session: Session, view: Picture): Promise<CoversSeen> {
  const input = { data: toPlanes(view, PIXELS), dims: [1, 3, VIEW, VIEW] };
  const { classes } = await session.run({ input });
  const covers = emptyMask(VIEW, VIEW);
  const [cover, covering] = COVERS.map((k) => classes!.data.subarray(k * VIEW * VIEW));
  for (let at = 0; at < VIEW * VIEW; at++)
    if (cover![at]! + covering![at]! > SURELY) covers.data[at] = 1;
  return { covers, cloth: meanInUpperFrame(covering!) };
}

function meanInUpperFrame(covering: Float32Array): number {
  const { left, right, bottom } = UPPER;
  let sum = 0;
  for (let y = 0; y < bottom; y++)
    for (let x = left; x < right; x++) sum += covering[y * VIEW + x]!;
  return sum / ((right - left) * bottom);
}
