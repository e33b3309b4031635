import { describe, expect, it } from 'vitest';
import { DIRECTIONS, isDirection } from '../../../../src/directions.ts';
import {
  challengeOutcome,
  meetsChallenge,
} from '../../../../src/faces/liveness/motion/challenge.ts';

const MOVEMENTS = {
  right: { right: 12, up: 1 },
  left: { right: -12, up: -2 },
  up: { right: 2, up: 12 },
  down: { right: 0, up: -12 },
} as const;

describe('challenge', () => {
  it.each(DIRECTIONS)('%s is met by that movement only', (tag) => {
    for (const other of DIRECTIONS)
      expect(meetsChallenge([tag], MOVEMENTS[other])).toBe(other === tag);
  });

  it('needs movement', () => {
    expect(meetsChallenge(['up'], { right: 0, up: 4 })).toBe(false);
  });

  it('refuses a movement mostly in another direction', () => {
    expect(meetsChallenge(['up'], { right: 25, up: 10 })).toBe(false);
  });

  it('of two directions needs both; opposite ones cannot be met', () => {
    expect(meetsChallenge(['up', 'left'], { right: -10, up: 20 })).toBe(true);
    expect(meetsChallenge(['up', 'left'], { right: -2, up: 20 })).toBe(false);
    expect(meetsChallenge(['left', 'right'], { right: 20, up: 0 })).toBe(false);
  });

  it('without tags is met', () => {
    expect(meetsChallenge([], { right: 0, up: 0 })).toBe(true);
  });

  it('met with left and right swapped is reported as mirrored', () => {
    expect(challengeOutcome([], MOVEMENTS.left)).toBeUndefined();
    expect(challengeOutcome(['left'], MOVEMENTS.left)).toBe('met');
    expect(challengeOutcome(['left'], MOVEMENTS.right)).toBe('mirrored');
    expect(challengeOutcome(['up', 'left'], { right: 10, up: 20 })).toBe('mirrored');
    for (const movement of [MOVEMENTS.up, MOVEMENTS.down, { right: 5, up: 0 }])
      expect(challengeOutcome(['left'], movement)).toBe('missed');
    expect(challengeOutcome(['up'], MOVEMENTS.down)).toBe('missed');
  });

  it('knows its tags', () => {
    expect(isDirection('up')).toBe(true);
    expect(isDirection('sideways')).toBe(false);
    expect(isDirection('toString')).toBe(false);
  });
});
