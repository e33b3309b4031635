/** Photo verification: compares the person of an ID photo with live images. Stores nothing. */

import type { JobError } from '../../errors.ts';
import type { FaceEngine, ImageAnalysis } from '../../faces/analysis.ts';
import type { LivenessDecision } from '../../faces/liveness/decide.ts';
import { type CallWork, type Context, type OperationParts, workOf } from '../context.ts';
import { fourDigits, stepBetween } from '../disclosed-score.ts';
import {
  checkLiveImages,
  examineLiveImages,
  type SubmittedLiveImage,
} from '../liveness/detect-liveness.ts';
import { requireLeastLiveness } from '../liveness/least-liveness.ts';
import { changesOfPerson, type ShownFace, shownFaces } from '../liveness/one-person.ts';
import { authenticatedPhoto } from '../reference-photo.ts';
import {
  analyseImage,
  analyseImages,
  problemOf,
  type SubmittedImage,
  throwIfCancelled,
} from '../submitted-image.ts';
import { weakestComparison } from './compare-with-class.ts';

export interface PhotoVerifyRequest {
  /** One or two. */
  readonly images: readonly SubmittedLiveImage[];
  /** Or a document that holds it, see `authenticatedPhoto`. */
  readonly photo: SubmittedImage;
  /** EF.SOD of the chip that the photo is of. */
  readonly securityObject?: SubmittedImage | undefined;
  readonly disableLivenessDetection: boolean;
}

/** False-accept rate of each level, strictest first. */
export const VERIFICATION_LEVELS = [
  ['LEVEL_5', 0.000_001],
  ['LEVEL_4', 0.000_01],
  ['LEVEL_3', 0.000_1],
  ['LEVEL_2', 0.001],
  ['LEVEL_1', 0.005],
] as const;

/** Levels that are accepted, counted from the strictest: LEVEL_4 and above. */
const ACCEPTED = 2;

/** False-accept rate that what is accepted keeps. */
export const ACCEPTED_RATE = VERIFICATION_LEVELS[ACCEPTED - 1]![1];

export const isAccepted = (level: VerificationLevel): boolean =>
  VERIFICATION_LEVELS.slice(0, ACCEPTED).some(([name]) => name === level);

/** The rates in percent, in words, of the levels 1 to 5. */
export const LEVEL_RATES = VERIFICATION_LEVELS.map(([, rate]) =>
  Number((rate * 100).toPrecision(1)),
)
  .reverse()
  .join(', ')
  .replace(/, (?=[^,]+$)/, ' and ');

export type VerificationLevel = (typeof VERIFICATION_LEVELS)[number][0] | 'NOT_RECOGNIZED';

/** Results of the live images before the photo is processed. */
interface LiveSide extends LivenessDecision {
  readonly faces: readonly ShownFace[];
}

/**
 * Compares the photo with all live images and frames; the weakest decides. Detects liveness first,
 * unless that is disabled. If it fails, or no trusted issuer signed the document, the photo is not
 * processed.
 * @throws InvalidArgument, InvalidImage naming the member; Cancelled; Unavailable
 */
export async function photoVerify(
  parts: Pick<OperationParts, 'activeEngine' | 'readPortrait'>,
  context: Context,
  request: PhotoVerifyRequest,
) {
  const work = workOf(context);
  const { disableLivenessDetection: disabled } = request;
  checkLiveImages(request.images);
  if (!disabled) requireLeastLiveness(context, request.images);
  const { photo: submitted, securityObject } = request;
  const document = await authenticatedPhoto(parts, context, submitted, securityObject);
  const { engine } = parts.activeEngine.current();
  const { mirroredCaptures: mirrored } = context.client.settings;
  const found = disabled
    ? await withoutLiveness(engine, request.images, work)
    : await withLiveness(engine, request.images, work, mirrored);
  const side = { ...found, errors: [...found.errors, ...document.errors] };
  /** Without photo: liveness or passive authentication failed, so the photo was not processed. */
  const result = (photo: ImageAnalysis | undefined, comparison?: Comparison) => ({
    ...side,
    status: 'SUCCEEDED' as const,
    passiveAuthentication: document.passiveAuthentication,
    photo,
    ...(comparison === undefined ? NOT_RECOGNISED : recognised(engine, comparison)),
  });
  if ((!disabled && !side.live) || document.errors.length > 0) return result(undefined);

  const photo = await analyseImage(engine, document.photo, { idPhoto: true, ...work });
  throwIfCancelled(work.signal);
  const errors = [...side.errors, ...problemsOf([photo], [request.photo])];
  if (errors.length > 0) return { ...result(photo), errors };
  return result(photo, (rate) =>
    weakestComparison(engine, side.faces, photo.subject!.features, rate),
  );
}

