/** Views of a synthetic head with a painted face: turned in space, or a flat picture of it, tilted. */
import frontal from '../../../../src/faces/calibration/frontal-mesh.json' with { type: 'json' };
import {
  MOTION_PATCH_SIZE,
  type MotionView,
  meshInPatch,
} from '../../../../src/faces/liveness/motion/motion-view.ts';

const RADIANS = Math.PI / 180;
const SIZE = { width: 640, height: 480 };
const FACE = 70;

export interface Turn {
  /** Degrees to the subject's own right. */
  readonly right: number;
  /** Degrees up. */
  readonly up: number;
}

/** The mean face turned in space, seen from far away. */
export function headView(turn: Turn): MotionView {
  return painted(turned(turn), [0, 0], litFromAbove(turn));
}

/** The mean face turned in space with the light it had before, as a bent picture shows it. */
export function bentView(turn: Turn): MotionView {
  return painted(turned(turn), [0, 0], litFromAbove({ right: 0, up: 0 }));
}

/** The view with a soft spot of light painted over the middle of the face. */
export function withSpot(view: MotionView): MotionView {
  const patch = view.patch.map((value, i) => {
    const [x, y] = [i % MOTION_PATCH_SIZE, Math.floor(i / MOTION_PATCH_SIZE)];
    return value * (1 + 0.15 * Math.exp(-(((x - 42) / 22) ** 2) - ((y - 46) / 22) ** 2));
  });
  return { ...view, patch };
}

/** A print of the mean face, tilted by `tilt` degrees about its height; a mesh that is deceived. */
export function printView(
  tilt: number,
  deceived: Turn,
  shift: readonly [number, number],
): MotionView {
  const depth = turned(deceived);
  const points = frontal.points.map(([x, y], i) => {
    const [u, z] = [x! * Math.cos(tilt * RADIANS), x! * Math.sin(tilt * RADIANS)];
    const near = 8 / (8 + z);
    return [u * near, y! * near, depth[i]![2]!] as const;
  });
  return painted(points, shift);
}

const X = Float64Array.from(frontal.points, ([x]) => x!);
const Y = Float64Array.from(frontal.points, ([, y]) => y!);

type Point3 = readonly [number, number, number];

function turned({ right, up }: Turn, points = frontal.points): Point3[] {
  const [a, b] = [right * RADIANS, -up * RADIANS];
  return points.map(([x, y, z]) => {
    const y1 = y! * Math.cos(b) - z! * Math.sin(b);
    const z1 = y! * Math.sin(b) + z! * Math.cos(b);
    return [x! * Math.cos(a) + z1 * Math.sin(a), y1, z1 * Math.cos(a) - x! * Math.sin(a)];
  });
}

/** Directions of the skin: a ball with humps and hollows. */
const NORMALS = frontal.points.map(([x, y, z]) => [
  x! + 0.9 * Math.sin(5 * x!),
  y! + 0.9 * Math.sin(5 * y!),
  z! - 1.5,
]);

/** How bright each point is under a lamp before and above the head. */
function litFromAbove(turn: Turn): number[] {
  return turned(turn, NORMALS).map(([x, y, z]) => {
    const facing = (0.4 * x - 0.4 * y - 0.82 * z) / Math.hypot(x, y, z);
    return 0.4 + 0.6 * Math.max(0, facing);
  });
}

/** Paints each patch pixel with the colour of the face at the mesh points around it. */
function painted(
  points: readonly Point3[],
  [shiftX, shiftY]: readonly [number, number],
  light: readonly number[] = points.map(() => 1),
): MotionView {
  const mesh = Float32Array.from(
    points.flatMap(([x, y, z]) => [
      SIZE.width / 2 + shiftX + x * FACE,
      SIZE.height / 2 + shiftY + y * FACE,
      z * FACE,
    ]),
  );
  const patch = new Uint8Array(MOTION_PATCH_SIZE ** 2);
  const view = { ...SIZE, mesh, patch };
  const at = meshInPatch(view);
  for (let i = 0; i < patch.length; i++) {
    const [x, y] = [i % MOTION_PATCH_SIZE, Math.floor(i / MOTION_PATCH_SIZE)];
    let [u, v, lit, weights] = [0, 0, 0, 0];
    for (let k = 0; k < frontal.points.length; k++) {
      const square = (at[k * 2]! - x) ** 2 + (at[k * 2 + 1]! - y) ** 2;
      const weight = 1 / (square + 0.5) / (square + 0.5);
      u += weight * X[k]!;
      v += weight * Y[k]!;
      lit += weight * light[k]!;
      weights += weight;
    }
    patch[i] = (colour(u / weights, v / weights) * lit) / weights;
  }
  return view;
}

function colour(u: number, v: number): number {
  return 128 + 32 * Math.sin(5 * u + 1) * Math.cos(4 * v) + 25 * Math.sin(9 * v + 3 * u);
}
