/** Decides on a video: the evidence of its frames adds up, and all must show the same person. */
import { type JobError, jobError } from '../../../errors.ts';
import type { LiveAnalysis } from '../../analysis.ts';
import { imageError, type LiveImage, meanScore, scoredImage } from '../decide.ts';
import { isPersonOf, isSamePerson } from '../identity.ts';
import type { MotionView } from '../motion/motion-view.ts';
import { leastScore } from '../passive.ts';
import { createBlinks, staysInPlace } from './blinks.ts';
import { createMovement, type Movement } from './movement.ts';
import type { DecoderRequest } from './video-decoder.ts';

/** Most examined frames, because few may be usable. */
export const MOST_FRAMES = 25;
/** Least usable frames for a decision. Usable frames show one suitable face. */
const LEAST_USABLE = 7;
/** Sum of log-odds that decides. */
const ENOUGH = 6;
/** Most log-odds of one frame. Replays may look live; live people hardly ever look fake. */
const MOST = { for: 2, against: 4 } as const;

const ANOTHER_PERSON = 'Another person appears in the video.';
const UNDECIDED = 'The frames of the video together do not show enough of a live person.';
const STILL =
  'The face in the video neither blinked nor spoke nor turned as no picture does: look into the ' +
  'camera for some seconds more, blink, and turn the head a little.';
/** Most seconds from a blink to the frame that shows whose it was. */
const SOON = 0.5;
/** In less time, people need not blink or stir. */
const LEAST_SECONDS = 2.5;
const TOO_SHORT =
  'The video is too short to show whether the face lives: record at least three seconds, blink, and ' +
  'turn the head a little.';

/** Identifies a frame of a video. */
export interface FrameTime {
  /** Number in display order, from 1. */
  readonly number: number;
  /** Display time, after the first frame of the video. */
  readonly seconds: number;
}

/**
 * Adds up the log-odds of frames with one suitable face until they suffice for or against a live
 * person. If they never suffice, the video is not live. In a live video the eyes must also blink,
 * or the face move as no picture does, which may take further frames. Frames of a video resemble
 * each other, so each counts up to a limit, and at least seven are examined. A frame with an
 * additional person counts against, and so does a frame with another face than before. The second
 * such frame decides at once; a single one may be a mistake, such as a blurred or covered face.
 */
