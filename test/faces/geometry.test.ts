import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import {
  applySimilarity,
  composeSimilarities,
  fitSimilarity,
  intersectionOverUnion,
  invertSimilarity,
} from '../../src/faces/geometry.ts';

const coordinate = fc.double({ min: -500, max: 500, noNaN: true });
const point = fc.record({ x: coordinate, y: coordinate });
const similarity = fc
  .record({
    scale: fc.double({ min: 0.1, max: 10, noNaN: true }),
    turn: fc.double({ min: -3, max: 3, noNaN: true }),
    tx: coordinate,
    ty: coordinate,
  })
  .map(({ scale, turn, tx, ty }) => ({
    a: scale * Math.cos(turn),
    b: scale * Math.sin(turn),
    tx,
    ty,
  }));

describe('similarities', () => {
  it('are undone by their inverse', () => {
    fc.assert(
      fc.property(similarity, point, (map, p) => {
        const back = applySimilarity(invertSimilarity(map), applySimilarity(map, p));
        expect(back.x).toBeCloseTo(p.x, 6);
        expect(back.y).toBeCloseTo(p.y, 6);
      }),
    );
  });

  it('compose in the order given', () => {
    fc.assert(
      fc.property(similarity, similarity, point, (first, second, p) => {
        const both = applySimilarity(composeSimilarities(first, second), p);
        const stepwise = applySimilarity(second, applySimilarity(first, p));
        expect(both.x).toBeCloseTo(stepwise.x, 5);
        expect(both.y).toBeCloseTo(stepwise.y, 5);
      }),
    );
  });

  it('are recovered exactly from points they moved', () => {
    const points = [
      { x: 0, y: 0 },
      { x: 10, y: 1 },
      { x: 3, y: 7 },
    ];
    fc.assert(
      fc.property(similarity, (map) => {
        const fitted = fitSimilarity(
          points,
          points.map((p) => applySimilarity(map, p)),
        );
        for (const key of ['a', 'b', 'tx', 'ty'] as const)
          expect(fitted[key]).toBeCloseTo(map[key], 6);
      }),
    );
  });
});

it('boxes overlap by intersection over union', () => {
  const box = { x: 0, y: 0, width: 2, height: 2 };
  expect(intersectionOverUnion(box, box)).toBe(1);
  expect(intersectionOverUnion(box, { ...box, x: 1 })).toBeCloseTo(1 / 3);
  expect(intersectionOverUnion(box, { ...box, x: 2 })).toBe(0);
});
