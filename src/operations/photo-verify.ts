/** Photo verification: is the person of an ID photo the one in the live images? Nothing is stored. */
import { type JobError, jobError } from '../errors.ts';
import type { FaceEngine, ImageAnalysis } from '../faces/analysis.ts';
import type { LiveImage } from '../faces/liveness/decide.ts';
import type { Context, OperationParts } from './context.ts';
import { checkLiveImages, examineLiveImages, type SubmittedLiveImage } from './detect-liveness.ts';
import type { JobResult } from './job.ts';
import {
  analyseImage,
  analyseImages,
  type SubmittedImage,
  throwIfCancelled,
} from './submitted-image.ts';

export interface PhotoVerifyRequest {
  /** One or two. */
  readonly images: readonly SubmittedLiveImage[];
  readonly photo: SubmittedImage;
  readonly disableLivenessDetection: boolean;
}

/** False-accept rate of each level: 0.5, 0.1, 0.01, 0.001 and 0.0001 %. */
export const VERIFICATION_LEVELS = [
  ['LEVEL_5', 0.000_001],
  ['LEVEL_4', 0.000_01],
  ['LEVEL_3', 0.000_1],
  ['LEVEL_2', 0.001],
  ['LEVEL_1', 0.005],
] as const;

export type VerificationLevel = (typeof VERIFICATION_LEVELS)[number][0] | 'NOT_RECOGNIZED';

export interface PhotoVerifyResult extends JobResult {
  /** One per live image, in the order given. */
  readonly images: readonly LiveImage[];
  /** Undefined: liveness failed, so that the photo was not looked at. */
  readonly photo: ImageAnalysis | undefined;
  readonly verificationLevel: VerificationLevel;
  /** 0..1; 0 when nothing was compared. */
  readonly verificationScore: number;
  readonly live: boolean;
  readonly livenessScore: number;
}

/** What is known of the live images before the photo is looked at. */
interface LiveSide {
  readonly images: readonly LiveImage[];
  readonly live: boolean;
  readonly livenessScore: number;
  readonly errors: readonly JobError[];
}

/**
 * Compares the photo with each live image; of two the weaker decides. Liveness is detected first
 * unless that is disabled; when it fails the photo is not processed.
 * @throws InvalidArgument, InvalidImage naming the member; Cancelled; Unavailable
 */
export async function photoVerify(
  { engine }: Pick<OperationParts, 'engine'>,
  { signal }: Context,
  request: PhotoVerifyRequest,
): Promise<PhotoVerifyResult> {
  const { disableLivenessDetection: disabled } = request;
  const side = await (disabled ? withoutLiveness : withLiveness)(engine, request.images, signal);
  if (!disabled && !side.live) return notRecognised(side, undefined, []);

  const photo = await analyseImage(engine, request.photo, { signal });
  throwIfCancelled(signal);
  const photoErrors = photo.subject === undefined ? [problemOf(photo, request.photo.field)] : [];
  if (photo.subject === undefined || side.errors.length > 0)
    return notRecognised(side, photo, photoErrors);

  const reference = [photo.subject.features];
  const scores = side.images.map(({ image }) => engine.compare(image.subject!.features, reference));
  const weakest = Math.min(...scores);
  const verificationLevel = levelOf(engine, weakest);
  return {
    ...side,
    status: 'SUCCEEDED',
    decision: verificationLevel,
    photo,
    verificationLevel,
    verificationScore: Math.max(1e-4, Math.round(engine.toScore(weakest, 1) * 1e4) / 1e4),
  };
}

/** The best level whose false-accept rate the comparison score keeps. */
export function levelOf(
  engine: Pick<FaceEngine, 'threshold'>,
  comparison: number,
): VerificationLevel {
  const reached = VERIFICATION_LEVELS.find(([, rate]) => comparison >= engine.threshold(rate, 1));
  return reached?.[0] ?? 'NOT_RECOGNIZED';
}

async function withLiveness(
  engine: FaceEngine,
  images: readonly SubmittedLiveImage[],
  signal: AbortSignal,
): Promise<LiveSide> {
  return (await examineLiveImages(engine, images, signal, { features: true })).decision;
}

async function withoutLiveness(
  engine: FaceEngine,
  submitted: readonly SubmittedLiveImage[],
  signal: AbortSignal,
): Promise<LiveSide> {
  checkLiveImages(submitted);
  const analyses = await analyseImages(engine, submitted, { signal });
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
    errors: analyses.flatMap((image, i) =>
      image.subject === undefined ? [problemOf(image, submitted[i]!.field)] : [],
    ),
  };
}

function problemOf({ problem = 'FaceNotFound' }: ImageAnalysis, field: string): JobError {
  const { errorCode, message } = jobError(problem);
  return { errorCode, message: `${field}: ${message}` };
}

function notRecognised(
  side: LiveSide,
  photo: ImageAnalysis | undefined,
  photoErrors: readonly JobError[],
): PhotoVerifyResult {
  return {
    ...side,
    status: 'SUCCEEDED',
    errors: [...side.errors, ...photoErrors],
    decision: 'NOT_RECOGNIZED',
    photo,
    verificationLevel: 'NOT_RECOGNIZED',
    verificationScore: 0,
  };
}
