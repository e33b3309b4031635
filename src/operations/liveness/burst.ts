/** The burst of an image: small frames that a page took since the previous image. */
import { InvalidArgument } from '../../errors.ts';
import type { AnalyseFrameOptions, FaceEngine } from '../../faces/analysis.ts';
import type { BurstFrame } from '../../faces/liveness/burst/burst-frame.ts';
import { MOST_FRAMES } from '../../faces/liveness/burst/decide-burst.ts';
import type { CallWork } from '../context.ts';
import { inLanes, type SubmittedImage, throwIfCancelled, withFieldOf } from '../submitted-image.ts';

export interface SubmittedFrame extends SubmittedImage {
  /** Time since the previous image. */
  readonly milliseconds: number;
}

/**
 * Examines every frame, encodes its face if `features` asks for it, and examines the texture of the
 * first, middle and last that show a face.
 * @returns undefined: there is no burst
 * @throws InvalidArgument too many frames; InvalidImage; Cancelled; Unavailable
 */
export async function examineBurst(
  engine: FaceEngine,
  burst: readonly SubmittedFrame[] | undefined,
  work: CallWork,
  { features = false } = {},
): Promise<readonly BurstFrame[] | undefined> {
  if (burst === undefined) return undefined;
  requireFewFrames(burst);
  const examine = async (frame: SubmittedFrame, demand: AnalyseFrameOptions) => {
    throwIfCancelled(work.signal);
    const options = { ...demand, ...work };
    const seen = await engine.analyseFrame(frame.bytes, options).catch(withFieldOf(frame));
    return { ...seen, milliseconds: frame.milliseconds };
  };
  const judged = firstMiddleLast([...burst.keys()]);
  const frames: BurstFrame[] = await inLanes(engine, burst, (frame, i) =>
    examine(frame, { features, texture: judged.includes(i) }),
  );
  // Where a judged frame shows no face, another is judged in its place: the caller chose them.
  const faces = [...frames.keys()].filter((i) => frames[i]!.view !== undefined);
  const unjudged = firstMiddleLast(faces).filter((i) => frames[i]!.passive === undefined);
  const examined = await inLanes(engine, unjudged, (i) => examine(burst[i]!, { texture: true }));
  return frames.map((frame, i) => ({ ...frame, ...examined[unjudged.indexOf(i)] }));
}

const firstMiddleLast = (places: readonly number[]): readonly number[] =>
  [...new Set([0, places.length >> 1, places.length - 1])].flatMap((i) => places[i] ?? []);

/** @throws InvalidArgument too many frames */
export function requireFewFrames(burst: readonly SubmittedFrame[] | undefined): void {
  if (burst !== undefined && burst.length > MOST_FRAMES)
    throw new InvalidArgument(`burst: at most ${MOST_FRAMES} frames, ${burst.length} given`);
}

/** Our own pages always send one. @throws InvalidArgument with the member */
export function requireBursts(
  images: readonly { readonly burst?: unknown }[],
  field = 'images',
): void {
  const missing = images.findIndex(({ burst }, i) => i > 0 && burst === undefined);
  if (missing > 0)
    throw new InvalidArgument(
      `${field}[${missing}].burst: missing; the page sends the frames between its images`,
    );
}
