/** Aligns two grey patches pixel by pixel, by a homography with or without parallax. */
import { gradients, smooth } from './grid.ts';
import { LeastSquares } from './least-squares.ts';
import { MOTION_PATCH_SIZE } from './motion-view.ts';
import type { ReliefSamples } from './relief.ts';

/** Maps patch to patch in half patches: h11 … h32, then parallax in x and y per unit of relief. */
export type PlaneParallax = Float64Array;

export interface Alignment {
  /** Correlation of the aligned pixels, −1..1. */
  readonly correlation: number;
  readonly map: PlaneParallax;
}

const HALF = MOTION_PATCH_SIZE / 2;

/** A patch with its gradients. */
export interface Image {
  readonly grey: Float32Array;
  readonly dx: Float32Array;
  readonly dy: Float32Array;
}

/** Smooths a patch (binomial, `rounds` times) and differentiates it. */
export function prepareImage(patch: ArrayLike<number>, rounds: number): Image {
  const grey = smooth(Float32Array.from(patch), MOTION_PATCH_SIZE, rounds);
  const [dx, dy] = gradients(grey, MOTION_PATCH_SIZE);
  return { grey, dx, dy };
}

/**
 * Gauss-Newton on the squared difference of brightness, with free gain and offset (Lucas and Kanade
 * 1981; with parallax: Irani and Anandan 1996). Returns the best map found.
 * @param parallax false: the last two parameters keep their values from `start`
 */
export function alignDirectly(
  from: Image,
  to: Image,
  { places, relief }: ReliefSamples,
  start: PlaneParallax,
  parallax: boolean,
  rounds: number,
): Alignment {
  const count = relief.length;
  const unknowns = parallax ? 10 : 8;
  let map = start;
  let best: Alignment = { correlation: -1, map: start };
  const target = new Float64Array(count);
  for (let i = 0; i < count; i++)
    target[i] = bilinear(from.grey, places[i * 2]!, places[i * 2 + 1]!);
  const seen = new Float64Array(count);
  const inside = new Uint8Array(count);
  const row = new Float64Array(unknowns + 2);
  const at = new Float64Array(count * 3);
  for (let round = 0; ; round++) {
    project(map, places, relief, at);
    for (let i = 0; i < count; i++) {
      const [x, y] = [at[i * 3]!, at[i * 3 + 1]!];
      const within = x > 1 && y > 1 && x < MOTION_PATCH_SIZE - 2 && y < MOTION_PATCH_SIZE - 2;
      inside[i] = within ? 1 : 0;
      seen[i] = within ? bilinear(to.grey, x, y) : 0;
    }
    const { correlation, gain, offset, share } = compare(target, seen, inside);
    if (share < 0.5) return best;
    const gained = correlation - best.correlation;
    if (gained > 0) best = { correlation, map };
    if (round === rounds || Math.abs(gained) < SETTLED) return best;
    const system = new LeastSquares(unknowns + 2);
    for (let i = 0; i < count; i++) {
      if (inside[i] === 0) continue;
      const [px, py, w] = [at[i * 3]!, at[i * 3 + 1]!, at[i * 3 + 2]!];
      const x = places[i * 2]! / HALF - 1;
      const y = places[i * 2 + 1]! / HALF - 1;
      const gx = (gain * HALF * bilinear(to.dx, px, py)) / w;
      const gy = (gain * HALF * bilinear(to.dy, px, py)) / w;
      const along = -(gx * (px / HALF - 1) + gy * (py / HALF - 1));
      row[0] = gx * x;
      row[1] = gx * y;
      row[2] = gx;
      row[3] = gy * x;
      row[4] = gy * y;
      row[5] = gy;
      row[6] = along * x;
      row[7] = along * y;
      if (parallax) {
        row[8] = gx * relief[i]!;
        row[9] = gy * relief[i]!;
      }
      row[unknowns] = seen[i]!;
      row[unknowns + 1] = 1;
      system.add(row, target[i]! - gain * seen[i]! - offset);
    }
    const step = system.solve(DAMPING * count);
    const next = Float64Array.from(map);
    for (let k = 0; k < unknowns; k++) next[k]! += step[k]!;
    map = next;
  }
}

/** More rounds are of no use after a smaller change of the correlation. */
const SETTLED = 1e-5;
/** Keeps steps small where the picture has little contrast; squared grey levels per sample. */
const DAMPING = 1;

/** Patch x, patch y and denominator of every sample under the map. */
function project(
  h: PlaneParallax,
  places: Float64Array,
  relief: Float64Array,
  out: Float64Array,
): void {
  for (let i = 0; i < relief.length; i++) {
    const x = places[i * 2]! / HALF - 1;
    const y = places[i * 2 + 1]! / HALF - 1;
    const z = relief[i]!;
    const w = h[6]! * x + h[7]! * y + 1;
    out[i * 3] = ((h[0]! * x + h[1]! * y + h[2]! + h[8]! * z) / w + 1) * HALF;
    out[i * 3 + 1] = ((h[3]! * x + h[4]! * y + h[5]! + h[9]! * z) / w + 1) * HALF;
    out[i * 3 + 2] = w;
  }
}

function bilinear(image: Float32Array, x: number, y: number): number {
  const column = Math.floor(x);
  const line = Math.floor(y);
  const p = line * MOTION_PATCH_SIZE + column;
  const fx = x - column;
  const fy = y - line;
  const top = image[p]! + (image[p + 1]! - image[p]!) * fx;
  const q = p + MOTION_PATCH_SIZE;
  const bottom = image[q]! + (image[q + 1]! - image[q]!) * fx;
  return top + (bottom - top) * fy;
}

/** Correlation of the pixels inside both, and the line that predicts target from seen best. */
function compare(target: Float64Array, seen: Float64Array, inside: Uint8Array) {
  let [n, t, s, tt, ss, ts] = [0, 0, 0, 0, 0, 0];
  for (let i = 0; i < target.length; i++) {
    if (inside[i] === 0) continue;
    const [p, q] = [target[i]!, seen[i]!];
    n++;
    t += p;
    s += q;
    tt += p * p;
    ss += q * q;
    ts += p * q;
  }
  const covariance = n * ts - t * s;
  const [variance, targetVariance] = [n * ss - s * s + 1e-9, n * tt - t * t + 1e-9];
  const gain = covariance / variance;
  return {
    correlation: covariance / Math.sqrt(variance * targetVariance),
    gain,
    offset: (t - gain * s) / (n || 1),
    share: n / target.length,
  };
}
