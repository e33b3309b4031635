import { expect, it } from 'vitest';
import { grey } from '../../../src/faces/quality/kernels/luminance.ts';
import { countOf, emptyMask } from '../../../src/faces/quality/kernels/mask.ts';
import { sharpnessFeatures } from '../../../src/faces/quality/sharpness.ts';
import { noise, smooth } from './pictures.ts';
import vectors from './vectors/kernels.json' with { type: 'json' };

it.each(vectors.sharpness96x80)('the 26 features of $image', (expected) => {
  const face = grey((expected.image === 'noise' ? noise : smooth)(96, 80));
  const mask = emptyMask(96, 80);
  for (let y = 0; y < 80; y++)
    for (let x = 0; x < 96; x++)
      if (36 * (x - 48) ** 2 + 49 * (y - 40) ** 2 <= 64000) mask.data[y * 96 + x] = 1;
  expect(countOf(mask)).toBe(expected.maskCount);
  expect(face.data.reduce((sum, value) => sum + value, 0)).toBe(expected.graySum);
  const features = sharpnessFeatures(face, mask);
  for (const [i, value] of expected.features.entries())
    expect(features[i]! / value, `feature ${i}`).toBeCloseTo(1, 5);
});
