import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import frontal from '../../../src/faces/calibration/frontal-mesh.json' with { type: 'json' };
import { headPose } from '../../../src/faces/detection/pose.ts';

const degrees = fc.double({ min: -60, max: 60, noNaN: true });

/** The mean face turned by roll, pitch and yaw (degrees), enlarged and shifted. */
function turned(yaw: number, pitch: number, roll: number): Float32Array {
  const [y, p, r] = [yaw, pitch, roll].map((d) => (d * Math.PI) / 180) as [number, number, number];
  return Float32Array.from(
    frontal.points.flatMap(([x0, y0, z0]) => {
      // Roll counter-clockwise as seen, then pitch with the nose going down, then yaw to the right.
      const x1 = x0! * Math.cos(r) + y0! * Math.sin(r);
      const y1 = -x0! * Math.sin(r) + y0! * Math.cos(r);
      const y2 = y1 * Math.cos(p) - z0! * Math.sin(p);
      const z2 = y1 * Math.sin(p) + z0! * Math.cos(p);
      const x3 = x1 * Math.cos(y) - z2 * Math.sin(y);
      const z3 = x1 * Math.sin(y) + z2 * Math.cos(y);
      return [200 + 90 * x3, 150 + 90 * y2, 90 * z3];
    }),
  );
}

describe('head pose', () => {
  it('of the mean face is frontal', () => {
    const { yaw, pitch, roll } = headPose(turned(0, 0, 0));
    for (const angle of [yaw, pitch, roll]) expect(angle).toBeCloseTo(0, 3);
  });

  it('reports one turn at a time with the signs of ISO/IEC 39794-5', () => {
    // Nose to the right of the image: the subject's own left.
    expect(headPose(turned(30, 0, 0)).yaw).toBeCloseTo(30, 3);
    // Nose down.
    expect(headPose(turned(0, 20, 0)).pitch).toBeCloseTo(20, 3);
    // Top of the head to the left of the image: the subject's right shoulder.
    expect(headPose(turned(0, 0, 15)).roll).toBeCloseTo(15, 3);
  });

  it('does not depend on size and place, and bounds every angle', () => {
    fc.assert(
      fc.property(degrees, degrees, degrees, (yaw, pitch, roll) => {
        const pose = headPose(turned(yaw, pitch, roll));
        const larger = headPose(turned(yaw, pitch, roll).map((v) => v * 3 + 7));
        expect(larger.yaw).toBeCloseTo(pose.yaw, 2);
        expect(larger.pitch).toBeCloseTo(pose.pitch, 2);
        expect(larger.roll).toBeCloseTo(pose.roll, 2);
        expect(Math.abs(pose.yaw)).toBeLessThanOrEqual(90);
      }),
      { numRuns: 30 },
    );
  });
});
