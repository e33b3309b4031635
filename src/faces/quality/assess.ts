/** Quality checks of our own, each with words for the end user. */
import type { QualityAssessment } from '../analysis.ts';
import type { DecodedImage } from '../image/decode.ts';
import type { Picture } from '../image/picture.ts';

export const IMAGE_SIZE = 'ImageSize';

/** `ImageSize`, when the picture that a face is cut from was reduced. */
export function assessImageSize({
  width,
  height,
  picture,
  scale,
}: DecodedImage): QualityAssessment[] {
  if (scale >= 1) return [];
  const to = `${picture.width} × ${picture.height}`;
  const message = `The image of ${width} × ${height} pixels was reduced to ${to} before processing.`;
  return [{ check: IMAGE_SIZE, score: scale, message }];
}

/** Luminance (0..255) of the middle of the patch, where the face is. */
interface Luminance {
  readonly side: number;
  readonly values: Float32Array;
}

/** The face fills the patch from 1/5 to 4/5 in both directions. */
function faceLuminance({ width, height, data }: Picture): Luminance {
  const left = Math.round(width / 5);
  const top = Math.round(height / 5);
  const side = Math.round((width * 3) / 5);
  const values = new Float32Array(side * side);
  for (let y = 0, o = 0; y < side; y++)
    for (let x = 0; x < side; x++, o++) {
      const p = ((top + y) * width + left + x) * 3;
      values[o] = 0.299 * data[p]! + 0.587 * data[p + 1]! + 0.114 * data[p + 2]!;
    }
  return { side, values };
}

/** Mean gradient relative to contrast at which a portrait looks sharp; found on LFW. */
const SHARP_GRADIENT = 0.12;

/** The check `Sharpness`: mean gradient over standard deviation of the 320-pixel patch. */
export function assessPatchSharpness(patch: Picture): QualityAssessment {
  const { side, values } = faceLuminance(patch);
  let gradient = 0;
  for (let y = 1; y < side - 1; y++)
    for (let x = 1; x < side - 1; x++) {
      const at = y * side + x;
      const dx = (values[at + 1]! - values[at - 1]!) / 2;
      const dy = (values[at + side]! - values[at - side]!) / 2;
      // Several times as fast as Math.hypot, which minds numbers that squares do not hold.
      gradient += Math.sqrt(dx * dx + dy * dy);
    }
  gradient /= (side - 2) ** 2;
  const score = Math.min(1, gradient / Math.max(1, deviationOf(values)) / SHARP_GRADIENT);
  const message =
    score < 0.5 ? 'The face is blurred: hold still and clean the lens.' : 'The face is sharp.';
  return { check: 'Sharpness', score, message };
}

function deviationOf(values: Float32Array): number {
  let sum = 0;
  let squares = 0;
  for (const value of values) {
    sum += value;
    squares += value * value;
  }
  const mean = sum / values.length;
  return Math.sqrt(Math.max(0, squares / values.length - mean * mean));
}
