/** How far the face of one frame is from being that of another moved as a plane: by a homography. */
import {
  type Alignment,
  alignDirectly,
  type Image,
  prepareImage,
} from '../motion/direct-alignment.ts';
import { valueAt } from '../motion/grid.ts';
import { applyPlane, fitPlane } from '../motion/homography.ts';
import { MOTION_PATCH_SIZE, type MotionView, meshInPatch } from '../motion/motion-view.ts';
import { type ReliefSamples, RIGID_POINTS, sampleRelief } from '../motion/relief.ts';

/** A frame's face, ready to be compared. */
export interface VideoFace {
  readonly samples: ReliefSamples;
  /** The rigid mesh points, in half patches from the middle. */
  readonly rigid: Float64Array;
  readonly places: readonly Place[];
  /** Parallel to LEVELS. */
  readonly images: readonly Image[];
}

type Part = 'eyes' | 'mouth' | 'rest';

/** A pixel of the face. */
interface Place {
  readonly x: number;
  readonly y: number;
  readonly part: Part;
}

/**
 * Misfits of parts of the face in pixels of the patch: RMS difference of brightness over the gradient
 * that a shift by one pixel would turn into it. Noise of camera and codec makes 0.05–0.3 of it.
 */
export interface PlaneMisfit extends Readonly<Record<Part, number>> {
  /**
   * Shift of points that stand out by the radius of the face against the plane of the face, in half
   * patches; 0.01 is a turn by about one degree.
   */
  readonly parallax: number;
}

/** From coarse to fine: rounds of smoothing, most rounds of alignment. */
const LEVELS = [
  { smoothing: 24, rounds: 6 },
  { smoothing: 8, rounds: 6 },
  { smoothing: 2, rounds: 5 },
] as const;
/** The level at which misfits are measured: smooth enough that little noise is left. */
const MEASURED = 1;

const SIDE = MOTION_PATCH_SIZE;
const HALF = SIDE / 2;
/** Pixels at the border of a patch that are not compared, and between those that are. */
const MARGIN = 3;
const STEP = 2;
/** Pixels around mesh points that are face. */
const REACH = 4;
/** Mesh points of the parts that move by themselves, and pixels around these points. */
const PARTS = [
  { part: 'eyes', points: [33, 133, 159, 145, 362, 263, 386, 374], reach: 6 },
  { part: 'mouth', points: [13, 14, 78, 308], reach: 7 },
] as const;
/** Levels at which parallax is measured, of which the smaller one counts, and rounds of it. */
const PARALLAX_LEVELS = [0, 1] as const;
const PARALLAX_ROUNDS = 6;
/** Share of the mean squared gradient that every pixel has: where it is flat, noise would decide. */
const FLOOR = 0.3;

export function prepareFace(view: MotionView): VideoFace {
  const mesh = meshInPatch(view);
  return {
    samples: sampleRelief(mesh),
    rigid: Float64Array.from(
      RIGID_POINTS.flatMap((i) => [mesh[i * 2]! / HALF - 1, mesh[i * 2 + 1]! / HALF - 1]),
    ),
    places: placesOf(mesh),
    images: LEVELS.map(({ smoothing }) => prepareImage(view.patch, smoothing)),
  };
}

function placesOf(mesh: Float64Array): Place[] {
  const near = new Uint8Array(SIDE * SIDE);
  for (let i = 0; i < mesh.length; i += 2)
    for (let y = Math.round(mesh[i + 1]!) - REACH, below = y + 2 * REACH; y <= below; y++)
      for (let x = Math.round(mesh[i]!) - REACH, right = x + 2 * REACH; x <= right; x++)
        if (x >= 0 && y >= 0 && x < SIDE && y < SIDE) near[y * SIDE + x] = 1;
  const partOf = (x: number, y: number) =>
    PARTS.find(({ points, reach }) =>
      points.some((i) => Math.hypot(mesh[i * 2]! - x, mesh[i * 2 + 1]! - y) < reach),
    )?.part ?? 'rest';
  const places: Place[] = [];
  for (let y = MARGIN; y < SIDE - MARGIN; y += STEP)
    for (let x = MARGIN; x < SIDE - MARGIN; x += STEP)
      if (near[y * SIDE + x] === 1) places.push({ x, y, part: partOf(x, y) });
  return places;
}

/** Moves the first face onto the second by the best homography and measures what is left. */
export function planeMisfit(first: VideoFace, second: VideoFace): PlaneMisfit {
  const { map } = alignPlane(first, second);
  const [from, to] = [first.images[MEASURED]!, second.images[MEASURED]!];
  const found: { readonly part: Part; target: number; seen: number; slope: number }[] = [];
  for (const { x, y, part } of first.places) {
    const [u, v] = applyPlane(map, x / HALF - 1, y / HALF - 1, 0);
    const [px, py] = [(u + 1) * HALF, (v + 1) * HALF];
    if (!(px >= MARGIN - 1 && py >= MARGIN - 1 && px <= SIDE - MARGIN && py <= SIDE - MARGIN))
      continue;
    const i = y * SIDE + x;
    const slope = from.dx[i]! ** 2 + from.dy[i]! ** 2;
    found.push({ part, target: from.grey[i]!, seen: valueAt(to.grey, SIDE, px, py), slope });
  }
  const mean = (pick: (one: (typeof found)[number]) => number) =>
    found.reduce((sum, one) => sum + pick(one), 0) / (found.length || 1);
  const [target, seen] = [mean((one) => one.target), mean((one) => one.seen)];
  const gain =
    mean((one) => (one.target - target) * (one.seen - seen)) /
    (mean((one) => (one.seen - seen) ** 2) + 1e-9);
  const least = FLOOR * mean((one) => one.slope) + 1e-9;
  const sums = { eyes: 0, mouth: 0, rest: 0 };
  const counts = { eyes: 0, mouth: 0, rest: 0 };
  for (const one of found) {
    const difference = one.target - target - gain * (one.seen - seen);
    sums[one.part] += difference ** 2 / (one.slope + least);
    counts[one.part] += 1;
  }
  const rms = (part: Part) => Math.sqrt(sums[part] / (counts[part] || 1));
  return {
    eyes: rms('eyes'),
    mouth: rms('mouth'),
    rest: rms('rest'),
    parallax: Math.min(...PARALLAX_LEVELS.map((level) => parallaxOf(first, second, level, map))),
  };
}

/** Of a fit that starts from the plane. */
function parallaxOf(first: VideoFace, second: VideoFace, level: number, plane: Float64Array) {
  const [a, b] = [first.images[level]!, second.images[level]!];
  const { map } = alignDirectly(a, b, first.samples, plane, true, PARALLAX_ROUNDS);
  return Math.hypot(map[8]!, map[9]!);
}

/** The homography that fits best, from the one of the mesh or from none: meshes of pictures err. */
function alignPlane(first: VideoFace, second: VideoFace): Alignment {
  let starts = [fitPlane(first.rigid, first.rigid).map, fitPlane(first.rigid, second.rigid).map];
  let found: Alignment[] = [];
  for (const [level, { rounds }] of LEVELS.entries()) {
    const [a, b] = [first.images[level]!, second.images[level]!];
    found = starts
      .map((start) => alignDirectly(a, b, first.samples, start, false, rounds))
      .toSorted((p, q) => q.correlation - p.correlation);
    starts = found.slice(0, level === 0 ? 2 : 1).map(({ map }) => map);
  }
  return found[0]!;
}
