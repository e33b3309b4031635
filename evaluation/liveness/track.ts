/** How the head moves in a recording, as a page sees it that asks to follow a point. */
import { PLACE_MS } from '../../src/directions.ts';
import { followedPaths, type TimedPose } from '../../src/faces/liveness/burst/followed-path.ts';
import { PATHS } from '../../src/followed-point.ts';
import { type Frame, movedBetween } from './clip.ts';

/** The pose of the head at each time. */
export type Track = readonly TimedPose[];
export type Pose = Pick<TimedPose, 'right' | 'up'>;

/** Milliseconds of an attempt after its first image, and between its frames. */
const END = PATHS[0]!.length * PLACE_MS + 450;
const INTERVAL = END / 21;

/** Empty: no face was seen. */
export function trackOf(frames: readonly Frame[]): Track {
  const seen = frames.flatMap(({ view, seconds }) => (view ? [{ view, seconds }] : []));
  const [first] = seen;
  if (first === undefined) return [];
  return seen.map(({ view, seconds }) => ({
    ...movedBetween(first.view, view),
    milliseconds: (seconds - first.seconds) * 1000,
  }));
}

/** The pose in a recording that is played back and forth. */
export function posed(track: Track, at: number, side: number): Pose {
  const whole = track.at(-1)!.milliseconds;
  const round = ((at % (2 * whole)) + 2 * whole) % (2 * whole);
  const now = round > whole ? 2 * whole - round : round;
  const next = Math.max(
    1,
    track.findIndex(({ milliseconds }) => milliseconds >= now),
  );
  const [p, q] = [track[next - 1]!, track[next]!];
  const part = (now - p.milliseconds) / Math.max(1, q.milliseconds - p.milliseconds);
  const right = side * (p.right + part * (q.right - p.right));
  return { right, up: p.up + part * (q.up - p.up) };
}

/** Share of all paths that the recording follows, played from its beginning. */
export function shareFollowed(track: Track): number {
  if (track.length < 2) return 0;
  const times = Array.from({ length: 22 }, (_, i) => i * INTERVAL);
  const poses = times.map((milliseconds) => ({ ...posed(track, milliseconds, 1), milliseconds }));
  return followedPaths(poses, PATHS[0]!.length, false).length / PATHS.length;
}
