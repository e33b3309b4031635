/** The documented shapes of the original service, member by member, as matchers. */
import { expect } from 'vitest';

const number = expect.any(Number);
const string = expect.any(String);
const point = { x: number, y: number };

/** Whether every item of a list has that shape. */
export const each = (list: readonly unknown[], shape: object) =>
  expect(list).toEqual(list.map(() => expect.objectContaining(shape)));

export function expectImageProperties(value: unknown): void {
  expect(value).toMatchObject({
    rotated: number,
    faces: expect.any(Array),
    qualityScore: number,
    qualityAssessments: expect.any(Array),
    frameNumber: number,
  });
  const { faces, qualityAssessments } = value as { faces: object[]; qualityAssessments: object[] };
  each(faces, {
    leftEye: point,
    rightEye: point,
    textureLivenessScore: number,
    motionLivenessScore: number,
    movementDirection: number,
  });
  each(qualityAssessments, { check: string, score: number, message: string });
}

/** Envelope of a job that succeeded, whatever it decided, and the documented headers. */
export function expectJob(answer: { status: number; headers: Headers; body: unknown }): void {
  expect(answer).toMatchObject({ status: 200, body: { status: 'SUCCEEDED' } });
  each((answer.body as { errors: object[] }).errors, { errorCode: string, message: string });
  expect(answer.headers.get('jobid')).toMatch(/^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/);
  expect(answer.headers.get('service-version')).toBeTruthy();
  expect(answer.headers.get('reference-number')).toBe('R-1');
  expect(Date.parse(answer.headers.get('date') ?? '')).not.toBeNaN();
}

/** A score is within its range; a decision follows the errors. */
export function expectLiveness(body: { live: boolean; livenessScore: number; errors: object[] }) {
  expect(body).toMatchObject({ live: expect.any(Boolean), livenessScore: number });
  expect(body.livenessScore).toBeGreaterThanOrEqual(0);
  expect(body.livenessScore).toBeLessThanOrEqual(1);
  expect(body.live).toBe(body.errors.length === 0);
}