export function createVideoEvidence(movement: Movement = createMovement()) {
  const images: LiveImage[] = [];
  const rejections: JobError[] = [];
  const failures: JobError[] = [];
  const known: Float32Array[] = [];
  const blinks = createBlinks();
  let blink: { readonly at: number; readonly mesh: Float32Array; isAsked: boolean } | undefined;
  let blinked = false;
  /** Not compared yet, which costs more than a blink. */
  const views: { readonly view: MotionView; readonly seconds: number }[] = [];
  const strangers: Float32Array[] = [];
  let joined = 0;
  let [usable, sum, seconds] = [0, 0, 0];
  let outcome: 'live' | 'rejected' | 'failed' | undefined;

  const reject = (number: number, { errorCode, message }: JobError) => {
    rejections.push({ errorCode, message: `frame ${number}: ${message}` });
    return -MOST.against;
  };
  /** Log-odds of a live person. Undefined: the frame is unusable. */
  const weigh = (
    { number, seconds: at }: FrameTime,
    analysis: LiveAnalysis,
  ): number | undefined => {
    const { identity, passive } = analysis;
    const error = imageError(analysis);
    if (identity === undefined || passive?.decided !== true) {
      // Another face has joined a person who was alone at first.
      if (error?.errorCode === 'MultipleFacesFound' && known.length > 0) {
        joined += 1;
        if (joined > 1) outcome = 'rejected';
        return reject(number, error);
      }
      if (error !== undefined) failures.push(error);
      return undefined;
    }
    if (known.length > 0 && !isPersonOf(identity, known)) {
      if (strangers.some((stranger) => isSamePerson(stranger, identity))) outcome = 'rejected';
      strangers.push(identity);
      return reject(number, jobError('RejectedByActiveLiveDetection', ANOTHER_PERSON));
    }
    known.push(identity);
    if (analysis.view !== undefined) views.push({ view: analysis.view, seconds: at });
    if (error === undefined) return oddsOf(passive.score, analysis.covered);
    const against = reject(number, error);
    return error.errorCode === 'RejectedByPassiveLiveDetection'
      ? oddsOf(passive.score, analysis.covered)
      : against;
  };

  const follow = ({ seconds: at }: FrameTime, mesh: Float32Array) => {
    if (!blinked && blinks.add(at, mesh)) blink = { at, mesh, isAsked: false };
  };
  /** Whether the frame shows, soon after a blink, the person and their head in the same place. */
  const confirmsBlink = ({ seconds: at }: FrameTime, view: MotionView, odds: number) =>
    blink !== undefined && at - blink.at <= SOON && odds > 0 && staysInPlace(blink.mesh, view.mesh);

  const alive = () => {
    if (blinked) return true;
    for (const { view, seconds: at } of views.splice(0)) movement.add(view, at);
    return movement.alive();
  };

  return {
    /** The next frame that may help. The first one after a blink shows whose it was. */
    wanted(): DecoderRequest {
      const onlyLifeIsMissing = usable >= LEAST_USABLE && sum >= ENOUGH;
      if (blinked || !onlyLifeIsMissing) return 'sampled';
      if (blink === undefined || blink.isAsked) return 'any';
      blink.isAsked = true;
      return 'whole';
    },
    /** Follows the face through a frame between those that count. */
    follow,
    /** Counts a frame with its identity. @returns true: the video is decided */
    count(frame: FrameTime, analysis: LiveAnalysis) {
      const { number } = frame;
      seconds = Math.max(seconds, frame.seconds);
      images.push(scoredImage(analysis, undefined, number));
      const odds = weigh(frame, analysis);
      const { view } = analysis;
      if (blink !== undefined && frame.seconds > blink.at) {
        blinked ||= view !== undefined && odds !== undefined && confirmsBlink(frame, view, odds);
        blink = undefined;
      }
      if (view !== undefined) follow(frame, view.mesh);
      if (odds === undefined) {
        if (failures.length > MOST_FRAMES - LEAST_USABLE) outcome ??= 'failed';
      } else {
        usable += 1;
        sum += odds;
        if (usable >= LEAST_USABLE && sum <= -ENOUGH) outcome ??= 'rejected';
        if (usable >= LEAST_USABLE && sum >= ENOUGH && alive()) outcome ??= 'live';
      }
      return outcome !== undefined;
    },
    /** The decision after the frames so far. Live only if that was decided. */
    decision() {
      const live = outcome === 'live';
      const acquired = outcome === 'rejected' || usable >= LEAST_USABLE;
      const errors = live ? [] : acquired ? against() : [failureToAcquire(images.length, failures)];
      const inOrder = images.toSorted((p, q) => p.frameNumber - q.frameNumber);
      return { live, livenessScore: meanScore(inOrder), errors, images: inOrder };
    },
  };

  function against(): readonly JobError[] {
    if (outcome === undefined && sum >= ENOUGH)
      return seconds < LEAST_SECONDS
        ? [jobError('FailureToAcquire', TOO_SHORT)]
        : [jobError('RejectedByActiveLiveDetection', STILL)];
    if (rejections.length > 0) return rejections;
    return [jobError('RejectedByPassiveLiveDetection', UNDECIDED)];
  }
}

/** Log-odds of a score against the calibrated threshold, within the limits of one frame. */
function oddsOf(score: number, covered = false): number {
  const odds = logit(score) - logit(leastScore(covered));
  return Math.min(MOST.for, Math.max(-MOST.against, odds));
}

const logit = (share: number) => Math.log(share / (1 - share));

function failureToAcquire(frames: number, failures: readonly JobError[]): JobError {
  const reasons = [...new Set(failures.map(({ message }) => message))];
  const { message } = jobError('FailureToAcquire');
  const looked = `${failures.length} of the ${frames} frames looked at show no single suitable face`;
  return jobError('FailureToAcquire', [message, `${looked}.`, ...reasons].join(' '));
}
