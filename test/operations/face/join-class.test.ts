/** A class holds one person, whatever pictures resemble two. */
import { describe, expect, it } from 'vitest';
import type { FaceEngine } from '../../../src/faces/analysis.ts';
import { compareFaces } from '../../../src/operations/face/compare-with-class.ts';
import { chooseJoining, isPersonOf } from '../../../src/operations/face/join-class.ts';

/** People are directions; a picture that resembles two lies between them. */
const engine = {
  compare: (p: Float32Array, q: Float32Array) =>
    p.reduce((sum, value, i) => sum + value * q[i]!, 0),
  threshold: () => 0.5,
};

const vector = (a: number, b: number): Float32Array => {
  const length = Math.hypot(a, b);
  return Float32Array.of(a / length, b / length);
};
const [A, B, MORPH] = [vector(1, 0), vector(0, 1), vector(1, 1)];
const sample = (features: Float32Array) => ({ features, pose: undefined, isFrame: false });
const standing = (...all: readonly Float32Array[]) =>
  all.map((values, i) => ({ id: `${i}`, values, enrolled: new Date(i) }));

const joiningOf = (samples: readonly Float32Array[], before: readonly Float32Array[] = []) =>
  chooseJoining(engine, samples.map(sample), standing(...before)).joining.map(
    ({ features }) => features,
  );

describe('chooseJoining', () => {
  it.each([
    ['a morph and both', [MORPH, A, B]],
    ['both', [A, B]],
    ['both, and the morph last', [A, B, MORPH]],
    ['two of each', [A, B, A, B]],
  ])('lets nobody in with %s', (_, samples) => {
    expect(joiningOf(samples)).toEqual([]);
  });

  it('leaves out the one who matches the fewest', () => {
    expect(joiningOf([A, B, A, A])).toEqual([A, A, A]);
    expect(joiningOf([MORPH, A, A, B])).toEqual([MORPH, A, A]);
  });

  it('forgives a poor pair among seven and more, if both match the first', () => {
    const many = (count: number) => Array.from({ length: count }, () => vector(1, 1));
    const [p, q] = [vector(2, 1), vector(1, 20)];
    expect(joiningOf([...many(5), A, B])).toHaveLength(7);
    expect(joiningOf([...many(4), A, B]), 'not among six').toHaveLength(4);
    expect(joiningOf([A, ...many(6), B])).not.toContain(B);
    expect(joiningOf([A, ...many(6), B])).toContain(A);
    expect(joiningOf([...many(6), p, A, q, B]), 'two of ten are too many').not.toContain(B);
  });

  it('lets the person join the class, and no other by a morph', () => {
    expect(joiningOf([A, A], [A])).toEqual([A, A]);
    expect(joiningOf([B], [A])).toEqual([]);
    expect(joiningOf([B], [A, MORPH])).toEqual([]);
    expect(joiningOf([B], [A, MORPH, MORPH, MORPH])).toEqual([]);
    expect(joiningOf([B], [MORPH, A, A])).toEqual([]);
    // A poor sample must not keep all later ones out.
    expect(joiningOf([A], [A, B])).toEqual([A]);
    expect(joiningOf([A, B, MORPH], [A])).toEqual([A, MORPH]);
  });
});

it('anybody is the person of a class that holds nobody', () => {
  expect(isPersonOf(engine, sample(B), [])).toBe(true);
});

describe('compareFaces', () => {
  const shown = (features: Float32Array) => [{ ...sample(features), field: 'image' }];
  const scored = { ...engine, toScore: (comparison: number) => comparison };
  const accepts = (face: Float32Array, ...samples: readonly Float32Array[]) =>
    compareFaces(
      scored as unknown as FaceEngine,
      shown(face),
      { features: samples.map((values) => ({ values })) },
      0.0001,
    ).accepted;

  it('takes nobody for the person who only resembles a later sample', () => {
    expect(accepts(A, A, MORPH)).toBe(true);
    expect(accepts(B, A, MORPH)).toBe(false);
    expect(accepts(B, A, MORPH, MORPH, MORPH)).toBe(false);
  });
});
