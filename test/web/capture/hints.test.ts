import { describe, expect, it } from 'vitest';
import { hintFor, type Seen, type SeenFace } from '../../../web/capture/hints.ts';

const GOOD: Seen = {
  light: { mean: 120, deviation: 40, sharpness: 0.12 },
  motion: 0.02,
  faces: undefined,
};
const FACE: SeenFace = { x: 0.26, y: 0.25, width: 0.48, height: 0.44 };

describe('the hint', () => {
  it('is that all is well, where nothing is wrong', () => {
    expect(hintFor(GOOD)).toBe('ready');
    expect(hintFor({ ...GOOD, faces: [FACE] })).toBe('ready');
  });

  it.each([
    ['tooDark', { ...GOOD, light: { ...GOOD.light, mean: 30 } }],
    ['tooBright', { ...GOOD, light: { ...GOOD.light, mean: 230 } }],
    ['lookStraight', { ...GOOD, light: { ...GOOD.light, deviation: 3 } }],
    ['blurred', { ...GOOD, light: { ...GOOD.light, sharpness: 0.01 } }],
    ['holdStill', { ...GOOD, motion: 0.4 }],
    ['noFace', { ...GOOD, faces: [] }],
    ['severalFaces', { ...GOOD, faces: [FACE, FACE] }],
    ['moveCloser', { ...GOOD, faces: [{ ...FACE, x: 0.4, width: 0.2 }] }],
    ['moveBack', { ...GOOD, faces: [{ ...FACE, x: 0.1, width: 0.8 }] }],
    ['centre', { ...GOOD, faces: [{ ...FACE, x: 0.5 }] }],
  ] as const)('is %s', (hint, seen: Seen) => {
    expect(hintFor(seen)).toBe(hint);
  });

  it('names the light first: without it nothing else can be seen', () => {
    expect(hintFor({ light: { ...GOOD.light, mean: 10 }, motion: 1, faces: [] })).toBe('tooDark');
  });
});
