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

/** `CompleteFile`, if the file lacks its end. */
export function assessFile({ endless }: DecodedImage): QualityAssessment[] {
  if (endless !== true) return [];
  const message =
    'The file ends without its end marker, as if its transfer was cut; all pixels were there.';
  return [{ check: 'CompleteFile', score: 0.9, message }];
}
