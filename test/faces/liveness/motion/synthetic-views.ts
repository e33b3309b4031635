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
  return painted(turned(turn), [0, 0]);
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

function turned({ right, up }: Turn): Point3[] {
  const [a, b] = [right * RADIANS, -up * RADIANS];
  return frontal.points.map(([x, y, z]) => {
    const y1 = y! * Math.cos(b) - z! * Math.sin(b);
    const z1 = y! * Math.sin(b) + z! * Math.cos(b);
    return [x! * Math.cos(a) + z1 * Math.sin(a), y1, z1 * Math.cos(a) - x! * Math.sin(a)];
  });
}

/** Paints each patch pixel with the colour of the face at the mesh points around it. */
function painted(
  points: readonly Point3[],
  [shiftX, shiftY]: readonly [number, number],
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
    let [u, v, weights] = [0, 0, 0];
    for (let k = 0; k < frontal.points.length; k++) {
      const square = (at[k * 2]! - x) ** 2 + (at[k * 2 + 1]! - y) ** 2;
      const weight = 1 / (square + 0.5) / (square + 0.5);
      u += weight * X[k]!;
      v += weight * Y[k]!;
      weights += weight;
    }
    patch[i] = colour(u / weights, v / weights);
  }
  return view;
}

function colour(u: number, v: number): number {
  return 128 + 50 * Math.sin(5 * u + 1) * Math.cos(4 * v) + 40 * Math.sin(9 * v + 3 * u);
}
