import { describe, expect, it } from 'vitest';
import { formatCohort } from '../../../evaluation/make-cohort.ts';
import { parseCohort } from '../../../src/faces/calibration/cohort-file.ts';
import { appendCrowding, crowdingOf, typicalFaces } from '../../../src/faces/encoding/cohort.ts';
import { cosine } from '../../../src/faces/encoding/compare.ts';

/** A unit vector near `centre`, the nearer the smaller `spread` is. */
function near(centre: Float32Array, spread: number, seed: number): Float32Array {
  let state = seed * 2654435761;
  const random = () => {
    state = (Math.imul(state, 1664525) + 1013904223) >>> 0;
    return state / 2 ** 32 - 0.5;
  };
  const vector = centre.map((value) => value + spread * random());
  const length = Math.hypot(...vector);
  return vector.map((value) => value / length);
}

const axis = (k: number) => Float32Array.from({ length: 64 }, (_, i) => (i === k ? 1 : 0));
// Many faces around axis 0, nobody around axis 1.
const crowd = Array.from({ length: 20 }, (_, i) => near(axis(0), 0.1, i + 1));
const text = JSON.stringify(formatCohort('test', 'made up', crowd, 0.5));
const cohort = parseCohort(text, 'test');

describe('a cohort', () => {
  it('survives its file format almost unchanged', () => {
    expect(cohort).toMatchObject({ dimension: 64, crowding: 0.5 });
    cohort.vectors.forEach((vector, i) => {
      expect(cosine(vector, crowd[i]!)).toBeGreaterThan(0.999);
    });
  });

  it('has a digest of its content', () => {
    const other = JSON.stringify(formatCohort('test', 'made up', crowd.slice(1), 0.5));
    expect(parseCohort(other, 'test').digest).not.toBe(cohort.digest);
    expect(parseCohort(text, 'elsewhere').digest).toBe(cohort.digest);
  });

  it('is refused if damaged', () => {
    expect(() => parseCohort('{', 'c.json')).toThrow('c.json');
    expect(() => parseCohort('{"encoder":"x"}', 'c.json')).toThrow('c.json');
    const named = text.replace('"dimension":64', '"dimension":"64"');
    expect(() => parseCohort(named, 'c.json')).toThrow('c.json: /dimension must be integer');
    expect(() => parseCohort(text.replace('"dimension":64', '"dimension":63'), 'c.json')).toThrow();
  });
});

describe('crowding', () => {
  it('is high among many similar faces', () => {
    const [lonely, crowded] = [near(axis(1), 0.1, 90), near(axis(0), 0.1, 91)];
    expect(crowdingOf(crowded, cohort.vectors)).toBeGreaterThan(0.9);
    expect(crowdingOf(lonely, cohort.vectors)).toBeLessThan(0.3);
  });

  it('keeps vectors at unit length, and a vector identical with itself', () => {
    const features = near(axis(0), 0.3, 7);
    const appended = appendCrowding(features, cohort);
    expect(appended).toHaveLength(65);
    expect(Math.hypot(...appended)).toBeCloseTo(1, 5);
    expect(cosine(appended, appended)).toBeCloseTo(1, 5);
  });

  it('is omitted if the cohort states none; its averages stay typical faces', () => {
    const plain = parseCohort(
      JSON.stringify(formatCohort('test', 'made up', crowd, undefined)),
      'test',
    );
    const features = near(axis(0), 0.3, 7);
    expect(appendCrowding(features, plain)).toBe(features);
    expect(typicalFaces(plain)).toBe(plain.vectors);
    expect(plain.digest).not.toBe(cohort.digest);
  });

  it('lowers the score of two people from a crowd more than that of two isolated ones', () => {
    const fall = (k: number) => {
      const [p, q] = [near(axis(k), 0.25, 11), near(axis(k), 0.25, 12)];
      return cosine(p, q) - cosine(appendCrowding(p, cohort), appendCrowding(q, cohort));
    };
    expect(fall(0)).toBeGreaterThan(fall(1));
  });
});
