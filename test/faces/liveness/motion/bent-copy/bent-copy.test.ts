import { describe, expect, it } from 'vitest';
import { assessMotion } from '../../../../../src/faces/liveness/motion/motion.ts';
import { bentView, headView, withSpot } from '../synthetic-views.ts';

const SAME = true;
const FRONTAL = { right: 0, up: 0 };

describe('motion of an image bent like a turning head', () => {
  it.each([
    ['right', { right: 14, up: 0 }],
    ['up', { right: 0, up: 14 }],
    ['left and down', { right: -10, up: -10 }],
  ])('to the %s is not live: the light on the face moved with it', (_, turn) => {
    const motion = assessMotion(headView(FRONTAL), bentView(turn), SAME);
    expect(motion).toMatchObject({ live: false, problem: 'bent' });
    expect(motion.score).toBeLessThan(0.5);
  });

  it('is not live with a painted spot of light either', () => {
    const motion = assessMotion(headView(FRONTAL), withSpot(bentView({ right: 14, up: 0 })), SAME);
    expect(motion).toMatchObject({ live: false, problem: 'bent' });
  });
});
