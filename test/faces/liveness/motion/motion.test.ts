import { describe, expect, it } from 'vitest';
import { assessMotion } from '../../../../src/faces/liveness/motion/motion.ts';
import { headView, printView } from './synthetic-views.ts';

const SAME = true;
const FRONTAL = { right: 0, up: 0 };

/** Degrees between two directions. */
const between = (p: number, q: number) => Math.abs(((p - q + 540) % 360) - 180);

describe('motion of a head', () => {
  it.each([
    ['right', { right: 14, up: 0 }, 0],
    ['up', { right: 0, up: 14 }, 90],
    ['left', { right: -14, up: 0 }, 180],
    ['down', { right: 0, up: -14 }, 270],
    ['right and up', { right: 12, up: 12 }, 45],
  ])('to the %s is live and has its direction', (_, turn, degrees) => {
    const motion = assessMotion(headView(FRONTAL), headView(turn), SAME);
    expect(motion.problem).toBeUndefined();
    expect(motion.live).toBe(true);
    expect(motion.score).toBeGreaterThan(0.5);
    expect(between(motion.direction, degrees)).toBeLessThan(10);
    expect(motion.direction).toBeGreaterThanOrEqual(0);
    expect(motion.direction).toBeLessThan(360);
  });

  it('that does not move is not live, and has a score other than 0, which means not calculated', () => {
    const motion = assessMotion(headView(FRONTAL), headView(FRONTAL), SAME);
    expect(motion).toMatchObject({ live: false, problem: 'no-motion' });
    expect(motion.score).toBeGreaterThan(0);
    expect(motion.score).toBeLessThan(0.5);
  });

  it('is refused if the second image shows another person', () => {
    const motion = assessMotion(headView(FRONTAL), headView({ right: 15, up: 0 }), false);
    expect(motion).toMatchObject({ live: false, problem: 'other-person' });
  });
});

describe('motion of a flat picture', () => {
  it.each([0, 20, 40, 55])('tilted by %i° is not live, though the mesh claims a turn', (tilt) => {
    const deceived = { right: tilt / 2.5, up: 0 };
    const motion = assessMotion(
      printView(0, FRONTAL, [0, 0]),
      printView(tilt, deceived, [30, -12]),
      SAME,
    );
    expect(motion.live).toBe(false);
    expect(motion.score).toBeLessThan(0.5);
    expect(motion.measures.flatCorrelation).toBeGreaterThan(0.98);
  });
});
