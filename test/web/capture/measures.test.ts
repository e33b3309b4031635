import { describe, expect, it } from 'vitest';
import {
  type Grey,
  greyOf,
  measureChange,
  measureLight,
  outlineMask,
} from '../../../web/capture/measures.ts';

const WIDTH = 40;
const HEIGHT = 50;
const MASK = outlineMask(WIDTH, HEIGHT);

/** A picture whose luminance is a function of the place. */
function picture(luminance: (x: number, y: number) => number): Grey {
  const values = Float32Array.from({ length: WIDTH * HEIGHT }, (_, i) =>
    luminance(i % WIDTH, Math.floor(i / WIDTH)),
  );
  return { width: WIDTH, height: HEIGHT, values };
}

const stripes = (period: number, shift = 0) =>
  picture((x) => 120 + 60 * Math.sin(((x + shift) * 2 * Math.PI) / period));

describe('measures of the preview', () => {
  it('weigh colours as the eye does', () => {
    const rgba = Uint8ClampedArray.of(255, 0, 0, 255, 0, 255, 0, 255);
    const { values } = greyOf(2, 1, rgba);
    expect(values[0]).toBeCloseTo(76.2, 1);
    expect(values[1]).toBeCloseTo(149.7, 1);
  });

  it('look inside the outline only', () => {
    const dark = picture(() => 20);
    const lit = picture((x, y) => (MASK[y * WIDTH + x] === 1 ? 20 : 250));
    expect(measureLight(lit, MASK).mean).toBeCloseTo(measureLight(dark, MASK).mean, 5);
  });

  it('call a blurred image less sharp, and a darker one as sharp', () => {
    const sharp = measureLight(stripes(6), MASK).sharpness;
    const blurred = measureLight(stripes(24), MASK).sharpness;
    const { values } = stripes(6);
    const dim = measureLight({ ...stripes(6), values: values.map((v) => v / 2) }, MASK).sharpness;
    expect(blurred).toBeLessThan(sharp / 2);
    expect(dim).toBeCloseTo(sharp, 1);
  });

  it('see a turn, and no change if a lamp is switched on', () => {
    const before = stripes(20);
    const brighter = { ...before, values: before.values.map((value) => value + 30) };
    expect(measureChange(before, before, MASK)).toBe(0);
    expect(measureChange(before, brighter, MASK)).toBeCloseTo(0, 5);
    expect(measureChange(before, stripes(20, 5), MASK)).toBeGreaterThan(0.5);
    const there = measureChange(before, stripes(20, 5), MASK);
    expect(measureChange(stripes(20, 5), before, MASK)).toBeCloseTo(there, 10);
  });
});
