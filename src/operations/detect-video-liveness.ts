/** Video liveness: passive detection on frames at equal distances, which vote. */
import { type JobError, jobError } from '../errors.ts';
import type { FaceEngine } from '../faces/analysis.ts';
import {
  imageError,
  type LivenessDecision,
  meanScore,
  scoredImage,
} from '../faces/liveness/decide.ts';
import type { LiveAnalysis } from '../faces/liveness/liveness-analysis.ts';
import { SAME_PERSON_FMR } from '../faces/liveness/motion.ts';
import { sampleFrames, type VideoFrame } from '../faces/liveness/video.ts';
import type { Context, OperationParts } from './context.ts';
import { type LivenessResult, livenessResult } from './detect-liveness.ts';
import { withFieldOf } from './submitted-image.ts';
import { tokenRejections } from './token-demands.ts';

export interface SubmittedVideo {
  /** MP4, MOV, WebM or MKV. */
  readonly bytes: Uint8Array;
  /** Name of the request member. */
  readonly field: string;
}

export interface DetectVideoLivenessRequest {
  readonly video: SubmittedVideo;
}

/** Frames that decide: live ones, rejected ones, and ones without one suitable face. */
const DECIDING = { live: 7, rejected: 7, failed: 5 } as const;
/** With that many frames one of the counts is always reached. */
const FRAMES = DECIDING.live + DECIDING.rejected + DECIDING.failed - 2;

/**
 * Decides on the frames of a video. With a task token it has to be a new one.
 * @throws InvalidImage naming the video; Cancelled; DeadlineExceeded; Unavailable
 */
export async function detectVideoLiveness(
  { engine }: Pick<OperationParts, 'engine'>,
  context: Context,
  { video }: DetectVideoLivenessRequest,
): Promise<LivenessResult> {
  const examined = examineVideo(engine, video.bytes, context.signal);
  const decision = await examined.catch(withFieldOf(video));
  return livenessResult(decision, await tokenRejections(context, [{ ...video, tags: [] }]));
}

/**
 * Looks at frames until 7 are live, 7 are rejected or 5 show no single suitable face, or until the
 * video ends. Another person than in the frames before ends it as a rejection.
 * @throws InvalidImage no video; Cancelled; DeadlineExceeded; Unavailable
 */
export async function examineVideo(
  engine: FaceEngine,
  video: Uint8Array,
  signal: AbortSignal,
): Promise<LivenessDecision> {
  const votes = createVotes(engine);
  const over = new AbortController();
  const frames = sampleFrames(video, { count: FRAMES, signal });
  const options = { features: true, signal: AbortSignal.any([signal, over.signal]) };
  try {
    for await (const seen of analyseAhead(engine, frames, options))
      if (votes.count(seen.frame, seen.analysis)) break;
  } finally {
    over.abort();
  }
  return votes.decision();
}

interface SeenFrame {
  readonly frame: VideoFrame;
  readonly analysis: LiveAnalysis;
}

/** Analyses of the frames in their order, as many at a time as there are workers. */
async function* analyseAhead(
  engine: FaceEngine,
  frames: AsyncGenerator<VideoFrame>,
  options: { readonly features: boolean; readonly signal: AbortSignal },
): AsyncGenerator<SeenFrame> {
  const lanes = Math.max(1, engine.status().workers);
  const running: Promise<SeenFrame>[] = [];
  for await (const frame of frames) {
    const seen = engine
      .analyseLiveness(frame.image, options)
      .then((analysis) => ({ frame, analysis }));
    // Frames that nobody waits for any more end by the signal.
    seen.catch(() => undefined);
    running.push(seen);
    if (running.length >= lanes) yield await running.shift()!;
  }
  for (const seen of running) yield await seen;
}

type Vote = keyof typeof DECIDING;

const ANOTHER_PERSON = 'Another person appears in the video.';

function createVotes(engine: FaceEngine) {
  const seen: SeenFrame[] = [];
  const votes: Record<Vote, number> = { live: 0, rejected: 0, failed: 0 };
  const rejections: JobError[] = [];
  const problems: JobError[] = [];
  const known: Float32Array[] = [];
  let outcome: Vote | undefined;

  const reject = (number: number, error: JobError) => {
    votes.rejected += 1;
    rejections.push({ ...error, message: `frame ${number}: ${error.message}` });
  };
  const vote = (number: number, analysis: LiveAnalysis): void => {
    const features = analysis.image.subject?.features;
    const error = imageError(analysis);
    if (features === undefined || analysis.passive?.decided !== true) {
      // Whoever was alone at first and is not any more has been joined by another face.
      if (error?.errorCode === 'MultipleFacesFound' && known.length > 0) reject(number, error);
      else {
        votes.failed += 1;
        if (error !== undefined) problems.push(error);
      }
      return;
    }
    const threshold = engine.threshold(SAME_PERSON_FMR, Math.max(1, known.length));
    if (known.length > 0 && engine.compare(features, known) < threshold) {
      outcome = 'rejected';
      reject(number, jobError('RejectedByActiveLiveDetection', ANOTHER_PERSON));
      return;
    }
    known.push(features);
    if (error === undefined) votes.live += 1;
    else reject(number, error);
  };

  return {
    /** Counts the vote of a frame; true: the video is decided. */
    count(frame: VideoFrame, analysis: LiveAnalysis): boolean {
      seen.push({ frame, analysis });
      vote(frame.number, analysis);
      outcome ??= (['live', 'rejected', 'failed'] as const).find(
        (kind) => votes[kind] >= DECIDING[kind],
      );
      return outcome !== undefined;
    },
    decision(): LivenessDecision {
      const images = seen.map(({ frame, analysis }) =>
        scoredImage(analysis, undefined, frame.number),
      );
      const live = outcome === 'live';
      const errors = live
        ? []
        : outcome === 'rejected'
          ? rejections
          : [failureToAcquire(seen.length, problems)];
      return { live, livenessScore: meanScore(images), errors, images };
    },
  };
}

function failureToAcquire(frames: number, problems: readonly JobError[]): JobError {
  const reasons = [...new Set(problems.map(({ message }) => message))];
  const { message } = jobError('FailureToAcquire');
  const looked = `${problems.length} of the ${frames} frames looked at show no single suitable face`;
  return jobError('FailureToAcquire', [message, `${looked}.`, ...reasons].join(' '));
}
