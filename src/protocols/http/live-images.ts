/** Live images in the bodies of the login and account pages. */
import { Type } from 'typebox';
import type { SubmittedLiveImage } from '../../operations/detect-liveness.ts';
import { decodeImage } from './base64.ts';

const LiveImageMember = Type.Object({
  image: Type.String(),
  tags: Type.Optional(Type.Array(Type.String())),
});

/** Two, for a try to sign in. */
export const FaceImages = Type.Object({
  images: Type.Array(LiveImageMember, { minItems: 2, maxItems: 2 }),
});

/** Two or more, for an enrolment. */
export const EnrolmentImages = Type.Array(LiveImageMember, { minItems: 2, maxItems: 8 });

/** @throws InvalidImage, InvalidArgument naming the member */
export function liveImages(
  members: readonly { readonly image: string; readonly tags?: readonly string[] }[],
): SubmittedLiveImage[] {
  return members.map(({ image, tags = [] }, i) => ({
    ...decodeImage(image, `images[${i}].image`),
    tags,
  }));
}
