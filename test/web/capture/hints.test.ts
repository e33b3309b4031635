import { describe, expect, it } from 'vitest';
import type { FoundFace } from '../../../web/capture/finder/faces.ts';
import { headOf, movement } from '../../../web/capture/head.ts';
import { hintFor, placeAsked, type Seen } from '../../../web/capture/hints.ts';
import { face } from './looks.ts';

const GOOD: Seen = {
  light: { mean: 120, around: 130, deviation: 40, sharpness: 0.12 },
  motion: 0.02,
  faceMotion: 0.01,
  faces: [face()],
};
const lit = (light: Partial<Seen['light']>): Seen => ({
  ...GOOD,
  light: { ...GOOD.light, ...light },
});
const seen = (...faces: FoundFace[]): Seen => ({ ...GOOD, faces });
const covered = (likely: number): Seen => seen({ ...face(), covered: likely });

describe('the hint', () => {
  it('says that all is well if one face is in place, lit and still', () => {
    expect(hintFor(GOOD)).toBe('ready');
    expect(hintFor(seen(face(), face({ side: 0.1, x: 0.8 }))), 'somebody far behind').toBe('ready');
  });

  it.each([
    ['noFace', seen()],
    ['tooDark', { ...lit({ mean: 30 }), faces: [] }],
    ['severalFaces', seen(face(), face({ x: 0.75 }))],
    ['moveCloser', seen(face({ side: 0.2 }))],
    ['moveBack', seen(face({ side: 0.62 }))],
    ['moveRight', seen(face({ x: 0.66 }))],
    ['moveLeft', seen(face({ x: 0.34 }))],
    ['moveUp', seen(face({ y: 0.75 }))],
    ['moveDown', seen(face({ y: 0.2 }))],
    ['faceCamera', seen(face({ yaw: 30 }))],
    ['faceCamera', seen(face({ pitch: -35 }))],
    ['holdStill', { ...GOOD, faceMotion: 0.1 }],
    ['backlit', lit({ mean: 70, around: 190 })],
    ['tooDark', lit({ mean: 30, around: 30 })],
    ['tooBright', lit({ mean: 230 })],
    ['blurred', lit({ sharpness: 0.01 })],
    ['faceCovered', covered(0.99)],
    ['holdStill', { ...covered(0.99), faceMotion: 0.1 }],
    ['ready', covered(0.8)],
  ] as const)('is %s', (hint, look: Seen) => {
    expect(hintFor(look)).toBe(hint);
  });

  it('points where the face has to go', () => {
    expect(placeAsked('moveLeft')).toBe('left');
    expect(placeAsked('ready')).toBeUndefined();
  });

  it('never says that all is well before faces can be found', () => {
    expect(hintFor({ ...GOOD, faces: 'awaited' })).toBe('lookStraight');
  });

  it.each([
    ['holdStill', {}],
    ['tooDark', { light: { ...GOOD.light, mean: 30 } }],
    ['tooBright', { light: { ...GOOD.light, mean: 230 } }],
    ['lookStraight', { light: { ...GOOD.light, deviation: 3 } }],
    ['holdStill', { motion: 0.4 }],
    ['blurred', { light: { ...GOOD.light, sharpness: 0.01 } }],
  ] as const)(
    'is %s by light and change if no finder can run, never that all is well',
    (hint, change) => {
      expect(hintFor({ ...GOOD, faces: 'unknown', ...change })).toBe(hint);
    },
  );
});

describe('a head', () => {
  it.each([
    [0, 0],
    [25, 0],
    [-18, 12],
  ])('looks %d° to its left and %d° down, also when tilted', (yaw, pitch) => {
    for (const roll of [0, 20]) {
      const head = headOf(face({ yaw, pitch, roll }));
      expect(head.yaw).toBeCloseTo(yaw, 6);
      expect(head.pitch).toBeCloseTo(pitch, 6);
    }
  });

  it('moves by shares of its size', () => {
    expect(movement(face(), face())).toBe(0);
    expect(movement(face(), face({ x: 0.54 }))).toBeCloseTo(0.1, 6);
  });
});
