/** Head pose in degrees: the rotation of the mean frontal face that gives a 468-point mesh. */
import frontal from '../calibration/frontal-mesh.json' with { type: 'json' };
import type { HeadPose } from '../geometry.ts';

/** x right, y down, z away from the camera; 468 × 3 numbers, interleaved. */
export type Mesh3 = Float32Array;

const DEGREES = 180 / Math.PI;
const REFERENCE = Float64Array.from(frontal.points.flat());

/** Head pose by fit to the mean face, signs of ISO/IEC 39794-5: yaw > 0 left, pitch > 0 down. */
export function headPose(mesh: Mesh3): HeadPose {
  const r = fitRotation(REFERENCE, mesh);
  // Rows in image axes (x right, y down, z away); in viewer axes y and z change sign.
  const yaw = Math.asin(Math.max(-1, Math.min(1, -r[2]!)));
  const pitch = -Math.atan2(r[5]!, r[8]!);
  const roll = -Math.atan2(r[3]!, r[0]!);
  return { yaw: yaw * DEGREES, pitch: pitch * DEGREES, roll: roll * DEGREES };
}

/** Rotation (row-major 3 × 3) from `from` onto `to`, both centred (Horn, JOSA A 1987). */
export function fitRotation(from: ArrayLike<number>, to: ArrayLike<number>): Float64Array {
  const n = from.length / 3;
  const p = mean3(from);
  const q = mean3(to);
  const m = new Float64Array(9);
  for (let i = 0; i < n; i++)
    for (let j = 0; j < 3; j++)
      for (let k = 0; k < 3; k++)
        m[j * 3 + k]! += (from[i * 3 + j]! - p[j]!) * (to[i * 3 + k]! - q[k]!);
  const [xx, xy, xz, yx, yy, yz, zx, zy, zz] = m as unknown as number[] as [
    number,
    number,
    number,
    number,
    number,
    number,
    number,
    number,
    number,
  ];
  const [w, x, y, z] = principalEigenvector([
    [xx + yy + zz, yz - zy, zx - xz, xy - yx],
    [yz - zy, xx - yy - zz, xy + yx, zx + xz],
    [zx - xz, xy + yx, yy - xx - zz, yz + zy],
    [xy - yx, zx + xz, yz + zy, zz - xx - yy],
  ]) as [number, number, number, number];
  return Float64Array.of(
    1 - 2 * (y * y + z * z),
    2 * (x * y - w * z),
    2 * (x * z + w * y),
    2 * (x * y + w * z),
    1 - 2 * (x * x + z * z),
    2 * (y * z - w * x),
    2 * (x * z - w * y),
    2 * (y * z + w * x),
    1 - 2 * (x * x + y * y),
  );
}

function mean3(points: ArrayLike<number>): [number, number, number] {
  const sum: [number, number, number] = [0, 0, 0];
  for (let i = 0; i < points.length; i++) sum[(i % 3) as 0 | 1 | 2] += points[i]!;
  const n = points.length / 3;
  return [sum[0] / n, sum[1] / n, sum[2] / n];
}

/** Eigenvector of the largest eigenvalue of a symmetric matrix, by cyclic Jacobi rotations. */
function principalEigenvector(matrix: readonly (readonly number[])[]): number[] {
  const size = matrix.length;
  const a = matrix.map((row) => [...row]);
  const v = matrix.map((_, i) => matrix.map((_, j) => (i === j ? 1 : 0)));
  for (let sweep = 0; sweep < 30; sweep++) {
    let off = 0;
    for (let p = 0; p < size; p++) for (let q = p + 1; q < size; q++) off += a[p]![q]! ** 2;
    if (off < 1e-18) break;
    for (let p = 0; p < size; p++) for (let q = p + 1; q < size; q++) rotate(a, v, p, q);
  }
  let best = 0;
  for (let i = 1; i < size; i++) if (a[i]![i]! > a[best]![best]!) best = i;
  return v.map((row) => row[best]!);
}

function rotate(a: number[][], v: number[][], p: number, q: number): void {
  if (Math.abs(a[p]![q]!) < 1e-300) return;
  const theta = (a[q]![q]! - a[p]![p]!) / (2 * a[p]![q]!);
  const t = Math.sign(theta || 1) / (Math.abs(theta) + Math.hypot(theta, 1));
  const c = 1 / Math.hypot(t, 1);
  const s = t * c;
  for (let k = 0; k < a.length; k++) {
    const kp = a[k]![p]!;
    const kq = a[k]![q]!;
    a[k]![p] = c * kp - s * kq;
    a[k]![q] = s * kp + c * kq;
  }
  for (let k = 0; k < a.length; k++) {
    const pk = a[p]![k]!;
    const qk = a[q]![k]!;
    a[p]![k] = c * pk - s * qk;
    a[q]![k] = s * pk + c * qk;
    const vp = v[k]![p]!;
    const vq = v[k]![q]!;
    v[k]![p] = c * vp - s * vq;
    v[k]![q] = s * vp + c * vq;
  }
}
