/** Decides whether small frames lead from one live image to the next, as a moving head does. */
import type { Direction } from '../../../directions.ts';
import { type JobError, jobError } from '../../../errors.ts';
import type { LiveAnalysis } from '../../analysis.ts';
import { hashDistance } from '../motion/difference-hash.ts';
import { LEAST_TURN } from '../motion/motion.ts';
import type { MotionView } from '../motion/motion-view.ts';
import { RIGID_POINTS } from '../motion/relief.ts';
import { fitRigid } from '../motion/rigid-fit.ts';
import { leastScore } from '../passive.ts';
import { blendOf } from './blend.ts';
import type { BurstFrame } from './burst-frame.ts';
import { movesOffAxis } from './off-axis.ts';

/** Fewest frames of one face for a decision. Pages send seven. */
export const LEAST_FRAMES = 5;
export const MOST_FRAMES = 9;

/**
 * Most differing bits, of 256, between consecutive pictures: 85 in 572 movements of live people,
 * 111 and more where another recording starts.
 */
const SAME_SCENE_BITS = 98;
/** Degrees by which the mesh of a face trembles between frames. */
const TREMBLE = 1;
/**
 * Largest share of the way in one step, or without any frame: 0.72 in live people, all of it where
 * pictures replace each other.
 */
const MOST_OF_THE_WAY = 0.8;
/**
 * Least misfit of the nearest mixture of the outer pictures, as a share of their difference: 0.33
 * and more if a head turned, 0.05 and less if one picture was faded into another.
 */
const LEAST_REST = 0.15;

/** The problem of a burst. Undefined: none found. */
export type BurstProblem =
  | 'few'
  | 'out-of-order'
  | 'no-face'
  | 'elsewhere'
  | 'jump'
  | 'faded'
  | 'detour'
  | 'texture';

type Outer = Pick<LiveAnalysis, 'view' | 'hash'>;
/** Nod and turn in degrees, in image axes. */
type Turn = readonly [nod: number, turn: number];
type Seen = BurstFrame & { readonly view: MotionView };

export interface BurstDemands {
  /** Demanded directions. Empty: any. */
  readonly asked?: readonly Direction[];
  /** Whether the camera mirrors its image, as for the challenge itself. */
  readonly mirrored?: boolean;
}

/**
 * @param first the live image before the frames; `second` is the one after them; both show one face
 * @param frames in the order of their capture
 */
export function burstProblem(
  first: Outer,
  frames: readonly BurstFrame[],
  second: Outer,
  { asked = [], mirrored = false }: BurstDemands = {},
): BurstProblem | undefined {
  if (frames.length < LEAST_FRAMES) return 'few';
  // Protocol buffers know times that are no numbers, which are neither before nor after others.
  if (!frames.every(({ milliseconds }, i) => milliseconds > (frames[i - 1]?.milliseconds ?? -1)))
    return 'out-of-order';
  const seen = frames.filter((frame): frame is Seen => frame.view !== undefined);
  if (seen.length < LEAST_FRAMES) return 'no-face';
  if (first.view === undefined || second.view === undefined) return 'no-face';
  const pictures = [first, ...seen, second];
  if (steps(pictures).some(([p, q]) => hashDistance(p.hash, q.hash) > SAME_SCENE_BITS))
    return 'elsewhere';
  const views = [first.view, ...seen.map(({ view }) => view), second.view];
  const turns = views.map((view) => turnBetween(first.view!, view));
  if (Math.hypot(...turns.at(-1)!) >= LEAST_TURN) {
    if (isFaded(seen)) return 'faded';
    if (jumps(turns)) return 'jump';
  }
  const moves = turns.map(([nod, turn]) => ({ up: -nod, right: mirrored ? -turn : turn }));
  if (moves.some((moved) => movesOffAxis(moved, asked))) return 'detour';
  return looksLive(seen) ? undefined : 'texture';
}

/** Turn and nod from one view to another, in degrees. */
function turnBetween(first: MotionView, view: MotionView): Turn {
  const { turn } = fitRigid(first.mesh, view.mesh, RIGID_POINTS);
  return [turn[0], turn[1]];
}

/** Whether one step is most of the path, or no frame lies on the way, as if pictures took turns. */
function jumps(turns: readonly Turn[]): boolean {
  const ways = steps(turns).map(([p, q]) =>
    Math.max(0, Math.hypot(q[0] - p[0], q[1] - p[1]) - TREMBLE),
  );
  const path = ways.reduce((sum, way) => sum + way, 0);
  const reach = Math.max(...turns.map((turn) => Math.hypot(...turn)));
  const farthest = turns.find((turn) => Math.hypot(...turn) === reach)!;
  const along = turns
    .map(([nod, turn]) => (nod * farthest[0] + turn * farthest[1]) / reach)
    .toSorted((p, q) => p - q);
  const unseen = Math.max(...steps(along).map(([p, q]) => q - p)) - TREMBLE;
  const whole = along.at(-1)! - along[0]! - TREMBLE;
  return Math.max(...ways) > MOST_OF_THE_WAY * path || unseen > MOST_OF_THE_WAY * whole;
}

function isFaded(frames: readonly Seen[]): boolean {
  const [first, last] = [frames[0]!, frames.at(-1)!];
  const rests = frames
    .slice(1, -1)
    .map((frame) => blendOf(first, frame, last))
    .filter(({ isBetween }) => isBetween)
    .map(({ rest }) => rest)
    .toSorted((p, q) => p - q);
  const median = rests[rests.length >> 1];
  return median !== undefined && median < LEAST_REST;
}

/** Most log-odds of one frame, either way. */
const MOST_ODDS = 4;

/** Whether there are judged frames, and their mean log-odds speak for a live face. */
function looksLive(frames: readonly BurstFrame[]): boolean {
  const odds = frames.flatMap(({ passive }) =>
    passive?.decided ? [logit(passive.score) - logit(leastScore(false))] : [],
  );
  const sum = odds.reduce((all, one) => all + Math.max(-MOST_ODDS, Math.min(MOST_ODDS, one)), 0);
  return odds.length > 0 && sum >= 0;
}

const logit = (share: number) => Math.log(share / (1 - share));

const steps = <T>(values: readonly T[]) =>
  values.slice(1).map((after, i) => [values[i]!, after] as const);

const MESSAGES: Readonly<Record<Exclude<BurstProblem, 'texture'>, string>> = {
  few: 'Too few pictures were taken while the head moved: move it a little more slowly.',
  'out-of-order': 'The times of the frames between the two images do not follow each other.',
  'no-face': 'The face was not seen while the head moved: stay in the image, alone.',
  elsewhere: 'The frames do not lead from the first image to the second: show one face throughout.',
  detour: 'The head went another way first: follow the arrow alone, in one go.',
  jump: 'The face jumped from one position to another: turn the head more slowly.',
  faded: 'The frames between the two images are mixed of both.',
};

/** The error for the end user about the frames of the image `field`. */
export function burstError(problem: BurstProblem, field: string): JobError {
  if (problem === 'texture') return jobError('RejectedByPassiveLiveDetection');
  const code =
    problem === 'detour' ? 'RejectedByChallengeResponse' : 'RejectedByActiveLiveDetection';
  return jobError(code, `${field}: ${MESSAGES[problem]}`);
}
