/** Liveness detection: is the person in one or two live images really there? */
import { DIRECTIONS, type Direction, isDirection } from '../../directions.ts';
import { InvalidArgument, type JobError } from '../../errors.ts';
import type { AnalyseLivenessOptions, FaceEngine, LiveAnalysis } from '../../faces/analysis.ts';
import type { BurstFrame } from '../../faces/liveness/burst/burst-frame.ts';
import { burstProblem } from '../../faces/liveness/burst/decide-burst.ts';
import {
  decideLiveness,
  type LivenessDecision,
  type PairAnalysis,
} from '../../faces/liveness/decide.ts';
import { comparePair } from '../../faces/liveness/motion/pair.ts';
import { type CallWork, type Context, type OperationParts, workOf } from '../context.ts';
import type { JobResult } from '../job.ts';
import { type SubmittedImage, throwIfCancelled, withFieldOf } from '../submitted-image.ts';
import { examineBurst, type SubmittedFrame } from './burst.ts';
import { requireLeastLiveness } from './least-liveness.ts';
import { type ShownFace, shownFaces } from './one-person.ts';
import { tokenRejections } from './token-demands.ts';

export interface SubmittedLiveImage extends SubmittedImage {
  /** Challenge of the second image: directions in which its head must have moved. */
  readonly tags: readonly string[];
  /** Small frames since the previous image. Undefined: only the images count. */
  readonly burst?: readonly SubmittedFrame[] | undefined;
}

export type LivenessResult = JobResult & LivenessDecision;

/** The decision, and everything behind it. */
export interface ExaminedImages {
  readonly decision: LivenessDecision;
  readonly analyses: readonly LiveAnalysis[];
  /** Encoded faces of images and frames, in the order of capture. Empty: none was encoded. */
  readonly faces: readonly ShownFace[];
  /** Findings on neighbouring images that each show one suitable face. */
  readonly pairs: readonly PairAnalysis[];
}

/**
 * Detects passively on each image. Two images also need motion, and tags also challenge-response.
 * With a task token, the images must be new, and their tags must be the challenge of the attempt.
 * @throws InvalidArgument not one or two images, unknown tag; InvalidImage; Cancelled; Unavailable
 *   the models of liveness are not installed
 */
export async function detectLiveness(
  parts: Pick<OperationParts, 'activeEngine'>,
  context: Context,
  { images }: { readonly images: readonly SubmittedLiveImage[] },
): Promise<LivenessResult> {
  checkLiveImages(images);
  requireLeastLiveness(context, images);
  const { engine } = parts.activeEngine.current();
  const mirrored = context.client.settings.mirroredCaptures;
  const examined = await examineLiveImages(engine, images, workOf(context), { mirrored });
  return livenessResult(examined.decision, await tokenRejections(context, images));
}

/** The result of a decision plus the further demands of a task token. */
export function livenessResult(
  decision: LivenessDecision,
  rejections: readonly JobError[] = [],
): LivenessResult {
  const live = decision.live && rejections.length === 0;
  return {
    ...decision,
    status: 'SUCCEEDED',
    decision: live ? 'live' : 'not live',
    errors: [...decision.errors, ...rejections],
    live,
    accepted: live,
  };
}

/** Like `detectLiveness`, with all findings, and with features if `features` asks for them. */
export async function examineLiveImages(
  engine: FaceEngine,
  images: readonly SubmittedLiveImage[],
  work: CallWork,
  { features = false, thumbnail = false, mirrored = false } = {},
): Promise<ExaminedImages> {
  const tags = checkLiveImages(images);
  const analyses = await Promise.all(
    images.map((image) =>
      analyseLiveImage(engine, image, {
        features,
        thumbnail,
        identity: images.length > 1,
        ...work,
      }),
    ),
  );
  const burst = await examineBurst(engine, images[1]?.burst, work, { features });
  throwIfCancelled(work.signal);
  const named = images.map(({ field }, i) => ({ field, analysis: analyses[i]! }));
  const pair = pairOf(images, analyses, tags, { mirrored, burst });
  const faces = shownFaces(
    images,
    analyses.map(({ image }) => image),
    [undefined, burst],
  );
  return { decision: decideLiveness(named, pair), analyses, faces, pairs: pair ? [pair] : [] };
}

/** Analyses one image, named after its request member. */
export async function analyseLiveImage(
  engine: FaceEngine,
  image: SubmittedLiveImage,
  options: AnalyseLivenessOptions & CallWork,
): Promise<LiveAnalysis> {
  throwIfCancelled(options.signal);
  return engine.analyseLiveness(image.bytes, options).catch(withFieldOf(image));
}

/** Findings on the two images and the frames between them. Undefined: one has no suitable face. */
export function pairOf(
  images: readonly SubmittedLiveImage[],
  [first, second]: readonly LiveAnalysis[],
  tags: readonly Direction[],
  {
    mirrored,
    burst,
  }: {
    readonly mirrored: boolean;
    readonly burst?: readonly BurstFrame[] | undefined;
  },
): PairAnalysis | undefined {
  if (first === undefined || second === undefined) return undefined;
  const pair = comparePair(first, second, tags, mirrored);
  // Frames of a capture that seems to be mirrored have to be so, too.
  const sides = { asked: tags, mirrored: (pair?.challenge === 'mirrored') !== mirrored };
  const repeated = Buffer.compare(images[0]!.bytes, images[1]!.bytes) === 0;
  return (
    pair && {
      ...pair,
      identical: pair.identical || repeated,
      burst: burst && burstProblem(first, burst, second, sides),
    }
  );
}

/** The tags of the second image. @throws InvalidArgument with the member */
export function checkLiveImages(images: readonly SubmittedLiveImage[]): readonly Direction[] {
  requireOneOrTwo(images);
  return challengeTags(images[1]?.tags ?? [], 'liveImages[1].tags');
}

/** @throws InvalidArgument */
export function requireOneOrTwo({ length }: readonly unknown[]): void {
  if (length < 1 || length > 2)
    throw new InvalidArgument(`liveImages: one or two images are needed, ${length} given`);
}

/** The tags as directions. @throws InvalidArgument with the member */
export function challengeTags(tags: readonly string[], field: string): readonly Direction[] {
  return tags.map((tag, i) => {
    if (isDirection(tag)) return tag;
    throw new InvalidArgument(`${field}[${i}]: expected one of ${DIRECTIONS.join(', ')}`);
  });
}
