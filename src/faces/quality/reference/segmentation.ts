/** Face parsing and occlusion as the reference finds them, on the aligned face. */
import type { Session } from '../../../inference/session.ts';
import type { Picture } from '../../image/picture.ts';
import { toPlanes } from '../../resample.ts';
import { BACKGROUND_SIZE, backgroundMask } from '../background.ts';
import { FRAME } from '../kernels/alignment.ts';
import { crop } from '../kernels/crop.ts';
import { emptyMask, erode, type Mask, resizeMask } from '../kernels/mask.ts';
import { resizeBilinear } from '../kernels/resize.ts';

/** Side of the parsing, and its classes. */
export const PARSING_SIDE = 400;
const CLASSES = 19;
const BACKGROUND_CLASS = 0;
/** Column of the parsing where the view of the background begins. */
const BACKGROUND_LEFT = 23;

/** Of 255: what ImageNet networks subtract and divide by. */
const MEAN = [0.485 * 255, 0.456 * 255, 0.406 * 255] as const;
const SCALE = [1 / (0.229 * 255), 1 / (0.224 * 255), 1 / (0.225 * 255)] as const;
const PARSING_INPUT = { order: 'RGB', mean: MEAN, scale: SCALE } as const;

const OCCLUSION = { start: 96, size: 424, view: 224 };
const OCCLUSION_INPUT = {
  order: 'RGB',
  mean: [0, 0, 0],
  scale: [1 / 255, 1 / 255, 1 / 255],
} as const;

/** Class of each of 400 × 400 pixels (BiSeNet); the lowest wins a tie. */
export async function referenceParsing(network: Session, frame: Picture): Promise<Uint8Array> {
  const view = resizeBilinear(crop(frame, 30, 0, 556, 556), PARSING_SIDE, PARSING_SIDE);
  const dims = [1, 3, PARSING_SIDE, PARSING_SIDE];
  const outputs = await network.run({ input: { data: toPlanes(view, PARSING_INPUT), dims } });
  const { data } = outputs[network.outputs[0]!]!;
  const pixels = PARSING_SIDE * PARSING_SIDE;
  if (data.length !== CLASSES * pixels) throw new Error(`${data.length} values of parsing`);
  return Uint8Array.from({ length: pixels }, (_, i) => {
    let best = 0;
    for (let c = 1; c < CLASSES; c++)
      if (data[c * pixels + i]! > data[best * pixels + i]!) best = c;
    return best;
  });
}

/** Where the face is not covered, in the frame. */
export async function referenceVisible(network: Session, frame: Picture): Promise<Mask> {
  const { start, size, view: side } = OCCLUSION;
  const view = resizeBilinear(crop(frame, start, start, size, size), side, side);
  const dims = [1, 3, side, side];
  const outputs = await network.run({ input: { data: toPlanes(view, OCCLUSION_INPUT), dims } });
  const { data } = outputs[network.outputs.at(-1)!]!;
  const seen = emptyMask(side, side);
  for (let i = 0; i < seen.data.length; i++) seen.data[i] = data[i]! >= 0 ? 1 : 0;
  const large = resizeMask(seen, size, size);
  const visible = emptyMask(FRAME, FRAME);
  for (let y = 0; y < size; y++)
    visible.data.set(large.data.subarray(y * size, (y + 1) * size), (start + y) * FRAME + start);
  return visible;
}

/** The background of a parsing, without the padding of the frame. */
export function parsedBackground(parsing: Uint8Array, padding: Mask): Mask {
  const { width, height } = BACKGROUND_SIZE;
  const padded = backgroundMask(padding);
  const background = emptyMask(width, height);
  for (let y = 0, o = 0; y < height; y++)
    for (let x = 0; x < width; x++, o++)
      if (
        padded.data[o] === 0 &&
        parsing[y * PARSING_SIDE + BACKGROUND_LEFT + x] === BACKGROUND_CLASS
      )
        background.data[o] = 1;
  return erode(background);
}
