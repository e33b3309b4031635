/** Which feature vectors a full template keeps: the newest, and those most unlike each other. */
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { retainFeatures } from '../../../src/operations/face/retain-features.ts';
import type { FeatureVector } from '../../../src/templates/template.ts';

/** A unit vector in the plane at that angle, enrolled in that second. */
function at(degrees: number, second: number): FeatureVector {
  const radians = (degrees * Math.PI) / 180;
  const values = Float32Array.of(Math.cos(radians), Math.sin(radians));
  return { id: `${degrees}@${second}`, values, enrolled: new Date(second * 1000) };
}

const idsOf = (features: readonly FeatureVector[]) => features.map(({ id }) => id);

const features = fc
  .array(fc.record({ degrees: fc.integer({ min: 0, max: 359 }), second: fc.nat(5) }), {
    minLength: 1,
    maxLength: 9,
  })
  .map((list) => list.map(({ degrees, second }) => at(degrees, second)));

describe('retainFeatures', () => {
  it('keeps all if there is room', () => {
    const all = [at(0, 1), at(1, 2)];
    expect(retainFeatures(all, 2)).toEqual(all);
  });

  it('drops one of a crowd', () => {
    const kept = retainFeatures([at(0, 1), at(89, 2), at(90, 3), at(180, 4)], 3);
    expect(idsOf(kept)).toEqual(['0@1', '90@3', '180@4']);
  });

  it('prefers the newer of two equal vectors', () => {
    const all = [at(90, 1), at(0, 2), at(0, 3), at(180, 4)];
    expect(idsOf(retainFeatures(all, 3))).toEqual(['90@1', '0@3', '180@4']);
  });

  it('treats the later of one call as the newer', () => {
    expect(idsOf(retainFeatures([at(7, 1), at(8, 1)], 1))).toEqual(['8@1']);
  });

  it('keeps the newest, the oldest, and the order', () => {
    fc.assert(
      fc.property(features, fc.integer({ min: 1, max: 9 }), (all, most) => {
        const kept = retainFeatures(all, most);
        expect(kept).toHaveLength(Math.min(most, all.length));
        expect(kept).toEqual(all.filter((feature) => kept.includes(feature)));
        const newest = Math.max(...all.map(({ enrolled }) => enrolled.getTime()));
        expect(kept.some(({ enrolled }) => enrolled.getTime() === newest)).toBe(true);
        if (kept.length < 2) return;
        const oldest = Math.min(...all.map(({ enrolled }) => enrolled.getTime()));
        expect(kept.some(({ enrolled }) => enrolled.getTime() === oldest)).toBe(true);
      }),
    );
  });
});
