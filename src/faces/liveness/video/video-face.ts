/** The face of a video frame, prepared for comparison with that of another. */
import { type Image, prepareImage } from '../motion/direct-alignment.ts';
import { smooth } from '../motion/grid.ts';
import { LeastSquares } from '../motion/least-squares.ts';
import { MOTION_PATCH_SIZE, type MotionView, meshInPatch } from '../motion/motion-view.ts';
import { type ReliefSamples, RIGID_POINTS, sampleRelief } from '../motion/relief.ts';

export interface VideoFace {
  readonly relief: ReliefSamples;
  /** The relief minus the nearest bent sheet. */
  readonly detail: ReliefSamples;
  /** The rigid mesh points, in half patches from the middle. */
  readonly rigid: Float64Array;
  readonly places: readonly SamplePoint[];
  /** Parallel to LEVELS. */
  readonly images: readonly Image[];
}

export type Part = 'eyes' | 'mouth' | 'rest';

/** A pixel of the face. */
export interface SamplePoint {
  readonly x: number;
  readonly y: number;
  readonly part: Part;
}

/** From coarse to fine: rounds of smoothing, most rounds of alignment. */
export const LEVELS = [
  { smoothing: 24, rounds: 6 },
  { smoothing: 8, rounds: 6 },
  { smoothing: 2, rounds: 5 },
] as const;

const SIDE = MOTION_PATCH_SIZE;
const HALF = SIDE / 2;
/** Skipped pixels at the border of a patch, and distance of compared pixels. */
export const MARGIN = 3;
const STEP = 2;
/** Pixels around mesh points that belong to the face. */
const REACH = 4;
/** Mesh points of the parts that move by themselves, and the pixels around them. */
const PARTS = [
  { part: 'eyes', points: [33, 133, 159, 145, 362, 263, 386, 374], reach: 6 },
  { part: 'mouth', points: [13, 14, 78, 308], reach: 7 },
] as const;
/** Rounds of smoothing that leave only shades, including glare that wanders over a picture. */
const SHADES = 120;

export function prepareFace(view: MotionView): VideoFace {
  const mesh = meshInPatch(view);
  const relief = sampleRelief(mesh);
  const patch = withoutShades(view.patch);
  return {
    relief,
    detail: { ...relief, relief: detailOf(relief) },
    rigid: Float64Array.from(
      RIGID_POINTS.flatMap((i) => [mesh[i * 2]! / HALF - 1, mesh[i * 2 + 1]! / HALF - 1]),
    ),
    places: samplePointsOf(mesh),
    images: LEVELS.map(({ smoothing }) => prepareImage(patch, smoothing)),
  };
}

function withoutShades(patch: Uint8Array): Float32Array {
  const grey = Float32Array.from(patch);
  const shades = smooth(grey, SIDE, SHADES);
  return grey.map((value, i) => value - shades[i]!);
}

/** Remainder of the relief after fitting a paraboloid. */
function detailOf({ places, relief }: ReliefSamples): Float64Array {
  const rows = Array.from(relief, (_, i) => {
    const [x, y] = [places[i * 2]! / HALF - 1, places[i * 2 + 1]! / HALF - 1];
    return [1, x, y, x * x, x * y, y * y];
  });
  const system = new LeastSquares(6);
  for (const [i, value] of relief.entries()) system.add(rows[i]!, value);
  const sheet = system.solve();
  return relief.map((value, i) =>
    rows[i]!.reduce((left, each, k) => left - each * sheet[k]!, value),
  );
}

function samplePointsOf(mesh: Float64Array): SamplePoint[] {
  const near = new Uint8Array(SIDE * SIDE);
  for (let i = 0; i < mesh.length; i += 2)
    for (let y = Math.round(mesh[i + 1]!) - REACH, below = y + 2 * REACH; y <= below; y++)
      for (let x = Math.round(mesh[i]!) - REACH, right = x + 2 * REACH; x <= right; x++)
        if (x >= 0 && y >= 0 && x < SIDE && y < SIDE) near[y * SIDE + x] = 1;
  const partOf = (x: number, y: number) =>
    PARTS.find(({ points, reach }) =>
      points.some((i) => Math.hypot(mesh[i * 2]! - x, mesh[i * 2 + 1]! - y) < reach),
    )?.part ?? 'rest';
  const places: SamplePoint[] = [];
  for (let y = MARGIN; y < SIDE - MARGIN; y += STEP)
    for (let x = MARGIN; x < SIDE - MARGIN; x += STEP)
      if (near[y * SIDE + x] === 1) places.push({ x, y, part: partOf(x, y) });
  return places;
}
