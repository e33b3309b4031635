/** Requests as the proto files define them, and their images as operations take them. */
import { InvalidArgument, InvalidImage } from '../../errors.ts';
import type { SubmittedLiveImage } from '../../operations/detect-liveness.ts';
import type { SubmittedVideo } from '../../operations/detect-video-liveness.ts';
import type { SubmittedImage } from '../../operations/submitted-image.ts';

export interface ImageData {
  readonly image: Uint8Array;
  readonly tags: readonly string[];
}

/** @throws InvalidImage no bytes */
export function submittedImage(bytes: Uint8Array | undefined, field: string): SubmittedImage {
  if (bytes === undefined || bytes.length === 0)
    throw new InvalidImage('the image is empty', field);
  return { bytes, field };
}

/** @throws InvalidImage one of them has no bytes */
export function submittedImages(images: readonly ImageData[]): SubmittedImage[] {
  return images.map(({ image }, i) => submittedImage(image, `images[${i}].image`));
}

/** Of a wrong number of images none is looked at: the operation refuses them. */
export function submittedLiveImages(images: readonly ImageData[]): SubmittedLiveImage[] {
  const wrongNumber = images.length < 1 || images.length > 2;
  return images.map(({ image: bytes, tags }, i) => {
    const field = `liveImages[${i}].image`;
    return { ...(wrongNumber ? { bytes, field } : submittedImage(bytes, field)), tags };
  });
}

/** @throws InvalidArgument no bytes */
export function submittedVideo(bytes: Uint8Array): SubmittedVideo {
  if (bytes.length === 0) throw new InvalidArgument('video: the video is empty');
  return { bytes, field: 'video' };
}
