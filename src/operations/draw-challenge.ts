/** Draws the directions of a challenge, so that nobody can tell which ones come next. */
import { randomInt } from 'node:crypto';
import { CHALLENGE_TAGS, type ChallengeTag } from '../faces/liveness/challenge.ts';

/**
 * One list of directions for each try, uniformly drawn from a secure source; no direction comes
 * twice in a row, because a head that has turned cannot be asked to turn the same way again.
 */
export function drawChallenge(tries: number, length: number): ChallengeTag[][] {
  return Array.from({ length: tries }, () => {
    const drawn = [randomInt(CHALLENGE_TAGS.length)];
    while (drawn.length < length)
      drawn.push(
        (drawn.at(-1)! + 1 + randomInt(CHALLENGE_TAGS.length - 1)) % CHALLENGE_TAGS.length,
      );
    return drawn.map((index) => CHALLENGE_TAGS[index]!);
  });
}
