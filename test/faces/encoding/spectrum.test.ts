/** Power spectra: a wave is a peak at its frequency, and nothing else. */
import { expect, it } from 'vitest';
import { powerSpectrum } from '../../../src/faces/encoding/spectrum.ts';

it('places a wave at its frequency and its mirror image', () => {
  const [width, height, size] = [96, 80, 32];
  const grey = Float32Array.from({ length: width * height }, (_, i) => {
    const [x, y] = [i % width, Math.floor(i / width)];
    return 100 + 20 * Math.cos(2 * Math.PI * ((5 * x) / size + (3 * y) / size));
  });
  const power = powerSpectrum(grey, width, height, size)!;
  const strongest = [...power.keys()].sort((a, b) => power[b]! - power[a]!).slice(0, 2);
  const places = strongest.map((i) => [i % size, Math.floor(i / size)]);
  expect(places).toContainEqual([5, 3]);
  expect(places).toContainEqual([27, 29]);
});

it('keeps the energy of noise', () => {
  const size = 16;
  let state = 7;
  const grey = Float32Array.from({ length: 64 * 64 }, () => {
    state = (state * 1103515245 + 12345) % 2 ** 31;
    return (state / 2 ** 31) * 2 - 1;
  });
  const power = powerSpectrum(grey, 64, 64, size)!;
  // Each value of white noise of variance 1/3 has the energy of the taper, (3/8 · size)².
  const mean = power.reduce((sum, value) => sum + value, 0) / power.length;
  expect(mean).toBeGreaterThan((0.375 * size) ** 2 * 0.28);
  expect(mean).toBeLessThan((0.375 * size) ** 2 * 0.38);
});

it('is undefined for regions smaller than a window', () => {
  expect(powerSpectrum(new Float32Array(100), 10, 10, 16)).toBeUndefined();
});
