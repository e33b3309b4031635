/** Images for a task token: of one person, who must prove to be live if the token demands it. */
import type { JobError } from '../../errors.ts';
import type { FaceEngine, ImageAnalysis } from '../../faces/analysis.ts';
import { type Context, workOf } from '../context.ts';
import { demandsLiveness } from '../permit.ts';
import { analyseImages, inLanes, type SubmittedImage } from '../submitted-image.ts';
import { examineLiveImages, type SubmittedLiveImage } from './detect-liveness.ts';
import { requireLeastLiveness } from './least-liveness.ts';
import { examineSequence } from './live-sequence.ts';
import {
  changesOfPerson,
  demandsOnePerson,
  requireImagesOfAttempt,
  type ShownFace,
  shownFaces,
} from './one-person.ts';
import { tokenRejections } from './token-demands.ts';

/** Analysed images of a call, with features. Errors explain why they prove nothing. */
export interface Probe {
  readonly images: readonly ImageAnalysis[];
  /** Faces of images and frames, in the order of capture. */
  readonly faces: readonly ShownFace[];
  readonly rejections: readonly JobError[];
}

/** An image of the request, or an uploaded sample with the directions that it answers. */
export type ProbeImage = SubmittedImage & Partial<Pick<SubmittedLiveImage, 'tags' | 'burst'>>;

/**
 * Analyses one or more images. The images of an attempt must show one person. If the token demands
 * liveness, each is examined passively; uploaded samples form a sequence, with motion between
 * neighbours and, on demand, the challenge of the attempt. Nothing in a request can change the
 * demands.
 * @param options.thumbnail whether the images will also be enrolled
 * @throws InvalidArgument more than an attempt takes; InvalidImage; Cancelled; Unavailable the
 *   models of liveness are not installed
 */
export async function analyseProbe(
  engine: FaceEngine,
  context: Context,
  images: readonly ProbeImage[],
  { uploaded = false, thumbnail = false } = {},
): Promise<Probe> {
  const mirrored = context.client.settings.mirroredCaptures;
  const work = workOf(context);
  requireImagesOfAttempt(context, images);
  const strangers = (faces: readonly ShownFace[]) =>
    demandsOnePerson(context) ? changesOfPerson(engine, faces) : [];
  if (!demandsLiveness(context)) {
    const analyses = await analyseImages(engine, images, { thumbnail, ...work });
    const faces = shownFaces(images, analyses);
    return { images: analyses, faces, rejections: strangers(faces) };
  }
  requireLeastLiveness(context, images, 'samples');
  const live = images.map((image) => ({ ...image, tags: image.tags ?? [] }));
  const examined = uploaded
    ? [await examineSequence(engine, live, work, { features: true, thumbnail, mirrored })]
    : await inLanes(engine, live, (image) =>
        examineLiveImages(engine, [image], work, { features: true, thumbnail }),
      );
  const faces = examined.flatMap((one) => one.faces);
  const rejections = [
    ...examined.flatMap(({ decision }) => decision.errors),
    ...(await tokenRejections(context, live, { uploaded })),
  ];
  return {
    images: examined.flatMap(({ decision }) =>
      decision.images.map(({ image, ...liveness }) => ({ ...image, liveness })),
    ),
    faces,
    rejections: rejections.length > 0 ? rejections : strangers(faces),
  };
}
