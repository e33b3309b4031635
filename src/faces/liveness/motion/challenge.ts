/** Challenge-response: whether the head moved the way it was asked to. */
import type { Direction } from '../../../directions.ts';
import type { MotionResult } from './motion.ts';

/** Least movement in degrees along each direction asked for. */
const LEAST_MOVEMENT = 7;
/** Movement across a single direction may be this many times the movement along it. */
const MOST_ACROSS = 1.2;

/** Whether the movement is that of all tags. Opposite tags are never met, no tags always. */
export function meetsChallenge(
  tags: readonly Direction[],
  { right, up }: Pick<MotionResult, 'right' | 'up'>,
): boolean {
  const along = { right, left: -right, up, down: -up };
  if (!tags.every((tag) => along[tag] >= LEAST_MOVEMENT)) return false;
  const asked = new Set(tags.map((tag) => (tag === 'up' || tag === 'down' ? 'nod' : 'turn')));
  if (asked.size !== 1) return true;
  const across = asked.has('nod') ? right : up;
  return tags.every((tag) => Math.abs(across) <= along[tag] * MOST_ACROSS);
}

/** What became of a challenge; mirrored: it would be met with left and right swapped. */
export type ChallengeOutcome = 'met' | 'missed' | 'mirrored';

/** The outcome of the tags; undefined: there were none. */
export function challengeOutcome(
  tags: readonly Direction[],
  { right, up }: Pick<MotionResult, 'right' | 'up'>,
): ChallengeOutcome | undefined {
  if (tags.length === 0) return undefined;
  if (meetsChallenge(tags, { right, up })) return 'met';
  return meetsChallenge(tags, { right: -right, up }) ? 'mirrored' : 'missed';
}
