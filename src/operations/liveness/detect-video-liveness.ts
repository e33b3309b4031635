/**
 * Video liveness: the texture of equally spaced frames, as evidence that adds up, and signs of life
 * in all of them.
 */
import type { AnalyseLivenessOptions, FaceEngine, LiveAnalysis } from '../../faces/analysis.ts';
import {
  createVideoEvidence,
  type FrameTime,
  MOST_FRAMES,
} from '../../faces/liveness/video/decide-video.ts';
import { sampleFrames, type VideoFrame } from '../../faces/liveness/video/video.ts';
import { type CallWork, type Context, type OperationParts, workOf } from '../context.ts';
import { type SubmittedImage, withFieldOf } from '../submitted-image.ts';
import { type ExaminedImages, type LivenessResult, livenessResult } from './detect-liveness.ts';
import { requireVideoCounts } from './least-liveness.ts';
import { tokenRejections } from './token-demands.ts';

/** Decides on a video. With a task token it must be new. @throws InvalidImage; Cancelled; … */
export async function detectVideoLiveness(
  { activeEngine }: Pick<OperationParts, 'activeEngine'>,
  context: Context,
  { video }: { readonly video: SubmittedImage },
): Promise<LivenessResult> {
  requireVideoCounts(context);
  const { engine } = activeEngine.current();
  const examined = examineVideo(engine, video.bytes, workOf(context));
  const { decision } = await examined.catch(withFieldOf(video));
  const rejections = await tokenRejections(context, [{ ...video, tags: [] }]);
  return livenessResult(decision, rejections);
}

/**
 * Examines frames until they suffice for or against a live, moving person, until too few can show a
 * suitable face, or until the video ends. A different person than before causes a rejection.
 * @throws InvalidImage no video; Cancelled; DeadlineExceeded; Unavailable
 */
export async function examineVideo(
  engine: FaceEngine,
  video: Uint8Array,
  work: CallWork,
): Promise<Pick<ExaminedImages, 'decision' | 'analyses'>> {
  const seen: SeenFrame[] = [];
  const evidence = createVideoEvidence();
  const over = new AbortController();
  const frames = sampleFrames(video, { count: MOST_FRAMES, wanted: evidence.wanted, ...work });
  const options = { ...work, identity: true, signal: AbortSignal.any([work.signal, over.signal]) };
  try {
    for await (const each of analyseAhead(engine, frames, options)) {
      if (!('analysis' in each)) {
        if (each.mesh !== undefined) evidence.follow(each, each.mesh);
        continue;
      }
      seen.push(each);
      if (evidence.count(each, each.analysis)) break;
    }
  } finally {
    over.abort();
  }
  const inOrder = seen.toSorted((p, q) => p.number - q.number);
  return { decision: evidence.decision(), analyses: inOrder.map(({ analysis }) => analysis) };
}

/** An examined frame, without its large image. */
interface SeenFrame extends FrameTime {
  readonly analysis: LiveAnalysis;
}

/** A frame in which the face was only followed. */
type FollowedFrame = FrameTime & { readonly mesh: Float32Array | undefined };

/** Analyses of the frames in order, as many at a time as there are workers. */
async function* analyseAhead(
  engine: FaceEngine,
  frames: AsyncGenerator<VideoFrame>,
  options: AnalyseLivenessOptions,
): AsyncGenerator<SeenFrame | FollowedFrame> {
  const lanes = Math.max(1, engine.status().workers);
  const running: Promise<SeenFrame | FollowedFrame>[] = [];
  let near: Float32Array | undefined;
  const examine = async ({ image, sampled, ...time }: VideoFrame) => {
    if (sampled) return { ...time, analysis: await engine.analyseLiveness(image, options) };
    near = await engine.followFace(image, near, options);
    return { ...time, mesh: near };
  };
  for await (const frame of frames) {
    const seen = examine(frame);
    // The signal ends the analysis of frames that nobody waits for.
    seen.catch(() => undefined);
    running.push(seen);
    if (running.length >= lanes) yield await running.shift()!;
  }
  for (const seen of running) yield await seen;
}
