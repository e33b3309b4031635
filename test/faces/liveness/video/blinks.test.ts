/** Blinks in the lids of a mean face, by series of openings like those measured in people. */
import { describe, expect, it } from 'vitest';
import { createBlinks } from '../../../../src/faces/liveness/video/blinks.ts';
import { faceWith } from './open-eyes.ts';

interface Series {
  /** Opening of both eyes, frame by frame. */
  readonly both: readonly number[];
  readonly left?: readonly number[];
  readonly degrees?: (i: number) => number;
  readonly rate?: number;
}

/** In which frames a blink ends. */
function blinksOf({ both, left = both, degrees = () => 0, rate = 20 }: Series): number[] {
  const blinks = createBlinks();
  return both.flatMap((open, i) =>
    blinks.add(i / rate, faceWith([open, left[i]!], degrees(i))) ? [i] : [],
  );
}

const OPEN = Array<number>(16).fill(35);
const BLINK = [...OPEN, 25, 19, 22, 28, 32, 33, ...OPEN];

describe('eyes', () => {
  it('that close fast and open again have blinked, once each time', () => {
    expect(blinksOf({ both: BLINK })).toEqual([20]);
    expect(blinksOf({ both: [...BLINK, ...BLINK] })).toHaveLength(2);
  });

  it('are seen to blink at 15 frames a second, and while the head turns a little', () => {
    const both = [...OPEN, 19, 25, 31, 34, ...OPEN];
    expect(blinksOf({ both, rate: 15, degrees: (i) => 0.3 * i })).toHaveLength(1);
  });

  it.each([
    ['stay open but for the trembling of a mesh', OPEN.map((open, i) => open - (i % 3) * 1.5)],
    ['stay closed', [...OPEN, 25, 19, ...OPEN.map(() => 18)]],
    ['narrow slowly', [...OPEN, ...OPEN.map((open, i) => open - i), ...OPEN]],
    ['are closed in a picture that takes turns with another', [...OPEN, 18, 18, 18, ...OPEN]],
  ])('that %s do not blink', (_, both) => {
    expect(blinksOf({ both })).toEqual([]);
  });

  it('do not blink where one of them does, or where the head turns', () => {
    expect(blinksOf({ both: BLINK, left: BLINK.map(() => 35) })).toEqual([]);
    expect(blinksOf({ both: BLINK, degrees: (i) => (i > 16 ? 3 * (i - 16) : 0) })).toEqual([]);
    expect(blinksOf({ both: BLINK, degrees: (i) => (i === 17 ? 6 : 0) })).toEqual([]);
  });

  it('are not judged by frames that come late', () => {
    const blinks = createBlinks();
    for (const [i, open] of BLINK.entries()) blinks.add(10 - i / 20, faceWith([open, open]));
    expect(blinks.add(9.95, faceWith([35, 35]))).toBe(false);
  });
});
