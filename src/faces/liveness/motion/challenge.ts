/** Challenge-response: whether the head moved as demanded. */
import type { Direction } from '../../../directions.ts';
import type { MotionResult } from './motion.ts';

/** Least movement in degrees along each demanded direction. */
const LEAST_MOVEMENT = 7;
/** Largest ratio of the movement across a single direction to the movement along it. */
const MOST_ACROSS = 1.2;

/** Whether the movement follows all tags. Opposite tags can never be met; no tags always are. */
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

/** Outcome of a challenge. `mirrored`: it would be met with left and right swapped. */
export type ChallengeOutcome = 'met' | 'missed' | 'mirrored';

/** The outcome for the tags. Undefined: there were none. */
export function challengeOutcome(
  tags: readonly Direction[],
  { right, up }: Pick<MotionResult, 'right' | 'up'>,
): ChallengeOutcome | undefined {
  if (tags.length === 0) return undefined;
  if (meetsChallenge(tags, { right, up })) return 'met';
  return meetsChallenge(tags, { right: -right, up }) ? 'mirrored' : 'missed';
}
