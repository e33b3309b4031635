/** Cheap quality checks of an image and of its subject, each with words for the end user. */
import type { FaceFacts, QualityAssessment } from '../analysis.ts';
import { distance } from '../geometry.ts';
import type { DecodedImage } from '../image/decode.ts';
import type { Picture } from '../image/picture.ts';

/** `ImageSize`, when the image was reduced before it was searched. */
export function assessImageSize({
  width,
  height,
  picture,
  scale,
}: DecodedImage): QualityAssessment[] {
  if (scale >= 1) return [];
  const to = `${picture.width} × ${picture.height}`;
  const message = `The image of ${width} × ${height} pixels was reduced to ${to} before processing.`;
  return [{ check: 'ImageSize', score: scale, message }];
}

/** Checks of the one face that will be compared. `patch` is its aligned 320-pixel picture. */
export function assessSubject(patch: Picture, face: FaceFacts): QualityAssessment[] {
  const grey = faceLuminance(patch);
  return [assessEyeDistance(face), assessPose(face), assessSharpness(grey), assessExposure(grey)];
}

/** Eye distance in submitted pixels at which encoders lose nothing. */
const AMPLE_EYE_DISTANCE = 60;

function assessEyeDistance({ leftEye, rightEye }: FaceFacts): QualityAssessment {
  const pixels = distance(leftEye, rightEye);
  const score = Math.min(1, pixels / AMPLE_EYE_DISTANCE);
  const message =
    score < 0.5
      ? `The eyes are only ${Math.round(pixels)} pixels apart: come closer to the camera.`
      : `The eyes are ${Math.round(pixels)} pixels apart.`;
  return { check: 'EyeDistance', score, message };
}

/** cos² of each angle, as ISO/IEC 29794-5 maps head pose. */
function assessPose({ pose: { yaw, pitch, roll } }: FaceFacts): QualityAssessment {
  const cos2 = (degrees: number) => Math.max(0, Math.cos((degrees * Math.PI) / 180)) ** 2;
  const score = cos2(yaw) * cos2(pitch) * cos2(roll);
  const message =
    score < 0.75 ? 'The head is turned away: look straight at the camera.' : 'The pose is frontal.';
  return { check: 'HeadPose', score, message };
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

/** Mean gradient magnitude over standard deviation: blur lowers it, brightness does not. */
function assessSharpness({ side, values }: Luminance): QualityAssessment {
  let gradient = 0;
  for (let y = 1; y < side - 1; y++)
    for (let x = 1; x < side - 1; x++) {
      const at = y * side + x;
      const dx = (values[at + 1]! - values[at - 1]!) / 2;
      const dy = (values[at + side]! - values[at - side]!) / 2;
      gradient += Math.hypot(dx, dy);
    }
  gradient /= (side - 2) ** 2;
  const { deviation } = moments(values);
  const score = Math.min(1, gradient / Math.max(1, deviation) / SHARP_GRADIENT);
  const message =
    score < 0.5 ? 'The face is blurred: hold still and clean the lens.' : 'The face is sharp.';
  return { check: 'Sharpness', score, message };
}

function assessExposure({ values }: Luminance): QualityAssessment {
  const { mean, deviation } = moments(values);
  const brightness = Math.min(1, mean / 70, (255 - mean) / 60);
  const contrast = Math.min(1, deviation / 25);
  const score = Math.max(0, Math.min(brightness, contrast));
  let message = 'The exposure is good.';
  if (score < 0.5) {
    if (mean < 70) message = 'The face is too dark: turn towards the light.';
    else if (mean > 195) message = 'The face is overexposed: avoid direct light.';
    else message = 'The face has too little contrast: improve the light.';
  }
  return { check: 'Exposure', score, message };
}

function moments(values: Float32Array): { mean: number; deviation: number } {
  let sum = 0;
  let squares = 0;
  for (const value of values) {
    sum += value;
    squares += value * value;
  }
  const mean = sum / values.length;
  return { mean, deviation: Math.sqrt(Math.max(0, squares / values.length - mean * mean)) };
}
