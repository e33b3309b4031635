/** Head pose as the reference finds it: 3DDFA V2 on a square cut by the box of the face. */
import type { Session } from '../../../inference/session.ts';
import type { Box, HeadPose } from '../../geometry.ts';
import type { Picture } from '../../image/picture.ts';
import { toPlanes } from '../../resample.ts';
import { crop } from '../kernels/crop.ts';
import { resizeBilinear } from '../kernels/resize.ts';

const SIDE = 120;
const NORMALISATION = {
  order: 'BGR',
  mean: [127.5, 127.5, 127.5],
  scale: [1 / 128, 1 / 128, 1 / 128],
} as const;

/** Mean and deviation of the seven values that hold the rotation. */
const MEAN = [
  3.4926363e-4, 2.5279013e-7, -6.8751979e-7, 60.167957, -6.2955132e-7, 5.7572004e-4, -5.0853912e-5,
];
const DEVIATION = [
  1.76321526e-4, 6.73794348e-5, 4.47084894e-4, 26.5502319, 1.23137695e-4, 4.4930217e-5,
  7.92367064e-5,
];
/** Beyond this the head is in profile, where pitch and roll cannot be told apart. */
const PROFILE = 0.9975;
const DEGREES = 180 / Math.PI;

export async function referencePose(
  network: Session,
  image: Picture,
  { x, y, width, height }: Box,
): Promise<HeadPose> {
  const middle = y + height / 2;
  const top = Math.trunc(middle - 0.44 * height);
  const side = Math.trunc(middle + 0.51 * height) - top;
  const left = Math.trunc(x + width / 2 - side / 2);
  const view = resizeBilinear(crop(image, left, top, side, side), SIDE, SIDE);
  const input = { data: toPlanes(view, NORMALISATION), dims: [1, 3, SIDE, SIDE] };
  const outputs = await network.run({ input });
  return poseOfParameters(Object.values(outputs)[0]!.data);
}

/** Angles of the network's answer; the third row of the rotation is the cross product of two. */
export function poseOfParameters(output: ArrayLike<number>): HeadPose {
  const p = MEAN.map((mean, i) => output[i]! * DEVIATION[i]! + mean);
  const [ax, ay, az] = unit(p[0]!, p[1]!, p[2]!);
  const [bx, by, bz] = unit(p[4]!, p[5]!, p[6]!);
  const cx = ay * bz - az * by;
  const cz = ax * by - ay * bx;
  if (Math.abs(az) <= PROFILE)
    return {
      yaw: Math.asin(az) * DEGREES,
      pitch: -Math.atan2(bz, cz) * DEGREES,
      roll: -Math.atan2(ay, ax) * DEGREES,
    };
  const side = Math.sign(az);
  return { yaw: side * 90, pitch: side * Math.atan2(bx, cx) * DEGREES, roll: 0 };
}

function unit(x: number, y: number, z: number): [number, number, number] {
  const length = Math.hypot(x, y, z);
  return [x / length, y / length, z / length];
}
