/** Homographies between two views of a face. The motion of a flat picture must obey one. */
import { LeastSquares } from './least-squares.ts';

/** A fitted map from one view to the other, and its misfit. */
export interface PlaneFit {
  /** h11 … h32 of the homography (h33 = 1), then the parallax in x and y of unit relief. */
  readonly map: Float64Array;
  /** RMS distance of mapped and true points, divided by the RMS radius of the true ones. */
  readonly residual: number;
}

/** Each round brings the weights of the equations closer to those of distances in the picture. */
const ROUNDS = 3;

/**
 * Least-squares homography `from` → `to`, by the direct linear transform, weighted so that its
 * error is a distance (Hartley and Zisserman, Multiple View Geometry, 2004, 4.1–4.2).
 *
 * With `relief`, points may also move along one direction in proportion to their relief: rigid
 * motion as a plane plus parallax (Irani and Anandan, 1996). A flat picture needs no parallax; a
 * head does.
 * @param from x, y pairs, roughly centred and of unit size
 */
export function fitPlane(from: Float64Array, to: Float64Array, relief?: Float64Array): PlaneFit {
  const count = from.length / 2;
  const unknowns = relief === undefined ? 8 : 10;
  const row = new Float64Array(unknowns);
  let h: Float64Array = new Float64Array(unknowns);
  for (let round = 0; round < ROUNDS; round++) {
    const system = new LeastSquares(unknowns);
    for (let i = 0; i < count; i++) {
      const [x, y, u, v] = [from[i * 2]!, from[i * 2 + 1]!, to[i * 2]!, to[i * 2 + 1]!];
      const weight = 1 / (h[6]! * x + h[7]! * y + 1) ** 2;
      const z = relief?.[i] ?? 0;
      row.set([x, y, 1, 0, 0, 0, -u * x, -u * y]);
      if (relief !== undefined) row.set([z, 0], 8);
      system.add(row, u, weight);
      row.set([0, 0, 0, x, y, 1, -v * x, -v * y]);
      if (relief !== undefined) row.set([0, z], 8);
      system.add(row, v, weight);
    }
    h = system.solve();
  }
  const map = new Float64Array(10);
  map.set(h);
  return { map, residual: missOf(map, from, to, relief) / radiusOf(to) };
}

/** Applies a map to one point with that relief. */
export function applyPlane(h: Float64Array, x: number, y: number, relief: number) {
  const w = h[6]! * x + h[7]! * y + 1;
  return [
    (h[0]! * x + h[1]! * y + h[2]! + h[8]! * relief) / w,
    (h[3]! * x + h[4]! * y + h[5]! + h[9]! * relief) / w,
  ] as const;
}

function missOf(map: Float64Array, from: Float64Array, to: Float64Array, relief?: Float64Array) {
  let squares = 0;
  for (let i = 0; i < from.length; i += 2) {
    const [u, v] = applyPlane(map, from[i]!, from[i + 1]!, relief?.[i / 2] ?? 0);
    squares += (u - to[i]!) ** 2 + (v - to[i + 1]!) ** 2;
  }
  return Math.sqrt((squares * 2) / from.length);
}

/** RMS distance of x, y pairs from their mean. */
export function radiusOf(points: Float64Array): number {
  let [x, y, squares] = [0, 0, 0];
  const n = points.length / 2;
  for (let i = 0; i < points.length; i += 2) {
    x += points[i]!;
    y += points[i + 1]!;
    squares += points[i]! ** 2 + points[i + 1]! ** 2;
  }
  return Math.sqrt(squares / n - (x / n) ** 2 - (y / n) ** 2) || 1;
}
