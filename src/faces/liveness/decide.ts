/** The liveness decision. Every partial decision must pass; each failure gets an error. */
import { type JobError, type JobErrorCode, jobError, otherSide } from '../../errors.ts';
import type { ImageAnalysis, LiveAnalysis, LivenessScores } from '../analysis.ts';
import { type BurstProblem, burstError } from './burst/decide-burst.ts';
import type { ChallengeOutcome } from './motion/challenge.ts';
import type { MotionResult } from './motion/motion.ts';
import { TOO_TIGHT } from './passive.ts';

/** The findings on two consecutive images, if both show one suitable face. */
export interface PairAnalysis {
  /** The second image repeats the first one, almost or exactly, or mirrors it. */
  readonly identical: boolean;
  /** Result of the 3-D motion detector. */
  readonly motion: Pick<MotionResult, 'score' | 'live' | 'problem' | 'direction' | 'light'> &
    Partial<Pick<MotionResult, 'measures'>>;
  /** Whether the head moved as the tags of the second image demand. Undefined: no tags. */
  readonly challenge: ChallengeOutcome | undefined;
  /** Whether left and right were swapped, as the client demands. */
  readonly mirrored: boolean;
  /** The problem of the frames between the images. Absent: none, or there are no frames. */
  readonly burst?: BurstProblem | undefined;
}

/** An image and the scores of its face. */
export interface LiveImage extends LivenessScores {
  readonly image: ImageAnalysis;
  /** From 1 for frames of a video, 0 for images. */
  readonly frameNumber: number;
}

export interface LivenessDecision {
  /** True exactly when there is no error. */
  readonly live: boolean;
  /** Mean of all calculated scores, 0..1. 0 if there are none. */
  readonly livenessScore: number;
  readonly errors: readonly JobError[];
  readonly images: readonly LiveImage[];
}

/** A live image, and the name of its request member. */
export interface NamedLiveImage {
  readonly field: string;
  readonly analysis: LiveAnalysis;
}

/**
 * Decides on one image (passive) or two: passive on each, motion between them and, with tags, the
 * challenge. Returns one error for each failing image, one for the motion unless the second image
 * has already failed, and one for a missed challenge.
 */
export function decideLiveness(
  images: readonly NamedLiveImage[],
  pair: PairAnalysis | undefined,
): LivenessDecision {
  const errors = images.flatMap(({ field, analysis }, i) => {
    const error = imageError(analysis, i === 1 && pair?.identical === true);
    return error === undefined
      ? []
      : [{ ...error, message: `${field}: ${error.message}`, failed: i }];
  });
  const secondFailed = errors.some(({ failed }) => failed === 1);
  const pairErrors =
    pair !== undefined
      ? errorsOfPair(pair, images[1]!.field, secondFailed)
      : images.length > 1 && errors.length === 0
        ? [jobError('RejectedByActiveLiveDetection')]
        : [];
  const all = [...errors.map(({ errorCode, message }) => ({ errorCode, message })), ...pairErrors];
  const scored = images.map(({ analysis }, i) => scoredImage(analysis, i === 1 ? pair : undefined));
  return {
    live: all.length === 0,
    livenessScore: meanScore(scored),
    errors: all,
    images: scored,
  };
}

/** The findings on one image. */
type JudgedImage = Pick<LiveAnalysis, 'passive' | 'fakes' | 'covered'> & {
  readonly image: Pick<ImageAnalysis, 'problem'>;
};

/** The reason why this image alone does not show a live person. Undefined: it does. */
export function imageError(analysis: JudgedImage, repeated = false): JobError | undefined {
  const { image, passive, fakes } = analysis;
  if (image.problem !== undefined) return jobError(image.problem);
  if (repeated) return jobError(OBVIOUS, REPEATED);
  const fake = fakes.find((evidence) => evidence.fake);
  if (fake !== undefined) return jobError(OBVIOUS, fake.message);
  if (passive?.decided !== true) return jobError('ThumbnailExtractionFailed', TOO_TIGHT);
  if (passive.live) return undefined;
  return jobError('RejectedByPassiveLiveDetection', analysis.covered ? COVERED : undefined);
}

