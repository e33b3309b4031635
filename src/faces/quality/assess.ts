/** Quality checks of our own, each with words for the end user. */
import type { QualityAssessment } from '../analysis.ts';
import type { DecodedImage } from '../image/decode.ts';

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
