/** A sequence of live images: passive detection on each, motion between neighbours. */
import type { JobError } from '../../errors.ts';
import type { FaceEngine, LiveAnalysis } from '../../faces/analysis.ts';
import { decideLiveness, type LivenessDecision, meanScore } from '../../faces/liveness/decide.ts';
import { isSamePerson } from '../../faces/liveness/identity.ts';
import type { CallWork } from '../context.ts';
import { inLanes, throwIfCancelled } from '../submitted-image.ts';
import { examineBurst } from './burst.ts';
import {
  analyseLiveImage,
  challengeTags,
  type ExaminedImages,
  pairOf,
  type SubmittedLiveImage,
} from './detect-liveness.ts';
import { notTheFirst, shownFaces } from './one-person.ts';

interface SequenceOptions {
  readonly thumbnail?: boolean;
  readonly mirrored?: boolean;
  /** Encodes the faces of all images and frames. */
  readonly features?: boolean;
}

/**
 * Examines one or more images. The tags of each say where the head moved since the
 * previous one. Every partial decision must be that of a live person.
 * @throws InvalidArgument unknown tag; InvalidImage; Cancelled; Unavailable the models of liveness
 *   are not installed
 */
export async function examineSequence(
  engine: FaceEngine,
  images: readonly SubmittedLiveImage[],
  work: CallWork,
  { thumbnail = false, mirrored = false, features = false }: SequenceOptions = {},
): Promise<ExaminedImages> {
  const tags = images.map((image, i) => challengeTags(image.tags, `liveImages[${i}].tags`));
  const options = { features, thumbnail, identity: images.length > 1, ...work };
  const analyses = await inLanes(engine, images, (image) =>
    analyseLiveImage(engine, image, options),
  );
  const bursts: Awaited<ReturnType<typeof examineBurst>>[] = [];
  for (const { burst } of images)
    bursts.push(await examineBurst(engine, burst, work, { features }));
  throwIfCancelled(work.signal);
  const named = images.map(({ field }, i) => ({ field, analysis: analyses[i]! }));
  const faces = shownFaces(
    images,
    analyses.map(({ image }) => image),
    bursts,
  );
  const found = { analyses, faces };
  if (images.length === 1)
    return { ...found, decision: decideLiveness(named, undefined), pairs: [] };
  const pairs = images.slice(1).map((_, i) => {
    const options = { mirrored, burst: bursts[i + 1] };
    return pairOf(images.slice(i, i + 2), analyses.slice(i, i + 2), tags[i + 1]!, options);
  });
  const decisions = pairs.map((pair, i) => decideLiveness(named.slice(i, i + 2), pair));
  const strangers = strangersTo(analyses[0]!, named.slice(2));
  return {
    ...found,
    decision: joined(decisions, strangers),
    pairs: pairs.filter((pair) => pair !== undefined),
  };
}

/**
 * Finds images of another person than the first, reached by small steps. Each pair alone passes as
 * one person.
 */
function strangersTo(
  { identity }: LiveAnalysis,
  others: readonly { readonly field: string; readonly analysis: LiveAnalysis }[],
): readonly JobError[] {
  return others.flatMap(({ field, analysis: { identity: other } }) =>
    identity === undefined || other === undefined || isSamePerson(identity, other)
      ? []
      : [notTheFirst(field)],
  );
}

/** Live if every pair is. A problem of an image that two pairs share is reported once. */
function joined(
  decisions: readonly LivenessDecision[],
  strangers: readonly JobError[],
): LivenessDecision {
  const errors = new Map(
    [...decisions.flatMap((decision) => decision.errors), ...strangers].map(
      (error) => [`${error.errorCode} ${error.message}`, error] as const,
    ),
  );
  const images = decisions.flatMap((decision, i) => decision.images.slice(i === 0 ? 0 : 1));
  return {
    live: errors.size === 0,
    livenessScore: meanScore(images),
    errors: [...errors.values()],
    images,
  };
}
