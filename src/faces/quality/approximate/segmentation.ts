/** What is before a face, by the network trained for it (`training/measures`). */
import type { Session } from '../../../inference/session.ts';
import type { Similarity } from '../../geometry.ts';
import type { Picture } from '../../image/picture.ts';
import { resample, toPlanes } from '../../image/resample.ts';
import { FRAME } from '../kernels/alignment.ts';
import { emptyMask, type Mask, resizeMask } from '../kernels/mask.ts';

/** Side of the network's view of the aligned frame. */
export const VIEW = 128;
/** Pixels of the view → pixels of the frame. */
export const VIEW_TO_FRAME: Similarity = { a: FRAME / VIEW, b: 0, tx: 0, ty: 0 };
const PIXELS = { order: 'RGB', mean: [0, 0, 0], scale: [1, 1, 1] } as const;
/** The last two of its five classes: cover of the face, covering of the head drawn over it. */
const COVERS = [3, 4] as const;
/** Pixels less surely covered count as free: deep-set eyes in shadow are taken for glasses below it. */
const SURELY = 0.7;

/** The aligned picture of 616 × 616 pixels as networks see it whole: at 128 × 128. */
export const viewOf = (frame: Picture): Picture => resample(frame, VIEW_TO_FRAME, VIEW, VIEW);

/** A mask of the frame: where something hides the face. @param view see {@link viewOf} */
export async function findCovers(session: Session, view: Picture): Promise<Mask> {
  return resizeMask(await coversInView(session, view), FRAME, FRAME);
}

/** The same as a mask of the view. */
export async function coversInView(session: Session, view: Picture): Promise<Mask> {
  const input = { data: toPlanes(view, PIXELS), dims: [1, 3, VIEW, VIEW] };
  const { classes } = await session.run({ input });
  const covers = emptyMask(VIEW, VIEW);
  const [cover, covering] = COVERS.map((k) => classes!.data.subarray(k * VIEW * VIEW));
  for (let at = 0; at < VIEW * VIEW; at++)
    if (cover![at]! + covering![at]! > SURELY) covers.data[at] = 1;
  return covers;
}
