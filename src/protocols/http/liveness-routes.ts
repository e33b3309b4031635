/** The liveness routes below `/api/v1`: images, video, ID photo. */
import type { TypeBoxTypeProvider } from '@fastify/type-provider-typebox';
import type { FastifyInstance } from 'fastify';
import { detectLiveness, type SubmittedLiveImage } from '../../operations/detect-liveness.ts';
import { detectVideoLiveness } from '../../operations/detect-video-liveness.ts';
import { photoVerify } from '../../operations/photo-verify.ts';
import { decodeImage, decodeVideo } from './base64.ts';
import { runRequestedJob } from './job-context.ts';
import { livenessAnswer, photoVerifyAnswer } from './liveness-answers.ts';
import { LIVENESS_ROUTES } from './liveness-route-schemas.ts';
import type { HttpParts } from './parts.ts';

export function addLivenessRoutes(app: FastifyInstance, parts: HttpParts): void {
  const api = app.withTypeProvider<TypeBoxTypeProvider>();

  api.post(
    '/api/v1/livenessdetection',
    { schema: LIVENESS_ROUTES.detectLiveness, config: { operation: 'detect-liveness' } },
    async (request) => {
      const { liveImages } = request.body;
      const result = await runRequestedJob(parts, request, async (context) =>
        detectLiveness(parts, context, { images: liveImagesOf(liveImages) }),
      );
      return livenessAnswer(result);
    },
  );

  api.post(
    '/api/v1/videolivenessdetection',
    { schema: LIVENESS_ROUTES.detectVideoLiveness, config: { operation: 'detect-video-liveness' } },
    async (request) => {
      const { body } = request;
      const result = await runRequestedJob(parts, request, async (context) =>
        detectVideoLiveness(parts, context, { video: decodeVideo(body.video, 'video') }),
      );
      return livenessAnswer(result);
    },
  );

  api.post(
    '/api/v1/photoverify',
    { schema: LIVENESS_ROUTES.photoVerify, config: { operation: 'photo-verify' } },
    async (request) => {
      const { liveImages, photo, disableLivenessDetection = false } = request.body;
      const result = await runRequestedJob(parts, request, async (context) =>
        photoVerify(parts, context, {
          images: liveImagesOf(liveImages),
          photo: decodeImage(photo, 'photo'),
          disableLivenessDetection,
        }),
      );
      return photoVerifyAnswer(result);
    },
  );
}

interface LiveImageMember {
  readonly image: string;
  readonly tags?: readonly string[] | null;
}

/** Of a wrong number of images none is decoded: the operation refuses them. */
function liveImagesOf(members: readonly LiveImageMember[]): SubmittedLiveImage[] {
  const wrongNumber = members.length < 1 || members.length > 2;
  return members.map(({ image, tags }, i) => {
    const field = `liveImages[${i}].image`;
    const submitted = wrongNumber ? { bytes: EMPTY, field } : decodeImage(image, field);
    return { ...submitted, tags: tags ?? [] };
  });
}

const EMPTY = new Uint8Array();
