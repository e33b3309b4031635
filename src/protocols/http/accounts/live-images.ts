/** Live images in the bodies of the login and account pages. */
import { Type } from 'typebox';
import { CaptureMember } from '../../../contract/capture.ts';
import { BurstMember, liveImagesOf } from '../../../contract/liveness.ts';
import { ImageText } from '../../../contract/members.ts';
import { readRequest } from '../../../contract/requests.ts';
import { JSON_NOTATION } from '../plugins/base64.ts';

/** Most bytes of a body with eight camera images. All other bodies of pages are small. */
export const IMAGES_BYTES = 10 * 1024 * 1024;

/** Of an attempt to sign in, or of an enrolment. */
export const FaceImages = Type.Object({
  images: Type.Array(
    Type.Object({
      image: ImageText,
      tags: Type.Optional(Type.Array(Type.String())),
      burst: BurstMember,
    }),
    { minItems: 2, maxItems: 8 },
  ),
  capture: CaptureMember,
});

/** Contents of such a body. @throws InvalidImage, InvalidArgument with the member */
export function capturedImages(body: unknown) {
  const { images, capture } = readRequest(FaceImages, body, JSON_NOTATION);
  return { images: liveImagesOf(images), capture };
}
