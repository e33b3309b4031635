/** Challenges: every list is as hard as every other, and none can be foreseen. */
import { createSecretKey, randomBytes } from 'node:crypto';
import { describe, expect, it } from 'vitest';
import {
  deriveChallenge,
  deriveTurns,
  drawChallenge,
  drawTurns,
} from '../../../src/access/tasks/challenges.ts';

const vertical = (direction: string) => ['up', 'down'].includes(direction);
/** Lists without a direction twice in a row, less those that stay on one axis. */
const POSSIBLE = [8, 32, 104, 320, 968, 2912];

describe.each([2, 3, 4, 5, 6, 7])('lists of %i directions', (length) => {
  const lists = drawChallenge(15, length);

  it('move on both axes, and never the same way twice in a row', () => {
    expect(lists).toHaveLength(15);
    for (const list of lists) {
      expect(list).toHaveLength(length);
      expect(new Set(list.map(vertical)).size).toBe(2);
      for (const [i, direction] of list.entries()) expect(direction).not.toBe(list[i + 1]);
    }
  });

  it('are drawn with equal chance from all possible lists', () => {
    const possible = POSSIBLE[length - 2]!;
    const draws = 60 * possible;
    const drawn = new Map<string, number>();
    for (const list of drawChallenge(draws, length))
      drawn.set(list.join(), (drawn.get(list.join()) ?? 0) + 1);
    expect(drawn.size).toBe(possible);
    // Of 60 expected, by chance never: less than once in a million runs.
    expect(Math.min(...drawn.values())).toBeGreaterThan(15);
    expect(Math.max(...drawn.values())).toBeLessThan(120);
  });
});

it('derived from a secret repeat for the same attempt, and differ for others', () => {
  const secret = createSecretKey(randomBytes(64));
  const of = (tokenId: string, attempt: number, by = secret) =>
    deriveChallenge({ secret: by, tokenId, attempt }, 7).join();
  expect(of('a', 1)).toBe(of('a', 1));
  const attempts = Array.from({ length: 15 }, (_, i) => of('a', i + 1));
  expect(new Set(attempts).size).toBeGreaterThan(10);
  expect(attempts).not.toEqual(Array.from({ length: 15 }, (_, i) => of('b', i + 1)));
  const stranger = createSecretKey(randomBytes(64));
  expect(attempts).not.toEqual(Array.from({ length: 15 }, (_, i) => of('a', i + 1, stranger)));
});

it('asks at pages for a turn to a side, and for one more after each refusal, up to three', () => {
  const secret = createSecretKey(randomBytes(64));
  for (const [attempt, length] of [1, 2, 3, 3].entries()) {
    const drawn = Array.from({ length: 100 }, (_, i) => [
      drawTurns(attempt + 1),
      deriveTurns({ secret, tokenId: `${i}`, attempt: attempt + 1 }),
    ]).flat();
    expect(new Set(drawn.map((list) => list.length))).toEqual(new Set([length]));
    expect(new Set(drawn.map(([first]) => first))).toEqual(new Set(['left', 'right']));
  }
});
