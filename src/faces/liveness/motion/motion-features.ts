/** Measurements of two views that tell a moving head from a moving picture of one. */
import {
  type Alignment,
  alignDirectly,
  type Image,
  type PlaneParallax,
  prepareImage,
} from './direct-alignment.ts';
import { applyPlane, fitPlane, radiusOf } from './homography.ts';
import { MOTION_PATCH_SIZE, type MotionView, meshInPatch } from './motion-view.ts';
import { type ReliefSamples, RIGID_POINTS, RIGID_RELIEF, sampleRelief } from './relief.ts';
import { fitRigid } from './rigid-fit.ts';

export type MotionMeasures = Readonly<ReturnType<typeof measureMotion>>;

/** From coarse to fine: rounds of smoothing, most rounds of alignment. */
const LEVELS = [
  { smoothing: 24, rounds: 6 },
  { smoothing: 8, rounds: 6 },
  { smoothing: 2, rounds: 5 },
] as const;

export function measureMotion(first: MotionView, second: MotionView) {
  const [one, two] = [prepare(first), prepare(second)];
  const there = oneWay(one, two);
  const back = oneWay(two, one);
  const rigid = fitRigid(first.mesh, second.mesh, RIGID_POINTS);
  const mean = (pick: (half: OneWayMeasures) => number) => (pick(there) + pick(back)) / 2;
  return {
    /** Turn of the head in degrees in image axes about x (nod), y (turn) and z (tilt). */
    turn: rigid.turn,
    /** Turn about x and y together: the change of pose that reveals relief. */
    angle: Math.hypot(rigid.turn[0], rigid.turn[1]),
    /** Misfit of a turn in space. */
    rigid: rigid.residual,
    /** Misfit of a homography between the meshes, in RMS radii, in the worse direction. */
    homography: Math.max(there.homography, back.homography),
    /** Logarithm of the ratio of stretches in two directions. */
    stretch: mean((half) => half.stretch),
    /** Correlation of the pixels under the best homography, and with parallax. */
    flatCorrelation: Math.max(there.flatCorrelation, back.flatCorrelation),
    solidCorrelation: Math.max(there.solidCorrelation, back.solidCorrelation),
    /** Parallax of the pixels along the direction that the turn demands, and across it. */
    pixelParallax: mean((half) => half.pixelParallax),
    pixelAcross: mean((half) => half.pixelAcross),
  };
}

type OneWayMeasures = ReturnType<typeof oneWay>;

/** A view, prepared for both directions. */
interface PreparedView {
  readonly solid: Float32Array;
  readonly points: Float64Array;
  readonly samples: ReliefSamples;
  /** Parallel to LEVELS. */
  readonly images: readonly Image[];
}

function prepare(view: MotionView): PreparedView {
  const mesh = meshInPatch(view);
  return {
    solid: view.mesh,
    points: rigidPoints(mesh),
    samples: sampleRelief(mesh),
    images: LEVELS.map(({ smoothing }) => prepareImage(view.patch, smoothing)),
  };
}

/** Measurements that depend on which view is mapped onto which. */
function oneWay(first: PreparedView, second: PreparedView) {
  const { points: from, samples } = first;
  const to = second.points;
  const plane = fitPlane(from, to);
  const solid = fitPlane(from, to, RIGID_RELIEF);
  const { turn } = fitRigid(first.solid, second.solid, RIGID_POINTS);
  // A point behind the mean depth moves by (turn about y, −turn about x) times its depth.
  const length = Math.hypot(turn[0], turn[1]) || 1;
  const demanded = [turn[1] / length, -turn[0] / length] as const;
  const size = radiusOf(to);

  let flatMap = plane.map;
  let solidMap = solid.map;
  let flatCorrelation = -1;
  let solidCorrelation = -1;
  for (const [level, { rounds }] of LEVELS.entries()) {
    const [a, b] = [first.images[level]!, second.images[level]!];
    const flat = alignDirectly(a, b, samples, flatMap, false, rounds);
    const solid = better(
      alignDirectly(a, b, samples, solidMap, true, rounds),
      alignDirectly(a, b, samples, flat.map, true, rounds),
    );
    // If the plane got stuck, the one nearest to the solid alignment may fit as well.
    const flattened = nearestPlane(samples, solid.map);
    const best = better(flat, alignDirectly(a, b, samples, flattened, false, rounds));
    ({ map: flatMap, correlation: flatCorrelation } = best);
    ({ map: solidMap, correlation: solidCorrelation } = better(solid, best));
  }
  const along = (map: Float64Array) => (map[8]! * demanded[0] + map[9]! * demanded[1]) / size;
  const across = (map: Float64Array) => (map[9]! * demanded[0] - map[8]! * demanded[1]) / size;
  return {
    homography: plane.residual,
    stretch: stretchOf(plane.map),
    flatCorrelation,
    solidCorrelation,
    pixelParallax: along(solidMap),
    pixelAcross: Math.abs(across(solidMap)),
  };
}

function better(p: Alignment, q: Alignment): Alignment {
  return p.correlation >= q.correlation ? p : q;
}

/** The homography that comes nearest to a map with parallax. */
function nearestPlane({ places, relief }: ReliefSamples, map: PlaneParallax): PlaneParallax {
  const half = MOTION_PATCH_SIZE / 2;
  const from = places.map((value) => value / half - 1);
  const mapped = new Float64Array(from.length);
  for (let i = 0; i < relief.length; i++)
    mapped.set(applyPlane(map, from[i * 2]!, from[i * 2 + 1]!, relief[i]!), i * 2);
  return fitPlane(from, mapped).map;
}

function rigidPoints(mesh: Float64Array): Float64Array {
  const half = MOTION_PATCH_SIZE / 2;
  return Float64Array.from(
    RIGID_POINTS.flatMap((i) => [mesh[i * 2]! / half - 1, mesh[i * 2 + 1]! / half - 1]),
  );
}

/** Logarithm of the ratio of the singular values of a homography's linear part. */
function stretchOf([a, b, , c, d]: Float64Array): number {
  const same = Math.hypot((a! + d!) / 2, (c! - b!) / 2);
  const other = Math.hypot((a! - d!) / 2, (c! + b!) / 2);
  return Math.log((same + other) / Math.max(1e-3, Math.abs(same - other)));
}
