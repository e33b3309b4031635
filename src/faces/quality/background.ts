/** Uniform background: gradients in areas with neither person nor padding. */
import type { Picture } from '../image/picture.ts';
import { sigmoid } from './mapping.ts';
import type { Measure } from './measure.ts';
import { FRAME } from './pixels/alignment.ts';
import { crop } from './pixels/crop.ts';
import { scharrMagnitude } from './pixels/gradients.ts';
import { luminance } from './pixels/luminance.ts';
import { cropMask, emptyMask, erode, type Mask, resizeMask } from './pixels/mask.ts';
import { resizeBilinear } from './pixels/resize.ts';

/** The examined part of the frame: left, top, width, height. */
const PART = [62, 0, 492, 406] as const;
/** The size at which it is examined. */
const BACKGROUND_SIZE = { width: 354, height: 292 } as const;

/** The background in its geometry. @param frame where it is @param padding not of the image */
export function backgroundMask(frame: Mask, padding: Mask): Mask {
  const shown = { ...frame, data: frame.data.map((is, at) => is & ~padding.data[at]!) };
  const { width, height } = BACKGROUND_SIZE;
  return erode(resizeMask(cropMask(shown, ...PART), width, height));
}

/** Draws a background mask into the frame. */
export function unfoldBackground(background: Mask): Mask {
  const [left, top, width, height] = PART;
  const part = resizeMask(background, width, height);
  const frame = emptyMask(FRAME, FRAME);
  for (let y = 0; y < height; y++)
    frame.data.set(part.data.subarray(y * width, (y + 1) * width), (top + y) * FRAME + left);
  return frame;
}

/** Mean gradient magnitude over the background; NaN if there is none. */
function backgroundGradient(frame: Picture, background: Mask): number {
  const { width, height } = BACKGROUND_SIZE;
  const part = resizeBilinear(crop(frame, ...PART), width, height);
  const magnitude = scharrMagnitude(luminance(part));
  let sum = 0;
  let count = 0;
  for (let i = 0; i < magnitude.length; i++)
    if (background.data[i] === 1) {
      sum += magnitude[i]!;
      count++;
    }
  return sum / count;
}

export const BACKGROUND = {
  BackgroundUniformity: {
    id: 0x42,
    group: 'capture',
    about: 'How plain the background is.',
    advice: 'Stand in front of a plain wall.',
    toScalar: sigmoid(190, 1, -1, 10, 100),
    estimate: ({ aligned, background }) => backgroundGradient(aligned.picture, background),
  },
} satisfies Record<string, Measure>;
