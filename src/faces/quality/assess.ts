/** Our own quality checks, with messages for the end user. */
import type { QualityAssessment } from '../analysis.ts';
import type { DecodedImage } from '../image/decode.ts';

export const IMAGE_SIZE = 'ImageSize';

/** `ImageSize`, if the picture that the face is cut from was reduced. */
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
