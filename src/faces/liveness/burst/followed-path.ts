/** Decides whether a head followed a point along a path that was unknown beforehand. */
import { PLACE_MS, SLOWLY } from '../../../directions.ts';
import { fitsOf, type Path, pathsOf } from '../../../followed-point.ts';
import { LEAST_SIDE } from './turned-frames.ts';

/** The path to follow, and its speed. */
export interface ToldPath {
  readonly places: Path;
  readonly slowly: boolean;
}

/** Degrees since the beginning; the subject's own right and up are positive. */
export interface TimedPose {
  readonly milliseconds: number;
  readonly right: number;
  readonly up: number;
}

/** Milliseconds after the last place is shown that still count. */
const TAIL = 1250;
/** Milliseconds between the compared moments, and the longest gap between two frames. */
const STEP = 75;
const MOST_GAP = 600;
/**
 * Least correlation of head and point, and most by which another path may fit better; see
 * evaluation/reports/replay.md.
 */
const LEAST = 0.74;
const MOST_BETTER = 0.06;

/** @param poses in order; the first is from the moment when the point began to move */
export function followsPath(poses: readonly TimedPose[], { places, slowly }: ToldPath): boolean {
  const told = places.join();
  return followedPaths(poses, places.length, slowly).some((path) => path.join() === told);
}

/** The paths of that length that a head follows, of which one may have been told. */
export function followedPaths(
  poses: readonly TimedPose[],
  length: number,
  slowly: boolean,
): readonly Path[] {
  const every = slowly ? SLOWLY * PLACE_MS : PLACE_MS;
  const end = every * (length - 1) + TAIL;
  const last = poses.at(-1)?.milliseconds ?? 0;
  if (last < end - MOST_GAP) return [];
  if (poses.some((pose, i) => i > 0 && pose.milliseconds - poses[i - 1]!.milliseconds > MOST_GAP))
    return [];
  // Both sides are judged (`bestTurned`). A head that hides one must not be spared that.
  const turns = poses.map(({ right }) => right);
  if (Math.max(...turns) < LEAST_SIDE || Math.min(...turns) > -LEAST_SIDE) return [];
  const times: number[] = [];
  for (let at = 0; at <= Math.min(end, last); at += STEP) times.push(at);
  const head = times.map((at) => poseAt(poses, at));
  const movement = { turns: head.map(({ right }) => right), nods: head.map(({ up }) => up) };
  const paths = pathsOf(length);
  const fits = fitsOf(movement, times, paths, every);
  const best = Math.max(...fits.map(({ correlation }) => correlation));
  return paths.filter((_, i) => fits[i]!.following >= Math.max(LEAST, best - MOST_BETTER));
}

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
