/** Finds what hides a face, and the background (`training/measures/segmentation.py`). */
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
/** Of its five classes: background, and the two of covers. Head coverings are drawn over faces. */
const [BACKGROUND, COVER, COVERING] = [0, 3, 4] as const;
/** Rows down to the eyes, and columns, where head coverings appear in the view. */
const UPPER = { left: 6, right: 122, bottom: 57 } as const;
/** Less certain pixels count as free: below this, deep-set eyes in shadow pass for glasses. */
const SURELY = 0.7;
/** From this probability on, a pixel shows neither person nor cover. */
const NOBODY = 0.5;

/** The aligned picture of 616 × 616 pixels at the networks' 128 × 128. */
export const viewOf = (frame: Picture): Picture => resample(frame, VIEW_TO_FRAME, VIEW, VIEW);

export interface CoversSeen {
  /** Where something hides the face. */
  readonly covers: Mask;
  /** Where there is neither a person nor a cover. */
  readonly background: Mask;
  /** Mean probability that hat or cloth covers a pixel of the upper frame. */
  readonly cloth: number;
}

/** What hides the face, in pixels of the frame. @param view see {@link viewOf} */
export async function findCovers(session: Session, view: Picture): Promise<CoversSeen> {
  const { covers, background, cloth } = await coversInView(session, view);
  const inFrame = (mask: Mask) => resizeMask(mask, FRAME, FRAME);
  return { covers: inFrame(covers), background: inFrame(background), cloth };
}

/** The same in pixels of the view. */
export async function coversInView(session: Session, view: Picture): Promise<CoversSeen> {
  const input = { data: toPlanes(view, PIXELS), dims: [1, 3, VIEW, VIEW] };
  const { classes } = await session.run({ input });
  const [covers, background] = [emptyMask(VIEW, VIEW), emptyMask(VIEW, VIEW)];
  const plane = (k: number) => classes!.data.subarray(k * VIEW * VIEW);
  const [nobody, cover, covering] = [plane(BACKGROUND), plane(COVER), plane(COVERING)];
  for (let at = 0; at < VIEW * VIEW; at++) {
    if (cover[at]! + covering[at]! > SURELY) covers.data[at] = 1;
    if (nobody[at]! > NOBODY) background.data[at] = 1;
  }
  return { covers, background, cloth: meanInUpperFrame(covering) };
}

function meanInUpperFrame(covering: Float32Array): number {
  const { left, right, bottom } = UPPER;
  let sum = 0;
  for (let y = 0; y < bottom; y++)
    for (let x = left; x < right; x++) sum += covering[y * VIEW + x]!;
  return sum / ((right - left) * bottom);
}
