import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { applyPlane, fitPlane } from '../../../../src/faces/liveness/motion/homography.ts';
import { LeastSquares } from '../../../../src/faces/liveness/motion/least-squares.ts';
import { RIGID_POINTS, RIGID_RELIEF } from '../../../../src/faces/liveness/motion/relief.ts';
import { fitRigid } from '../../../../src/faces/liveness/motion/rigid-fit.ts';
import { headView } from './synthetic-views.ts';

const FRONTAL = headView({ right: 0, up: 0 }).mesh;

/** The rigid points about the middle of the picture, in units of the face. */
function plane(mesh: Float32Array): Float64Array {
  return Float64Array.from(
    RIGID_POINTS.flatMap((i) => [(mesh[i * 3]! - 320) / 70, (mesh[i * 3 + 1]! - 240) / 70]),
  );
}

describe('homography', () => {
  it('explains every view of a plane', () => {
    const small = fc.double({ min: -0.15, max: 0.15, noNaN: true });
    fc.assert(
      fc.property(fc.array(small, { minLength: 8, maxLength: 8 }), (change) => {
        const truth = Float64Array.of(1, 0, 0, 0, 1, 0, 0, 0, 0, 0).map(
          (value, i) => value + (change[i] ?? 0),
        );
        const from = plane(FRONTAL);
        const to = new Float64Array(from.length);
        for (let i = 0; i < from.length; i += 2)
          to.set(applyPlane(truth, from[i]!, from[i + 1]!, 0), i);
        expect(fitPlane(from, to).residual).toBeLessThan(1e-4);
      }),
      { numRuns: 50 },
    );
  });

  it('needs parallax to explain a turned head', () => {
    for (const turn of [
      { right: 15, up: 0 },
      { right: 0, up: 15 },
    ]) {
      const to = plane(headView(turn).mesh);
      expect(fitPlane(plane(FRONTAL), to).residual).toBeGreaterThan(0.06);
      expect(fitPlane(plane(FRONTAL), to, RIGID_RELIEF).residual).toBeLessThan(0.002);
    }
  });
});

describe('rigid fit', () => {
  it('finds the turn of a head in image axes', () => {
    const { turn, residual } = fitRigid(FRONTAL, headView({ right: 20, up: 0 }).mesh, RIGID_POINTS);
    expect(turn[1]).toBeCloseTo(20, 2);
    expect(turn[0]).toBeCloseTo(0, 2);
    expect(residual).toBeLessThan(1e-4);
    const nod = fitRigid(FRONTAL, headView({ right: 0, up: 10 }).mesh, RIGID_POINTS);
    expect(nod.turn[0]).toBeCloseTo(-10, 2);
  });
});

describe('least squares', () => {
  it('solves determined unknowns and leaves the rest at zero', () => {
    const system = new LeastSquares(3);
    system.add([2, 0, 0], 4);
    system.add([0, 1, 0], 1);
    system.add([0, 1, 0], 2);
    const [x, y, z] = system.solve();
    expect(x).toBeCloseTo(2, 6);
    expect(y).toBeCloseTo(1.5, 6);
    expect(z).toBe(0);
  });
});
