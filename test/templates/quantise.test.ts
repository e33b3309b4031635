/** Storing a feature vector changes no comparison score by as much as 0.001. */
import { describe, expect, it } from 'vitest';
import { dequantise, quantise } from '../../src/templates/quantise.ts';
import { cosine, unitVector } from '../../testing/template-samples.ts';

/** As the fusion makes them: a short part with most of the length, a long part with the rest. */
function fusedVector(): Float32Array {
  const parts = [unitVector(128).map((value) => value * 3), unitVector(1024)];
  const joined = Float32Array.from(parts.flatMap((part) => [...part]));
  return joined.map((value) => value / Math.sqrt(10));
}

/** One large value leaves the fewest steps to the others. */
function spikedVector(): Float32Array {
  const values = unitVector(1152);
  values[0] = 3;
  const length = Math.hypot(...values);
  return values.map((value) => value / length);
}

const kinds = {
  '1152 random': () => unitVector(1152),
  '256 random': () => unitVector(256),
  '1152 fused': fusedVector,
  '1152 with a spike': spikedVector,
};

describe.each(Object.entries(kinds))('vectors of kind %s', (_, make) => {
  it('keep every score within 0.001, whatever they are compared with', () => {
    let worst = 0;
    let bound = 0;
    for (let run = 0; run < 300; run++) {
      const stored = make();
      const read = dequantise(quantise(stored));
      for (const probe of [make(), stored])
        worst = Math.max(worst, Math.abs(cosine(read, probe) - cosine(stored, probe)));
      const error = read.map((value, index) => value - stored[index]!);
      bound = Math.max(bound, Math.hypot(...error));
    }
    expect(worst).toBeLessThan(0.0001);
    // No probe of unit length can make more of the error than its length.
    expect(bound).toBeLessThan(0.001);
  });
});

describe('a vector', () => {
  it('has unit length again, and its largest value uses the whole range', () => {
    const quantised = quantise(unitVector(256));
    const length = Math.hypot(...dequantise(quantised));
    expect(Math.abs(length - 1)).toBeLessThan(1e-6);
    expect(Math.max(...quantised.map(Math.abs))).toBe(32_767);
  });

  it('of zeros stays so', () => {
    expect(dequantise(quantise(new Float32Array(4)))).toEqual(new Float32Array(4));
  });
});
