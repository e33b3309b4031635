/** The service FaceLiveness: images, video, ID photo. */
import type { UntypedServiceImplementation } from '@grpc/grpc-js';
import { detectLiveness } from '../../operations/detect-liveness.ts';
import { detectVideoLiveness } from '../../operations/detect-video-liveness.ts';
import { photoVerify } from '../../operations/photo-verify.ts';
import { livenessResponse, photoVerifyResponse } from './answers.ts';
import type { Handle } from './jobs.ts';
import { type ImageData, submittedImage, submittedLiveImages, submittedVideo } from './requests.ts';

interface LiveImages {
  readonly liveImages: readonly ImageData[];
}

export function faceLiveness(handle: Handle): UntypedServiceImplementation {
  return {
    livenessDetection: handle({
      operation: 'detect-liveness',
      run: async (parts, context, { liveImages }: LiveImages) =>
        detectLiveness(parts, context, { images: submittedLiveImages(liveImages) }),
      answer: livenessResponse,
    }),
    videoLivenessDetection: handle({
      operation: 'detect-video-liveness',
      run: async (parts, context, { video }: { video: Uint8Array }) =>
        detectVideoLiveness(parts, context, { video: submittedVideo(video) }),
      answer: livenessResponse,
    }),
    photoVerify: handle({
      operation: 'photo-verify',
      run: async (
        parts,
        context,
        request: LiveImages & { photo: Uint8Array; disableLivenessDetection: boolean },
      ) =>
        photoVerify(parts, context, {
          images: submittedLiveImages(request.liveImages),
          photo: submittedImage(request.photo, 'photo'),
          disableLivenessDetection: request.disableLivenessDetection,
        }),
      answer: photoVerifyResponse,
    }),
  };
}
