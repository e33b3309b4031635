/** Which frames of a burst are kept: those that show the movement. */
import { describe, expect, it } from 'vitest';
import { thinned } from '../../../web/capture/thinned.ts';

/** A shot whose only pixel has that luminance. */
const shot = (green: number) => ({ pixels: Uint8ClampedArray.of(0, green, 0, 255), green });
const kept = (greens: readonly number[], most: number) =>
  thinned(greens.map(shot), most).map(({ green }) => green);

describe('a burst', () => {
  it('keeps all frames while they are few', () => {
    expect(kept([1, 1, 1], 3)).toEqual([1, 1, 1]);
  });

  it('drops frames without movement, never the first and the last', () => {
    expect(kept([0, 0, 0, 0, 40, 80, 120, 160, 160, 160], 6)).toEqual([0, 40, 80, 120, 160, 160]);
    expect(kept([7, 7, 7, 7], 2)).toEqual([7, 7]);
  });
});
