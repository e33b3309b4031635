/** Which parts of a face are rigid, and how far each stands out of the plane of the face. */
import frontal from '../calibration/frontal-mesh.json' with { type: 'json' };
import { MOTION_PATCH_SIZE } from './motion-view.ts';

const POINTS = frontal.points as readonly (readonly number[])[];

/** Mesh points that neither speech nor a blink moves: no lips, jaw, lids and brows. */
export const RIGID_POINTS: readonly number[] = POINTS.flatMap(([x, y], i) => {
  const side = Math.abs(x!);
  const aboveMouth = side > 1.1 ? y! < 0.45 : y! < 0.33;
  const lid = Math.hypot(side - 0.59, y! + 0.61) < 0.33;
  const brow = side > 0.2 && side < 1.05 && y! > -1.2 && y! < -0.85;
  return aboveMouth && !lid && !brow ? [i] : [];
});

const MEAN_DEPTH = RIGID_POINTS.reduce((sum, i) => sum + POINTS[i]![2]!, 0) / RIGID_POINTS.length;

/** Depth of each rigid point behind the mean one, in RMS radii of the mean face. */
export const RIGID_RELIEF: Float64Array = Float64Array.from(
  RIGID_POINTS,
  (i) => POINTS[i]![2]! - MEAN_DEPTH,
);

/** Places in a patch at which its pixels are compared, x, y in patch pixels, and their relief. */
export interface ReliefSamples {
  readonly places: Float64Array;
  readonly relief: Float64Array;
}

/** Distance between samples and reach of a mesh point, in pixels. */
const STEP = 3;
const REACH = 5;

/**
 * A grid over the rigid part of the face in a patch, its relief interpolated between mesh points
 * (Shepard's inverse squared distances).
 * @param mesh the 468 points in patch pixels
 */
export function sampleRelief(mesh: Float64Array): ReliefSamples {
  const places: number[] = [];
  const relief: number[] = [];
  const near = POINTS.map(([x, y], i) => ({ i, part: Math.abs(x!) < 1 && y! > 0.33 }));
  for (let y = STEP; y < MOTION_PATCH_SIZE - STEP; y += STEP) {
    for (let x = STEP; x < MOTION_PATCH_SIZE - STEP; x += STEP) {
      let weights = 0;
      let depth = 0;
      let nearest = REACH ** 2;
      let moves = true;
      for (const { i, part } of near) {
        const square = (mesh[i * 2]! - x) ** 2 + (mesh[i * 2 + 1]! - y) ** 2;
        if (square < nearest) {
          nearest = square;
          moves = part;
        }
        if (square > 4 * REACH ** 2) continue;
        const weight = 1 / (square + 1);
        weights += weight;
        depth += weight * POINTS[i]![2]!;
      }
      if (moves) continue;
      places.push(x, y);
      relief.push(depth / weights - MEAN_DEPTH);
    }
  }
  return { places: Float64Array.from(places), relief: Float64Array.from(relief) };
}
