/** Decides whether a head followed a point along a path that was unknown beforehand. */
import { PLACE_MS, type Place, placeAt, SLOWLY } from '../../../directions.ts';

/** The path to follow, and its speed. */
export interface ToldPath {
  readonly places: readonly Place[];
  readonly slowly: boolean;
}

/** Degrees since the beginning; the subject's own right and up are positive. */
export interface TimedPose {
  readonly milliseconds: number;
  readonly right: number;
  readonly up: number;
}

/** Milliseconds in which the point glides from one place to the next. */
const GLIDE = 350;
/** Milliseconds after the last place is shown that still count. */
const TAIL = 1350;
/** Lags of people behind the point, in milliseconds. */
const LAGS = Array.from({ length: 9 }, (_, i) => 150 + 100 * i);
/** Milliseconds between the compared moments, and the longest gap between two frames. */
const STEP = 75;
const MOST_GAP = 600;
/** Degrees of turn and nod for a radius of the point: least of each, and most. */
const LEAST_TURN = 5;
const LEAST_NOD = 3;
const MOST = 45;
/** Most of a turn that meshes also report as a nod. */
const CROSSTALK = 0.25;
/**
 * Least correlation of head and point, for turns and nods together, and for each; see
 * evaluation/reports/liveness-by-path.md.
 */
const LEAST = 0.82;
const LEAST_OF_EACH = 0.5;

/** @param poses in order; the first is from the moment when the point began to move */
export function followsPath(poses: readonly TimedPose[], { places, slowly }: ToldPath): boolean {
  const every = slowly ? SLOWLY * PLACE_MS : PLACE_MS;
  const end = every * (places.length - 1) + TAIL;
  const last = poses.at(-1)?.milliseconds ?? 0;
  if (last < end - MOST_GAP) return false;
  if (poses.some((pose, i) => i > 0 && pose.milliseconds - poses[i - 1]!.milliseconds > MOST_GAP))
    return false;
  const times: number[] = [];
  for (let at = 0; at <= Math.min(end, last); at += STEP) times.push(at);
  const head = times.map((at) => poseAt(poses, at));
  const turns = centred(head.map(({ right }) => right));
  const nods = centred(head.map(({ up }) => up));
  return LAGS.some((lag) => {
    const point = times.map((at) => pointAt(places, every, at - lag));
    const turned = regress(centred(point.map(({ right }) => right)), turns);
    const nodded = regress(centred(point.map(({ up }) => up)), nods, turns);
    return (
      (turned.correlation + nodded.correlation) / 2 >= LEAST &&
      Math.min(turned.correlation, nodded.correlation) >= LEAST_OF_EACH &&
      isWithin(turned.gain, LEAST_TURN) &&
      isWithin(nodded.gain, LEAST_NOD)
    );
  });
}

const isWithin = (gain: number, least: number) => gain >= least && gain <= MOST;

function poseAt(poses: readonly TimedPose[], at: number): TimedPose {
  const next = poses.findIndex(({ milliseconds }) => milliseconds >= at);
  const [before, after] = [poses[Math.max(0, next - 1)]!, poses[next]!];
  const span = after.milliseconds - before.milliseconds;
  const share = span > 0 ? (at - before.milliseconds) / span : 1;
  return {
    milliseconds: at,
    right: before.right + share * (after.right - before.right),
    up: before.up + share * (after.up - before.up),
  };
}

function pointAt(places: readonly Place[], every: number, at: number) {
  if (at <= 0) return { right: 0, up: 0 };
  const step = Math.min(places.length - 1, Math.floor(at / every));
  const from = step === 0 ? { right: 0, up: 0 } : placeAt(places[step - 1]!);
  const to = placeAt(places[step]!);
  const share = Math.min(1, (at - step * every) / GLIDE);
  const eased = share * share * (3 - 2 * share);
  return {
    right: from.right + eased * (to.right - from.right),
    up: from.up + eased * (to.up - from.up),
  };
}

/** Regresses `moved` on `point`, both centred, after subtracting the share of `beside`. */
function regress(point: readonly number[], moved: readonly number[], beside?: readonly number[]) {
  const share = beside === undefined ? 0 : shareOf(point, moved, beside);
  const rest = moved.map((value, i) => value - share * (beside?.[i] ?? 0));
  const along = dot(point, rest);
  return {
    correlation: along / Math.sqrt(dot(point, point) * dot(rest, rest) + 1e-9),
    gain: along / (dot(point, point) + 1e-9),
  };
}

/** Bounded share of `beside` in `moved`, by least squares on `beside` and the point. */
function shareOf(point: readonly number[], moved: readonly number[], beside: readonly number[]) {
  const [pp, bb, pb] = [dot(point, point), dot(beside, beside), dot(point, beside)];
  const determinant = pp * bb - pb * pb;
  if (determinant < 1e-9) return 0;
  const share = (dot(beside, moved) * pp - dot(point, moved) * pb) / determinant;
  return Math.max(-CROSSTALK, Math.min(CROSSTALK, share));
}

const dot = (p: readonly number[], q: readonly number[]) =>
  p.reduce((sum, value, i) => sum + value * q[i]!, 0);

function centred(values: readonly number[]): number[] {
  const mean = values.reduce((sum, value) => sum + value, 0) / values.length;
  return values.map((value) => value - mean);
}
