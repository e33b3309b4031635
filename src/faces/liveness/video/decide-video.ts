/** The decision on a video: its frames vote, and all of them have to show one person. */
import { type JobError, jobError } from '../../../errors.ts';
import type { LiveAnalysis } from '../../analysis.ts';
import { imageError, type LiveImage, meanScore, scoredImage } from '../decide.ts';
import { isPersonOf, isSamePerson } from '../identity.ts';

/** Frames that decide: live ones, rejected ones, and ones without one suitable face. */
const DECIDING = { live: 7, rejected: 7, failed: 5 } as const;

type Vote = keyof typeof DECIDING;

/** With that many frames one of the counts is always reached. */
export const MOST_FRAMES = DECIDING.live + DECIDING.rejected + DECIDING.failed - 2;

const ANOTHER_PERSON = 'Another person appears in the video.';

/**
 * Frames vote live, rejected or failed until one count is reached. Rejected is also a frame that
 * somebody else has joined, and one whose face is not that of the frames before. The second frame
 * that somebody joined decides at once, and so does the second one with the same other face: a
 * single one may be a mistake, such as a face that is blurred or hidden by a hand.
 */
export function createVideoVotes() {
  const images: LiveImage[] = [];
  const votes: Record<Vote, number> = { live: 0, rejected: 0, failed: 0 };
  const rejections: JobError[] = [];
  const failures: JobError[] = [];
  const known: Float32Array[] = [];
  const strangers: Float32Array[] = [];
  let joined = 0;
  let outcome: Vote | undefined;

  const reject = (number: number, { errorCode, message }: JobError): Vote => {
    rejections.push({ errorCode, message: `frame ${number}: ${message}` });
    return 'rejected';
  };
  const voteOf = (number: number, analysis: LiveAnalysis): Vote => {
    const { identity } = analysis;
    const error = imageError(analysis);
    if (identity === undefined || analysis.passive?.decided !== true) {
      // Whoever was alone at first and is not any more has been joined by another face.
      if (error?.errorCode === 'MultipleFacesFound' && known.length > 0) {
        joined += 1;
        if (joined > 1) outcome = 'rejected';
        return reject(number, error);
      }
      if (error !== undefined) failures.push(error);
      return 'failed';
    }
    if (known.length > 0 && !isPersonOf(identity, known)) {
      if (strangers.some((stranger) => isSamePerson(stranger, identity))) outcome = 'rejected';
      strangers.push(identity);
      return reject(number, jobError('RejectedByActiveLiveDetection', ANOTHER_PERSON));
    }
    known.push(identity);
    return error === undefined ? 'live' : reject(number, error);
  };

  return {
    /**
     * Counts the vote of a frame, whose analysis holds an identity where it shows one face.
     * @param number of the frame, from 1
     * @returns true: the video is decided
     */
    count(number: number, analysis: LiveAnalysis) {
      images.push(scoredImage(analysis, undefined, number));
      const vote = voteOf(number, analysis);
      votes[vote] += 1;
      if (votes[vote] >= DECIDING[vote]) outcome ??= vote;
      return outcome !== undefined;
    },
    /** The decision after the frames so far; live only if that was decided. */
    decision() {
      const live = outcome === 'live';
      const errors = live
        ? []
        : outcome === 'rejected'
          ? rejections
          : [failureToAcquire(images.length, failures)];
      const inOrder = images.toSorted((p, q) => p.frameNumber - q.frameNumber);
      return { live, livenessScore: meanScore(inOrder), errors, images: inOrder };
    },
  };
}

function failureToAcquire(frames: number, failures: readonly JobError[]): JobError {
  const reasons = [...new Set(failures.map(({ message }) => message))];
  const { message } = jobError('FailureToAcquire');
  const looked = `${failures.length} of the ${frames} frames looked at show no single suitable face`;
  return jobError('FailureToAcquire', [message, `${looked}.`, ...reasons].join(' '));
}