const OBVIOUS: JobErrorCode = 'RejectedByObviousFakeDetector';
const REPEATED =
  'The second image is the first one again, or its mirror image: it must be a new one.';

const COVERED =
  'The face is covered, and what is seen of it does not seem to be of a live person: take off mask ' +
  'or scarf, and keep hands away from the face.';

const CHALLENGE: JobErrorCode = 'RejectedByChallengeResponse';

/** Messages to end users about problems of the motion. */
const MOTION_MESSAGES = {
  'other-person': 'The two images do not show the same person.',
  'no-motion': 'The head has hardly moved between the two images: turn it further.',
  flat: 'The face moved between the two images like a flat picture.',
  bent: 'The second image looks like the first one bent: the light on the face did not change.',
} as const;

/** Degrees below which a real head may look flat. */
const SMALL_TURN = 12;

/** Whether the pair may have been refused because the head turned too little. */
export const turnedLittle = ({ motion, challenge }: PairAnalysis): boolean =>
  (motion.problem === 'no-motion' || motion.problem === 'flat' || challenge === 'missed') &&
  (motion.measures?.angle ?? SMALL_TURN) < SMALL_TURN;

/** Whether the pair was refused because the head was too fast for the frames. */
export const turnedFast = ({ burst }: PairAnalysis): boolean => burst === 'few' || burst === 'jump';

/** Says how far the head turned if that may have been too little. */
function motionMessage(pair: PairAnalysis): string | undefined {
  const { problem, measures } = pair.motion;
  if (problem === undefined) return undefined;
  return problem !== 'other-person' && problem !== 'bent' && turnedLittle(pair)
    ? `The head turned by ${Math.round(measures!.angle)}° between the two images: turn it by 15 to 25°.`
    : MOTION_MESSAGES[problem];
}

function errorsOfPair(pair: PairAnalysis, field: string, secondFailed: boolean): JobError[] {
  const { motion, challenge, burst, mirrored } = pair;
  const errors: JobError[] = [];
  // A missed challenge has its own error.
  const isTold = burst !== undefined && (burst !== 'detour' || challenge === 'met');
  if (!secondFailed && isTold) errors.push(burstError(burst, field));
  if (!secondFailed && !motion.live) {
    errors.push(jobError('RejectedByActiveLiveDetection', motionMessage(pair)));
  }
  // Only what was mirrored throughout is.
  const swapped = challenge === 'mirrored' && burst === undefined;
  if (challenge === 'missed' || challenge === 'mirrored')
    errors.push(jobError(CHALLENGE, swapped ? otherSide(mirrored) : undefined));
  return errors;
}

/** The image with its scores. `pair` only for the second image. */
export function scoredImage(
  { image, passive }: LiveAnalysis,
  pair: PairAnalysis | undefined,
  frameNumber = 0,
): LiveImage {
  const textureLivenessScore = passive?.decided ? calculated(passive.score) : 0;
  if (pair === undefined)
    return {
      image,
      textureLivenessScore,
      motionLivenessScore: 0,
      movementDirection: 0,
      frameNumber,
    };
  return {
    image,
    textureLivenessScore,
    motionLivenessScore: calculated(pair.motion.score),
    movementDirection: (Math.round(pair.motion.direction * 10) / 10) % 360,
    frameNumber,
  };
}

/** Mean of the calculated scores of the images. 0 if there are none. */
export function meanScore(images: readonly LiveImage[]): number {
  const scores = images
    .flatMap(({ textureLivenessScore, motionLivenessScore }) => [
      textureLivenessScore,
      motionLivenessScore,
    ])
    .filter((score) => score > 0);
  if (scores.length === 0) return 0;
  return rounded(scores.reduce((sum, score) => sum + score, 0) / scores.length);
}

/** Rounded to ten-thousandths. Never 0, which means "not calculated". */
function calculated(score: number): number {
  return Math.min(1, Math.max(1e-4, rounded(score)));
}

function rounded(score: number): number {
  return Math.round(score * 1e4) / 1e4;
}
