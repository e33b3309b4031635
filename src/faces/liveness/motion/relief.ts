/** The rigid parts of a face, and how far each stands out of the plane of the face. */
import frontal from '../../calibration/frontal-mesh.json' with { type: 'json' };
import { MOTION_PATCH_SIZE } from './motion-view.ts';

const POINTS = frontal.points as readonly (readonly number[])[];

/** Mesh points that neither speech nor blinking moves: no lips, jaw, lids or brows. */
export const RIGID_POINTS: readonly number[] = POINTS.flatMap(([x, y], i) => {
  const side = Math.abs(x!);
  const aboveMouth = side > 1.1 ? y! < 0.45 : y! < 0.33;
  const lid = Math.hypot(side - 0.59, y! + 0.61) < 0.33;
  const brow = side > 0.2 && side < 1.05 && y! > -1.2 && y! < -0.85;
  return aboveMouth && !lid && !brow ? [i] : [];
});

const MEAN_DEPTH = RIGID_POINTS.reduce((sum, i) => sum + POINTS[i]![2]!, 0) / RIGID_POINTS.length;

/** Depth of each rigid point behind the mean, in RMS radii of the mean face. */
export const RIGID_RELIEF: Float64Array = Float64Array.from(
  RIGID_POINTS,
  (i) => POINTS[i]![2]! - MEAN_DEPTH,
);

/** Compared places of a patch: x, y in patch pixels, and their relief. */
export interface ReliefSamples {
  readonly places: Float64Array;
  readonly relief: Float64Array;
}

/** Distance between samples and reach of a mesh point, in pixels, and samples in a row. */
const STEP = 3;
const REACH = 5;
const PLACES = Math.ceil(MOTION_PATCH_SIZE / STEP) - 2;

/** Mesh points around the mouth. Places nearest to one of them are not compared. */
const SPEAKING: ReadonlySet<number> = new Set(
  POINTS.flatMap(([x, y], i) => (Math.abs(x!) < 1 && y! > 0.33 ? [i] : [])),
);

/**
 * A grid over the rigid part of the face in a patch. Its relief is interpolated between mesh points
 * (Shepard's inverse squared distances).
 * @param mesh the 468 points in patch pixels
 */
export function sampleRelief(mesh: Float64Array): ReliefSamples {
  const weights = new Float64Array(PLACES * PLACES);
  const depths = new Float64Array(PLACES * PLACES);
  const nearest = new Float64Array(PLACES * PLACES).fill(REACH ** 2);
  const moves = new Uint8Array(PLACES * PLACES).fill(1);
  const limit = (place: number) => Math.min(PLACES, Math.max(1, place));
  for (const [i, [, , depth]] of POINTS.entries()) {
    const [px, py] = [mesh[i * 2]!, mesh[i * 2 + 1]!];
    const [left, right] = [px - 2 * REACH, px + 2 * REACH].map((x) => limit(Math.round(x / STEP)));
    const [top, bottom] = [py - 2 * REACH, py + 2 * REACH].map((y) => limit(Math.round(y / STEP)));
    for (let row = top!; row <= bottom!; row++)
      for (let column = left!; column <= right!; column++) {
        const square = (px - column * STEP) ** 2 + (py - row * STEP) ** 2;
        if (square > 4 * REACH ** 2) continue;
        const place = (row - 1) * PLACES + column - 1;
        const weight = 1 / (square + 1);
        weights[place]! += weight;
        depths[place]! += weight * depth!;
        if (square >= nearest[place]!) continue;
        nearest[place] = square;
        moves[place] = SPEAKING.has(i) ? 1 : 0;
      }
  }
  const still = [...moves.keys()].filter((place) => moves[place] === 0);
  return {
    places: Float64Array.from(
      still.flatMap((place) => [
        ((place % PLACES) + 1) * STEP,
        (Math.floor(place / PLACES) + 1) * STEP,
      ]),
    ),
    relief: Float64Array.from(still, (place) => depths[place]! / weights[place]! - MEAN_DEPTH),
  };
}