const NOT_RECOGNISED = {
  decision: 'NOT_RECOGNIZED',
  verificationLevel: 'NOT_RECOGNIZED',
  verificationScore: 0,
} as const;

/** The weakest comparison score, where frontal faces keep the rate. */
type Comparison = (falseMatchRate: number) => number;

function recognised(engine: FaceEngine, comparison: Comparison) {
  const verificationLevel = levelOf(engine, comparison);
  const exactScore = engine.toScore(comparison(ACCEPTED_RATE));
  const verificationScore = disclosedLevelScore(engine, verificationLevel, exactScore);
  return { decision: verificationLevel, verificationLevel, verificationScore, exactScore };
}

/** Below the accepted levels, the score tells no more than the level. */
function disclosedLevelScore(engine: FaceEngine, level: VerificationLevel, score: number): number {
  if (isAccepted(level)) return fourDigits(score);
  const reached = VERIFICATION_LEVELS.findIndex(([name]) => name === level);
  const scoreAt = ([, rate]: (typeof VERIFICATION_LEVELS)[number]) =>
    engine.toScore(engine.threshold(rate));
  const from = reached < 0 ? 0 : scoreAt(VERIFICATION_LEVELS[reached]!);
  return stepBetween(from, scoreAt(VERIFICATION_LEVELS.at(reached < 0 ? -1 : reached - 1)!));
}

/** The strictest level whose false-accept rate the comparison score meets. */
function levelOf(engine: Pick<FaceEngine, 'threshold'>, comparison: Comparison): VerificationLevel {
  const reached = VERIFICATION_LEVELS.find(
    ([, rate]) => comparison(rate) >= engine.threshold(rate),
  );
  return reached?.[0] ?? 'NOT_RECOGNIZED';
}

async function withLiveness(
  engine: FaceEngine,
  images: readonly SubmittedLiveImage[],
  work: CallWork,
  mirrored: boolean,
): Promise<LiveSide> {
  const examined = await examineLiveImages(engine, images, work, { features: true, mirrored });
  const { decision, faces } = examined;
  const changes = decision.live ? changesOfPerson(engine, faces) : [];
  return {
    ...decision,
    live: decision.live && changes.length === 0,
    errors: [...decision.errors, ...changes],
    faces,
  };
}

async function withoutLiveness(
  engine: FaceEngine,
  submitted: readonly SubmittedLiveImage[],
  work: CallWork,
): Promise<LiveSide> {
  const analyses = await analyseImages(engine, submitted, work);
  return {
    images: analyses.map((image) => ({
      image,
      textureLivenessScore: 0,
      motionLivenessScore: 0,
      movementDirection: 0,
      frameNumber: 0,
    })),
    live: false,
    livenessScore: 0,
    faces: shownFaces(submitted, analyses),
    errors: problemsOf(analyses, submitted),
  };
}

/** An error for each image that does not show one whole face, with the name of its member. */
function problemsOf(
  analyses: readonly ImageAnalysis[],
  submitted: readonly SubmittedImage[],
): JobError[] {
  return analyses.flatMap((analysis, i) => problemOf(analysis, submitted[i]!) ?? []);
}
