/** Bilinear scaling in OpenCV's integer arithmetic, bit for bit. No antialiasing. */
import type { Picture } from '../../image/picture.ts';

/** Sample places along an axis: left index, right index and weights. */
interface Axis {
  readonly first: Int32Array;
  readonly second: Int32Array;
  /** 0..1. */
  readonly weight: Float32Array;
}

/** Beyond the border, OpenCV repeats columns with weight 1, but rows with their own weights. */
function axis(source: number, target: number, keepWeights: boolean): Axis {
  const first = new Int32Array(target);
  const second = new Int32Array(target);
  const weight = new Float32Array(target);
  const step = 1 / (target / source); // rounded twice, as OpenCV does
  for (let i = 0; i < target; i++) {
    const at = Math.fround((i + 0.5) * step - 0.5);
    const left = Math.floor(at);
    const beyond = left < 0 || left >= source - 1;
    first[i] = Math.min(Math.max(left, 0), source - 1);
    second[i] = Math.min(Math.max(left + 1, 0), source - 1);
    weight[i] = beyond && !keepWeights ? 0 : at - left;
  }
  return { first, second, weight };
}

/** Weights in 1/2048, rounded half to even as OpenCV's saturate_cast rounds. */
function fixed(weight: Float32Array): { near: Int32Array; far: Int32Array } {
  const near = new Int32Array(weight.length);
  const far = new Int32Array(weight.length);
  for (let i = 0; i < weight.length; i++) {
    far[i] = halfToEven(weight[i]! * 2048);
    near[i] = halfToEven(Math.fround(1 - weight[i]!) * 2048);
  }
  return { near, far };
}

export function halfToEven(value: number): number {
  const floor = Math.floor(value);
  const rest = value - floor;
  if (rest !== 0.5) return Math.round(value);
  return floor % 2 === 0 ? floor : floor + 1;
}

/** The picture at another size; RGB bytes. */
export function resizeBilinear(picture: Picture, width: number, height: number): Picture {
  const { data } = picture;
  const across = axis(picture.width, width, false);
  const down = axis(picture.height, height, true);
  const { near, far } = fixed(across.weight);
  const { near: upper, far: lower } = fixed(down.weight);
  const row = (y: number): Int32Array => {
    const sums = new Int32Array(width * 3);
    const start = y * picture.width * 3;
    for (let x = 0, o = 0; x < width; x++) {
      const p = start + across.first[x]! * 3;
      const q = start + across.second[x]! * 3;
      const u = near[x]!;
      const v = far[x]!;
      for (let c = 0; c < 3; c++, o++) sums[o] = data[p + c]! * u + data[q + c]! * v;
    }
    return sums;
  };
  const out = new Uint8Array(width * height * 3);
  let kept = new Map<number, Int32Array>();
  let o = 0;
  for (let y = 0; y < height; y++) {
    const [i, j] = [down.first[y]!, down.second[y]!];
    const r0 = kept.get(i) ?? row(i);
    const r1 = i === j ? r0 : (kept.get(j) ?? row(j));
    kept = new Map([
      [i, r0],
      [j, r1],
    ]);
    const [w0, w1] = [upper[y]!, lower[y]!];
    for (let k = 0; k < r0.length; k++, o++)
      out[o] = (((w0 * (r0[k]! >> 4)) >> 16) + ((w1 * (r1[k]! >> 4)) >> 16) + 2) >> 2;
  }
  return { width, height, data: out };
}
