/** Finds the background by segmenting the person instead of parsing the face. */
import type { Session } from '../../../inference/session.ts';
import type { Picture } from '../../image/picture.ts';
import { resample, toPlanes } from '../../image/resample.ts';
import { backgroundMask } from '../background.ts';
import { FRAME } from '../pixels/alignment.ts';
import { emptyMask, erode, type Mask } from '../pixels/mask.ts';

/** Side of the network's view. */
const VIEW = 256;
/** Frame pixels per view pixel, and the view pixel in which each frame pixel lies. */
const SCALE = FRAME / VIEW;
const NEAREST = Int32Array.from({ length: FRAME }, (_, i) => Math.floor(i / SCALE));
const NORMALISATION = {
  order: 'RGB',
  mean: [0, 0, 0],
  scale: [1 / 255, 1 / 255, 1 / 255],
} as const;
/** Below this probability a pixel is not of the person. */
const PERSON = 0.5;

/** Background of an aligned face. @param padding pixels that the image does not cover */
export async function personBackground(
  segmentation: Session,
  frame: Picture,
  padding: Mask,
): Promise<Mask> {
  const view = resample(frame, { a: SCALE, b: 0, tx: 0, ty: 0 }, VIEW, VIEW);
  const input = { data: toPlanes(view, NORMALISATION), dims: [1, 3, VIEW, VIEW] };
  const { person } = await segmentation.run({ input });
  const probability = person!.data;
  const background = emptyMask(FRAME, FRAME);
  for (let y = 0, o = 0; y < FRAME; y++) {
    const row = NEAREST[y]! * VIEW;
    for (let x = 0; x < FRAME; x++, o++)
      if (padding.data[o] === 0 && probability[row + NEAREST[x]!]! < PERSON) background.data[o] = 1;
  }
  return erode(backgroundMask(background));
}
