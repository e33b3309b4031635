/** What a face does over time, on views of a synthetic head and of a picture of it, with noise. */
import { describe, expect, it } from 'vitest';
import {
  MOTION_PATCH_SIZE,
  type MotionView,
  meshInPatch,
} from '../../../../src/faces/liveness/motion/motion-view.ts';
import { createMovement } from '../../../../src/faces/liveness/video/movement.ts';
import { headView, printView } from '../motion/synthetic-views.ts';

/** At two frames a second. */
const FRAMES = 10;
const NOISE = 8;
const AHEAD = { right: 0, up: 0 };

/** Numbers between -1 and 1 that look random and are the same every time. */
function noiseOf(seed: number) {
  let state = seed * 2654435761 + 1;
  return () => {
    state = (Math.imul(state, 1664525) + 1013904223) >>> 0;
    return state / 2 ** 31 - 1;
  };
}

function grainy(view: MotionView, seed: number): MotionView {
  const next = noiseOf(seed);
  return { ...view, patch: view.patch.map((value) => value + NOISE * next()) };
}

/** The view with a mouth that is so dark. */
function speaking(view: MotionView, depth: number): MotionView {
  const mesh = meshInPatch(view);
  const patch = view.patch.slice();
  const [x0, y0] = [0, 1].map((axis) => (mesh[13 * 2 + axis]! + mesh[14 * 2 + axis]!) / 2);
  for (let i = 0; i < patch.length; i++) {
    const [x, y] = [i % MOTION_PATCH_SIZE, Math.floor(i / MOTION_PATCH_SIZE)];
    if (Math.hypot((x - x0!) / 2, y - y0!) < 3) patch[i] = Math.max(NOISE, patch[i]! - depth);
  }
  return { ...view, patch };
}

/** The view with the glare of a lamp around a place. */
function withLight(view: MotionView, left: number, top: number): MotionView {
  const patch = view.patch.map((value, i) => {
    const [x, y] = [i % MOTION_PATCH_SIZE, Math.floor(i / MOTION_PATCH_SIZE)];
    return value + 45 * Math.exp(-((x - left) ** 2 + (y - top) ** 2) / 800);
  });
  return { ...view, patch };
}

function isAlive(views: readonly MotionView[]): boolean {
  const movement = createMovement();
  for (const [i, view] of views.entries()) movement.add(grainy(view, i), i / 2);
  return movement.alive();
}
const frames = (view: (i: number) => MotionView) =>
  Array.from({ length: FRAMES }, (_, i) => view(i));

describe('a face in a video', () => {
  it('that turns a little is alive', () => {
    expect(isAlive(frames((i) => headView({ right: 15 * Math.sin(i), up: 0 })))).toBe(true);
  });

  it('that only speaks is alive', () => {
    expect(isAlive(frames((i) => speaking(headView(AHEAD), (i * 45) % 100)))).toBe(true);
  });

  it('whose mouth another picture changes once is not alive', () => {
    expect(isAlive(frames((i) => speaking(headView(AHEAD), i < 5 ? 0 : 90)))).toBe(false);
  });

  it('that is still except for camera noise is not alive', () => {
    expect(isAlive(frames(() => headView(AHEAD)))).toBe(false);
  });

  it('of a picture that is tilted and shifted is not alive', () => {
    const held = frames((i) => printView(20 * Math.sin(i), AHEAD, [9 * Math.cos(i), 4 * i]));
    expect(isAlive(held)).toBe(false);
  });

  it('of two alternating pictures is not alive', () => {
    const shown = [headView(AHEAD), headView({ right: 20, up: 0 })];
    expect(isAlive(frames((i) => shown[Math.floor(i / 2) % 2]!))).toBe(false);
  });

  it.each([1, 5, 9])('of a picture that another replaces after %i frames is not alive', (cut) => {
    expect(isAlive(frames((i) => headView({ right: i < cut ? 0 : 20, up: 0 })))).toBe(false);
  });

  it('of a picture that another replaces is not alive for frames between the others', () => {
    const shown = (i: number) => headView({ right: i < 10 ? 0 : 20, up: 0 });
    const movement = createMovement();
    for (const i of [0, 4, 8, 12, 16, 2, 6, 10, 14, 18, 1, 5, 9, 13, 17])
      movement.add(grainy(shown(i), i), i / 4);
    expect(movement.alive()).toBe(false);
  });

  it('of a picture with wandering light is not alive', () => {
    const lit = frames((i) => withLight(headView(AHEAD), 20 + 6 * i, 60 - 3 * i));
    expect(isAlive(lit)).toBe(false);
  });

  it('is undecided after a few frames', () => {
    const turning = frames((i) => headView({ right: 15 * Math.sin(i), up: 0 }));
    expect(isAlive(turning.slice(0, 3))).toBe(false);
  });
});
