/** Undoes effects of printing, scanning and ageing on an ID photo before it is encoded. */

import type { Point } from '../geometry.ts';
import type { Picture } from '../image/picture.ts';
import { sharp } from '../image/sharp.ts';
import { faceBox } from '../liveness/passive.ts';
import { PATCH_SIZE } from './align.ts';
import { findDots } from './printing-dots.ts';

/** Standard deviation of luminance below which a photo is pale; it is stretched to this value. */
const LEAST_CONTRAST = 30;
const CONTRAST = 45;
/** Mean luminance of a stretched face. */
const MIDDLE = 130;
/** More would stretch noise and compression, too. */
const MOST_GAIN = 6;

/** Printing dots stand out in the spectrum by this factor, photographs by less than 50. */
const DOTS = 200;
/** The widest blur in pixels of the patch: dots are finer than facial features. */
const MOST_BLUR = 3;

/** The source of a patch. */
export interface PatchSource {
  readonly picture: Picture;
  /** 468 points in its pixels. */
  readonly mesh: readonly Point[];
  /** Pixels of the picture per pixel of the patch. */
  readonly scale: number;
}

/** The patch of an ID photo without printing dots, with contrast (`evaluate -- photo-verify`). */
export async function restorePhoto(patch: Picture, source: PatchSource): Promise<Picture> {
  const period = dotPeriod(source);
  return withContrast(period === undefined ? patch : await withoutDots(patch, period));
}

/** Pixels of the patch between two printing dots; undefined: there are none. */
function dotPeriod({ picture, mesh, scale }: PatchSource): number | undefined {
  const peak = findDots(picture, faceBox(mesh));
  if (peak === undefined || peak.prominence < DOTS) return undefined;
  return 1 / Math.hypot(peak.x, peak.y) / scale;
}

/** Dots of several inks form coarser patterns together, so the blur is one period wide. */
async function withoutDots({ width, height, data }: Picture, period: number): Promise<Picture> {
  const image = sharp(data, { raw: { width, height, channels: 3 } });
  const sigma = Math.min(MOST_BLUR, Math.max(0.5, period));
  return { width, height, data: new Uint8Array(await image.blur(sigma).raw().toBuffer()) };
}

/** Stretches a pale patch about its mean. */
export function withContrast(patch: Picture): Picture {
  const { mean, deviation } = faceLuminance(patch);
  if (deviation >= LEAST_CONTRAST) return patch;
  const gain = Math.min(MOST_GAIN, CONTRAST / Math.max(1, deviation));
  const stretched = Uint8ClampedArray.from(patch.data, (level) => (level - mean) * gain + MIDDLE);
  return { ...patch, data: new Uint8Array(stretched.buffer) };
}

/** Mean and standard deviation of the luminance where the face is: 1/5 to 4/5 of the patch. */
function faceLuminance({ width, data }: Picture): { mean: number; deviation: number } {
  const [from, to] = [PATCH_SIZE / 5, (PATCH_SIZE * 4) / 5];
  let [sum, squares, count] = [0, 0, 0];
  for (let y = from; y < to; y++)
    for (let x = from; x < to; x++) {
      const p = (y * width + x) * 3;
      const level = 0.299 * data[p]! + 0.587 * data[p + 1]! + 0.114 * data[p + 2]!;
      sum += level;
      squares += level * level;
      count++;
    }
  const mean = sum / count;
  return { mean, deviation: Math.sqrt(Math.max(0, squares / count - mean * mean)) };
}
