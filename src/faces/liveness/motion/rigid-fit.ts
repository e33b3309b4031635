/** Fits one mesh onto the other as a rigid solid: the head's turn, and how well it fits. */
import { fitRotation } from '../../detection/pose.ts';

export interface RigidFit {
  /** Turn of the head between the views in degrees, in image axes: about x, y and z. */
  readonly turn: readonly [number, number, number];
  /** RMS distance in the picture plane, in RMS radii of the mesh. */
  readonly residual: number;
}

/**
 * Similarity in space (turn, scale, shift) that carries the first mesh onto the second. Scale after
 * Umeyama, Least-squares estimation of transformation parameters, PAMI 1991.
 * @param points the mesh points that count
 */
export function fitRigid(
  first: Float32Array,
  second: Float32Array,
  points: readonly number[],
): RigidFit {
  const from = centred(first, points);
  const to = centred(second, points);
  const r = fitRotation(from, to);
  const turned = new Float64Array(from.length);
  let dot = 0;
  let fromSquares = 0;
  let toSquares = 0;
  for (let i = 0; i < from.length; i += 3) {
    const [x, y, z] = [from[i]!, from[i + 1]!, from[i + 2]!];
    for (let j = 0; j < 3; j++) {
      turned[i + j] = r[j * 3]! * x + r[j * 3 + 1]! * y + r[j * 3 + 2]! * z;
      dot += turned[i + j]! * to[i + j]!;
      fromSquares += from[i + j]! ** 2;
      toSquares += to[i + j]! ** 2;
    }
  }
  const scale = dot / fromSquares;
  let plane = 0;
  for (let i = 0; i < from.length; i += 3)
    plane += (turned[i]! * scale - to[i]!) ** 2 + (turned[i + 1]! * scale - to[i + 1]!) ** 2;
  return {
    turn: rotationVector(r),
    residual: Math.sqrt(plane / toSquares),
  };
}

function centred(mesh: Float32Array, points: readonly number[]): Float64Array {
  const out = new Float64Array(points.length * 3);
  const mean = [0, 0, 0];
  for (const point of points)
    for (let j = 0; j < 3; j++) mean[j]! += mesh[point * 3 + j]! / points.length;
  points.forEach((point, i) => {
    for (let j = 0; j < 3; j++) out[i * 3 + j] = mesh[point * 3 + j]! - mean[j]!;
  });
  return out;
}

/** Axis times angle, in degrees, of a row-major rotation matrix. */
function rotationVector(r: Float64Array): [number, number, number] {
  const axis = [r[7]! - r[5]!, r[2]! - r[6]!, r[3]! - r[1]!];
  const sine = Math.hypot(axis[0]!, axis[1]!, axis[2]!) / 2;
  const angle = Math.atan2(sine, (r[0]! + r[4]! + r[8]! - 1) / 2);
  const factor = sine < 1e-9 ? 0 : (angle * 180) / Math.PI / (2 * sine);
  return [axis[0]! * factor, axis[1]! * factor, axis[2]! * factor];
}
