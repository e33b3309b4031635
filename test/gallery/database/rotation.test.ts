/** Secret rotations keep distances and hide everything else. */
import { randomBytes } from 'node:crypto';
import { describe, expect, it } from 'vitest';
import { createVectorRotation } from '../../../src/gallery/database/rotate-vectors.ts';
import { createRotation } from '../../../src/gallery/database/rotation.ts';
import { cosine, unitVector } from '../../../testing/template-samples.ts';

describe('a rotation', () => {
  const key = randomBytes(32);

  it.each([1, 2, 64, 1153])('of %i dimensions keeps every distance', (dimension) => {
    const rotate = createRotation(key, dimension);
    const [p, q] = [unitVector(dimension), unitVector(dimension)];
    expect(cosine(rotate(p), rotate(p))).toBeCloseTo(1, 5);
    expect(cosine(rotate(p), rotate(q))).toBeCloseTo(cosine(p, q), 5);
  });

  it('depends on the key only', () => {
    const p = unitVector(256);
    expect(createRotation(key, 256)(p)).toEqual(createRotation(key, 256)(p));
    expect(Math.abs(cosine(createRotation(randomBytes(32), 256)(p), p))).toBeLessThan(0.4);
    expect(Math.abs(cosine(createRotation(key, 256)(p), p))).toBeLessThan(0.4);
  });

  it('removes what all faces share before it turns', () => {
    const typical = Array.from({ length: 50 }, () => {
      const face = Float32Array.from([...unitVector(64), 3]);
      const length = Math.hypot(...face);
      return face.map((value) => value / length);
    });
    const rotate = createVectorRotation({ derive: () => key }, 65, typical);
    const rotated = typical.map((face) => rotate('key', face));
    const [p, q] = [typical[0]!, typical[1]!];
    expect(cosine(p, q)).toBeGreaterThan(0.8);
    expect(Math.abs(cosine(rotated[0]!, rotated[1]!))).toBeLessThan(0.2);
    const distance = (a: Float32Array, b: Float32Array) =>
      Math.hypot(...a.map((value, i) => value - b[i]!));
    expect(distance(rotated[0]!, rotated[1]!)).toBeCloseTo(distance(p, q), 5);
  });
});
