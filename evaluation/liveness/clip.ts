/** A clip as an attacker or a person would use it: frames, head poses, and the best moments. */
import type { Direction } from '../../src/directions.ts';
import type { FaceEngine } from '../../src/faces/analysis.ts';
import { decodeImage } from '../../src/faces/image/decode.ts';
import { sharp } from '../../src/faces/image/sharp.ts';
import { movesOffAxis } from '../../src/faces/liveness/burst/off-axis.ts';
import type { MotionView } from '../../src/faces/liveness/motion/motion-view.ts';
import { RIGID_POINTS } from '../../src/faces/liveness/motion/relief.ts';
import { fitRigid } from '../../src/faces/liveness/motion/rigid-fit.ts';
import { sampleFrames } from '../../src/faces/liveness/video/video.ts';

/** Frames kept of a clip, equally spaced, and most milliseconds for decoding them. */
const FRAMES = 48;
const PATIENCE = 300_000;
const LIMITS = { maxPixels: 4e7, maxSide: 960 };
/** Height of burst frames as pages take them, and how many they send. */
const SMALL = 320;
const BURST = 7;
/** Longest wait of a page for a turn, and fewest frames of the turn. */
const MOST_SECONDS = 3;
const LEAST_STEPS = 6;
/** Degrees that pages demand at least, and at which most checks work best. */
const TURNED = 10;
const BEST = 18;

export interface Frame {
  readonly seconds: number;
  readonly image: Uint8Array;
  readonly small: Uint8Array;
  readonly view: MotionView | undefined;
}

/** Two frames with a turn between them. */
export interface Turn {
  readonly from: number;
  readonly to: number;
  /** Degrees to the person's own right and up. */
  readonly right: number;
  readonly up: number;
}

/** @throws InvalidImage no video */
export async function readClip(engine: FaceEngine, video: Uint8Array): Promise<Frame[]> {
  const found: (Frame & { readonly number: number })[] = [];
  const options = { count: FRAMES, signal: AbortSignal.any([]), timeout: PATIENCE };
  for await (const { number, seconds, image } of sampleFrames(video, options)) {
    const { picture } = await decodeImage(image, LIMITS);
    const { data, ...size } = picture;
    const file = sharp(data, { raw: { ...size, channels: 3 } });
    const small = await file.clone().resize({ height: SMALL }).jpeg({ quality: 85 }).toBuffer();
    const { view } = await engine.analyseFrame(small);
    found.push({ number, seconds, image: await file.png().toBuffer(), small, view });
  }
  return found.sort((p, q) => p.number - q.number);
}

/** Degrees to the person's own right and up. */
export function movedBetween(first: MotionView, second: MotionView) {
  const { turn } = fitRigid(first.mesh, second.mesh, RIGID_POINTS);
  return { right: turn[1], up: -turn[0] };
}

/** Every turn that a page would accept. */
export function turnsOf(frames: readonly Frame[]): Turn[] {
  return frames.flatMap((first, from) =>
    frames.flatMap((second, to): Turn[] => {
      if (to - from < LEAST_STEPS || second.seconds - first.seconds > MOST_SECONDS) return [];
      if (first.view === undefined || second.view === undefined) return [];
      return [{ from, to, ...movedBetween(first.view, second.view) }];
    }),
  );
}

/** The turn that answers best: far along the direction, little across, without detour. */
export function bestTurn(
  frames: readonly Frame[],
  turns: readonly Turn[],
  direction?: Direction,
): Turn | undefined {
  const closeness = (turn: Turn) => {
    const [along, across] = direction
      ? alongAndAcross(turn, direction)
      : [Math.hypot(turn.right, turn.up), 0];
    return -Math.abs(along - BEST) - Math.abs(across);
  };
  const bestFirst = turns.toSorted((p, q) => closeness(q) - closeness(p));
  const asked = direction === undefined ? [] : [direction];
  return bestFirst.find((turn) => !isDetour(frames, turn, asked)) ?? bestFirst[0];
}

function isDetour(frames: readonly Frame[], { from, to }: Turn, asked: readonly Direction[]) {
  const first = frames[from]!.view!;
  return frames
    .slice(from, to)
    .some(({ view }) => view !== undefined && movesOffAxis(movedBetween(first, view), asked));
}

const alongAndAcross = ({ right, up }: Turn, direction: Direction): readonly [number, number] =>
  (({ right: [right, up], left: [-right, up], up: [up, right], down: [-up, right] }) as const)[
    direction
  ];

/** Whether the head turned as far as pages demand. */
export const isTurn = ({ right, up }: Turn): boolean => Math.hypot(right, up) >= TURNED;

/** Main direction of the head's movement. */
export function directionOf({ right, up }: Turn): Direction {
  if (Math.abs(right) >= Math.abs(up)) return right > 0 ? 'right' : 'left';
  return up > 0 ? 'up' : 'down';
}

/** The images of a turn in the format of a call. */
export function imagesOf(
  frames: readonly Frame[],
  { from, to }: Turn,
  { tags = [], burst = false }: { readonly tags?: readonly Direction[]; readonly burst?: boolean },
) {
  const between = Array.from({ length: BURST }, (_, i) => {
    const { small, seconds } = frames[Math.round(from + ((to - from) * (i + 1)) / (BURST + 1))]!;
    const milliseconds = (seconds - frames[from]!.seconds) * 1000;
    return { bytes: small, field: `burst[${i}]`, milliseconds };
  });
  // Short turns would repeat some frames.
  const distinct = between.filter(
    (frame, i) => frame.milliseconds > (between[i - 1]?.milliseconds ?? 0),
  );
  return [
    { bytes: frames[from]!.image, field: 'first', tags: [] },
    { bytes: frames[to]!.image, field: 'second', tags, ...(burst && { burst: distinct }) },
  ];
}
