/** A head and a point whose path it was told: people who follow, and heads that do something else. */
import { describe, expect, it } from 'vitest';
import { follow } from '../../../../evaluation/liveness/follower.ts';
import { seededRandom } from '../../../../evaluation/motion/random.ts';
import { drawPath } from '../../../../src/access/tasks/paths.ts';
import { PLACE_MS, type Place, SLOWLY } from '../../../../src/directions.ts';
import { followsPath, type TimedPose } from '../../../../src/faces/liveness/burst/followed-path.ts';

const random = seededRandom(3);
const places: readonly Place[] = ['left', 'up', 'right', 'down', 'left'];
const timesOf = (every: number) =>
  Array.from({ length: 21 }, (_, i) => (i * (every * 5 + 450)) / 20);
const person = (told: readonly Place[], every = PLACE_MS) => [
  { milliseconds: 0, right: 0, up: 0 },
  ...follow({ places: told, every }, timesOf(every), random, 0).slice(1),
];
const told = { places, slowly: false };
const mostly = (pose: () => readonly TimedPose[], path: typeof told) =>
  Array.from({ length: 100 }, () => followsPath(pose(), path)).filter(Boolean).length;

describe('a followed point', () => {
  it('is not followed by a head that shows one side alone', () => {
    const aside = () =>
      person(places).map((pose, i) => (i === 0 ? pose : { ...pose, right: pose.right / 2 + 20 }));
    expect(mostly(aside, told)).toBe(0);
  });

  it('is followed by people, at both speeds', () => {
    expect(mostly(() => person(places), told)).toBeGreaterThan(95);
    const slowly = { places, slowly: true };
    expect(mostly(() => person(places, PLACE_MS * SLOWLY), slowly)).toBeGreaterThan(95);
    expect(mostly(() => person(places), slowly)).toBe(0);
  });

  it('is not followed by a head that turns otherwise, on one axis, too late, too little or not at all', () => {
    const without = (change: (pose: TimedPose) => Partial<TimedPose>) => () =>
      person(places).map((pose) => ({ ...pose, ...change(pose) }));
    expect(mostly(() => person(['right', 'down', 'left', 'up', 'right']), told)).toBe(0);
    expect(
      mostly(
        without(({ right }) => ({ right: -right })),
        told,
      ),
    ).toBe(0);
    expect(
      mostly(
        without(() => ({ up: 0 })),
        told,
      ),
    ).toBe(0);
    expect(
      mostly(
        without(() => ({ right: 0 })),
        told,
      ),
    ).toBe(0);
    expect(
      mostly(
        without(() => ({ right: 0, up: 0 })),
        told,
      ),
    ).toBe(0);
    expect(
      mostly(
        without(({ right, up }) => ({ right: right / 6, up: up / 6 })),
        told,
      ),
    ).toBe(0);
    const late = without(({ milliseconds }) => ({ milliseconds: milliseconds * 2 }));
    expect(mostly(late, told)).toBe(0);
  });

  it('is judged by frames of the whole time', () => {
    const whole = person(places);
    expect(mostly(() => whole.slice(0, 15), told)).toBe(0);
    expect(mostly(() => [...whole.slice(0, 5), ...whole.slice(9)], told)).toBe(0);
    expect(mostly(() => [], told)).toBe(0);
  });

  it('moves far on both axes, and ends at a side', () => {
    for (let i = 0; i < 300; i++) {
      const path = drawPath();
      expect(path).toHaveLength(5);
      expect(['left', 'right']).toContain(path.at(-1));
      expect(path.some((place) => place.includes('up'))).toBe(true);
      expect(path.some((place) => place.includes('down'))).toBe(true);
    }
  });
});
