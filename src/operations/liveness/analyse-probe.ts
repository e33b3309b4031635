/** Images for a task token: one person's, who is proved to be there wherever the token demands it. */
import type { JobError } from '../../errors.ts';
import type { FaceEngine, ImageAnalysis } from '../../faces/analysis.ts';
import { type Context, workOf } from '../context.ts';
import { demandsLiveness } from '../permit.ts';
import { analyseImages, inLanes, type SubmittedImage } from '../submitted-image.ts';
import { examineLiveImages, type SubmittedLiveImage } from './detect-liveness.ts';
import { requireLeastLiveness } from './least-liveness.ts';
import { examineSequence } from './live-sequence.ts';
import { demandsOnePerson, requireImagesOfAttempt, strangersAmong } from './one-person.ts';
import { tokenRejections } from './token-demands.ts';

/** Images of a call, analysed with features, and why they are no proof; no error: they are. */
export interface Probe {
  readonly images: readonly ImageAnalysis[];
  readonly rejections: readonly JobError[];
}

/** An image of the request, or an uploaded sample with the directions it answers. */
export type ProbeImage = SubmittedImage & Partial<Pick<SubmittedLiveImage, 'tags' | 'burst'>>;

/**
 * Analyses the images, at least one. Those of an attempt have to be one person's. Where the token
 * demands liveness each of them is examined passively; uploaded samples are taken for a sequence, with motion from each to the next and, if
 * that is demanded, the challenge of the attempt. Nothing in a request can change what is demanded.
 * @param options.thumbnail what is needed to enrol the images, too
 * @throws InvalidArgument more than an attempt takes; InvalidImage; Cancelled; Unavailable the models
 *   of liveness are not installed
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
  const strangers = (analyses: readonly ImageAnalysis[]) =>
    demandsOnePerson(context) ? strangersAmong(engine, images, analyses) : [];
  if (!demandsLiveness(context)) {
    const analyses = await analyseImages(engine, images, { thumbnail, ...work });
    return { images: analyses, rejections: strangers(analyses) };
  }
  requireLeastLiveness(context, images, 'samples');
  const live = images.map((image) => ({ ...image, tags: image.tags ?? [] }));
  const examined = uploaded
    ? [await examineSequence(engine, live, work, { thumbnail, mirrored })]
    : await inLanes(engine, live, (image) =>
        examineLiveImages(engine, [image], work, { features: true, thumbnail }),
      );
  const analyses = examined.flatMap((one) => one.analyses);
  const rejections = [
    ...examined.flatMap(({ decision }) => decision.errors),
    ...(await tokenRejections(context, live, analyses, { uploaded })),
  ];
  return {
    images: examined.flatMap(({ decision }) =>
      decision.images.map(({ image, ...liveness }) => ({ ...image, liveness })),
    ),
    // In a sequence heads turn far: it has looked by what knows them then, too.
    rejections:
      uploaded || rejections.length > 0
        ? rejections
        : strangers(analyses.map(({ image }) => image)),
  };
}
