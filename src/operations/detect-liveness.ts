/** Liveness detection: is the person in one or two live images really there? */
import { InvalidArgument } from '../errors.ts';
import type { FaceEngine } from '../faces/analysis.ts';
import { CHALLENGE_TAGS, type ChallengeTag, isChallengeTag } from '../faces/liveness/challenge.ts';
import {
  decideLiveness,
  type LivenessDecision,
  type PairAnalysis,
} from '../faces/liveness/decide.ts';
import type { LiveAnalysis } from '../faces/liveness/liveness-analysis.ts';
import { SAME_PERSON_FMR } from '../faces/liveness/motion.ts';
import { comparePair } from '../faces/liveness/pair.ts';
import type { Context, OperationParts } from './context.ts';
import type { JobResult } from './job.ts';
import { type SubmittedImage, throwIfCancelled, withFieldOf } from './submitted-image.ts';

export interface SubmittedLiveImage extends SubmittedImage {
  /** Challenge of the second image: directions its head must have moved to. */
  readonly tags: readonly string[];
}

export interface DetectLivenessRequest {
  /** One or two. */
  readonly images: readonly SubmittedLiveImage[];
}

export interface LivenessResult extends JobResult, LivenessDecision {}

/** What photo verification needs beside the decision. */
export interface ExaminedImages {
  readonly decision: LivenessDecision;
  readonly analyses: readonly LiveAnalysis[];
}

/**
 * Passive detection on each image; with two also motion, with tags also challenge-response.
 * @throws InvalidArgument not one or two images, unknown tag; InvalidImage; Cancelled; Unavailable
 *   the models of liveness are not installed
 */
export async function detectLiveness(
  parts: Pick<OperationParts, 'engine'>,
  context: Context,
  request: DetectLivenessRequest,
): Promise<LivenessResult> {
  const { decision } = await examineLiveImages(parts.engine, request.images, context.signal);
  return {
    status: 'SUCCEEDED',
    decision: decision.live ? 'live' : 'not live',
    ...decision,
  };
}

/** The same with all that was found out, and with features when `features` asks for them. */
export async function examineLiveImages(
  engine: FaceEngine,
  images: readonly SubmittedLiveImage[],
  signal: AbortSignal,
  { features = images.length > 1 } = {},
): Promise<ExaminedImages> {
  const tags = checkLiveImages(images);
  const analyses = await Promise.all(
    images.map((image) => analyseLiveImage(engine, image, { features, signal })),
  );
  throwIfCancelled(signal);
  const named = images.map(({ field }, i) => ({ field, analysis: analyses[i]! }));
  return { decision: decideLiveness(named, pairOf(engine, images, analyses, tags)), analyses };
}

async function analyseLiveImage(
  engine: FaceEngine,
  image: SubmittedLiveImage,
  options: { readonly features: boolean; readonly signal: AbortSignal },
): Promise<LiveAnalysis> {
  throwIfCancelled(options.signal);
  return engine.analyseLiveness(image.bytes, options).catch(withFieldOf(image));
}

function pairOf(
  engine: FaceEngine,
  images: readonly SubmittedLiveImage[],
  [first, second]: readonly LiveAnalysis[],
  tags: readonly ChallengeTag[],
): PairAnalysis | undefined {
  if (first === undefined || second === undefined) return undefined;
  const [p, q] = [first.image.subject?.features, second.image.subject?.features];
  const comparison = p && q ? engine.compare(q, [p]) : Number.NEGATIVE_INFINITY;
  const threshold = engine.threshold(SAME_PERSON_FMR, 1);
  const pair = comparePair(first, second, tags, { comparison, threshold });
  const repeated = Buffer.compare(images[0]!.bytes, images[1]!.bytes) === 0;
  return pair && { ...pair, identical: pair.identical || repeated };
}

/**
 * The tags of the second image; those of the first are ignored.
 * @throws InvalidArgument naming the member
 */
export function checkLiveImages(images: readonly SubmittedLiveImage[]): readonly ChallengeTag[] {
  if (images.length < 1 || images.length > 2)
    throw new InvalidArgument(`liveImages: one or two images are needed, ${images.length} given`);
  return (images[1]?.tags ?? []).map((tag, i) => {
    if (isChallengeTag(tag)) return tag;
    const known = CHALLENGE_TAGS.join(', ');
    throw new InvalidArgument(`liveImages[1].tags[${i}]: expected one of ${known}`);
  });
}
