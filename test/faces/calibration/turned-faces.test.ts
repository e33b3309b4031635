/** Turned faces may be less alike; a rule that is lax by itself is not relaxed again. */
import { describe, expect, it } from 'vitest';
import type { FaceEngine } from '../../../src/faces/analysis.ts';
import { parseCalibration, thresholdsOf } from '../../../src/faces/calibration/calibration.ts';
import mbf from '../../../src/faces/calibration/mbf.json' with { type: 'json' };
import { leastAlike, leastAlikeBetween } from '../../../src/faces/calibration/turned-faces.ts';
import { compareFaces } from '../../../src/operations/face/compare-with-class.ts';
import { changesOfPerson, type ShownFace } from '../../../src/operations/liveness/one-person.ts';

const { threshold } = thresholdsOf(parseCalibration(JSON.stringify(mbf), 'mbf.json'));
const engine = {
  encoder: { name: 'mbf' },
  threshold,
  compare: (p: Float32Array, q: Float32Array) => p[0]! * q[0]! + p[1]! * q[1]!,
  toScore: (comparison: number) => comparison,
} as unknown as FaceEngine;

const pose = (yaw: number) => ({ yaw, pitch: 0, roll: 0 });
const face = (yaw: number, isFrame = true) => ({ pose: pose(yaw), isFrame });

const ANGLES = [0, 5, 15, 25, 35, 45, 80];

describe.each([true, false])('a face (frame: %s)', (isFrame) => {
  const at = (rate: number, yaw: number) => leastAlike(engine, rate, face(yaw, isFrame));

  it('has to be less alike the more it is turned, and never more than a frontal one', () => {
    for (const rate of [0.01, 0.001, 0.0001, 0.000001]) {
      const scores = ANGLES.map((yaw) => at(rate, yaw));
      expect(scores).toEqual(scores.toSorted((p, q) => q - p));
      expect(scores[0]).toBeLessThanOrEqual(threshold(rate));
    }
  });

  it.each([0.01, 0.005, 0.003, 0.001])('at a lax rate of %d gets no second relief', (rate) => {
    for (const yaw of ANGLES)
      expect(at(rate, yaw)).toBe(Math.min(threshold(rate), at(0.0001, yaw)));
  });

  it('at a strict rate stays as much stricter', () => {
    const stricter = threshold(0.000001) - threshold(0.0001);
    for (const yaw of ANGLES) expect(at(0.000001, yaw) - at(0.0001, yaw)).toBeCloseTo(stricter);
  });
});

/** Unit vector of that likeness to the person. */
const alike = (score: number) => Float32Array.of(score, Math.sqrt(1 - score ** 2));
const PERSON = alike(1);
const shown = (features: Float32Array, yaw: number, isFrame: boolean): ShownFace => ({
  ...{ features, pose: pose(yaw), isFrame, field: isFrame ? 'frame' : 'image' },
});

describe('a turned frame of somebody else', () => {
  const limit = leastAlike(engine, 0.0001, face(45));
  const attempt = (score: number) => [shown(PERSON, 0, false), shown(alike(score), 45, true)];

  it('is refused by the oldest sample, though years may lie between', () => {
    const accepts = (score: number) =>
      compareFaces(engine, attempt(score), { features: [{ values: PERSON }] }, 0.0001).accepted;
    expect(accepts(limit + 0.01)).toBe(true);
    expect(accepts(limit - 0.01)).toBe(false);
  });

  it('is a change of person within the attempt', () => {
    expect(leastAlikeBetween(engine, 0.001, face(0, false), face(45))).toBeCloseTo(limit);
    expect(changesOfPerson(engine, attempt(limit + 0.01))).toEqual([]);
    expect(changesOfPerson(engine, attempt(limit - 0.01))).toHaveLength(1);
  });
});
