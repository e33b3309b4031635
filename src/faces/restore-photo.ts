/** Restores what printing, scanning and ageing take from an ID photo, before it is encoded. */
import { PATCH_SIZE } from './align.ts';
import type { Picture } from './image/picture.ts';

/** Standard deviation of the luminance below which a photo is pale, and to which it is stretched. */
const LEAST_CONTRAST = 30;
const CONTRAST = 45;
/** Mean luminance of a stretched face. */
const MIDDLE = 130;
/** More would stretch noise and compression, too. */
const MOST_GAIN = 6;

/**
 * The patch of an ID photo with the contrast that encoders know; a patch that has it stays as it
 * is. Measured by `npm run evaluate -- photo-verify`.
 * @param patch as of `cutPatch`
 */
export function restorePhoto(patch: Picture): Picture {
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
