/** Alignment to the 616-pixel frame: least median of squares over five points, fixed-point sampling. */
import {
  applySimilarity,
  distance,
  fitSimilarity,
  type Point,
  type Similarity,
} from '../../geometry.ts';
import type { Picture } from '../../image/picture.ts';
import { emptyMask, type Mask } from './mask.ts';
import { halfToEven } from './resize.ts';

/** Side of the aligned frame in pixels. */
export const FRAME = 616;

/** Image-left eye, image-right eye, nose tip, image-left and image-right mouth corner. */
const TARGETS: readonly Point[] = [
  { x: 251, y: 272 },
  { x: 364, y: 272 },
  { x: 308, y: 336 },
  { x: 262, y: 402 },
  { x: 355, y: 402 },
];

/** Pairs of points that candidate transforms are drawn through, in this order. */
const PAIRS = [
  [0, 4],
  [0, 3],
  [1, 2],
  [1, 0],
  [1, 4],
  [3, 1],
] as const;

/**
 * The similarity from image to frame that fits the best three of five points; the inliers of that
 * fit decide (Rousseeuw, Least median of squares regression, 1984).
 * @param points in the order of the targets
 * @returns undefined where the points coincide
 */
export function alignPoints(points: readonly Point[]): Similarity | undefined {
  let best: readonly number[] | undefined;
  let least = Number.POSITIVE_INFINITY;
  for (const [i, j] of PAIRS) {
    if (distance(points[i]!, points[j]!) === 0) continue;
    const through = fitSimilarity([points[i]!, points[j]!], [TARGETS[i]!, TARGETS[j]!]);
    const residuals = squaredResiduals(through, points);
    const median = [...residuals].sort((p, q) => p - q)[2]!;
    if (median >= least) continue;
    least = median;
    best = residuals;
  }
  if (best === undefined) return undefined;
  const sigma = Math.max(0.001, 2.5 * 1.4826 * (1 + 5 / 3) * Math.sqrt(least));
  const inliers = TARGETS.map((_, i) => i).filter((i) => best[i]! <= sigma * sigma);
  return fitSimilarity(
    inliers.map((i) => points[i]!),
    inliers.map((i) => TARGETS[i]!),
  );
}

function squaredResiduals(similarity: Similarity, points: readonly Point[]): number[] {
  const { a, b, tx, ty } = similarity;
  const rounded = {
    a: Math.fround(a),
    b: Math.fround(b),
    tx: Math.fround(tx),
    ty: Math.fround(ty),
  };
  return points.map((point, i) => distance(applySimilarity(rounded, point), TARGETS[i]!) ** 2);
}

/** Rows of the inverse in 1/1024 pixels: x and y of the image for each column and row of the frame. */
function steps({ a, b, tx, ty }: Similarity) {
  const n = a * a + b * b;
  // x = p·u + q·v + r, y = −q·u + p·v + s
  const [p, q] = [a / n, b / n];
  const r = -(p * tx + q * ty);
  const s = q * tx - p * ty;
  const along = (factor: number) =>
    Int32Array.from({ length: FRAME }, (_, u) => halfToEven(factor * u * 1024));
  const down = (factor: number, shift: number) =>
    Int32Array.from({ length: FRAME }, (_, v) => halfToEven((factor * v + shift) * 1024));
  return { xAlong: along(p), yAlong: along(-q), xDown: down(q, r), yDown: down(p, s) };
}

/** The image in the frame: bilinear in 1/32 pixels as OpenCV samples; black outside. */
export function warpToFrame(picture: Picture, toFrame: Similarity): Picture {
  const { width: w, height: h, data } = picture;
  const { xAlong, yAlong, xDown, yDown } = steps(toFrame);
  const out = new Uint8Array(FRAME * FRAME * 3);
  const at = (x: number, y: number, c: number) =>
    x >= 0 && y >= 0 && x < w && y < h ? data[(y * w + x) * 3 + c]! : 0;
  let o = 0;
  for (let v = 0; v < FRAME; v++)
    for (let u = 0; u < FRAME; u++, o += 3) {
      const fineX = (xAlong[u]! + xDown[v]! + 16) >> 5;
      const fineY = (yAlong[u]! + yDown[v]! + 16) >> 5;
      const x = fineX >> 5;
      const y = fineY >> 5;
      const fx = fineX & 31;
      const fy = fineY & 31;
      const w00 = (32 - fx) * (32 - fy);
      const w01 = fx * (32 - fy);
      const w10 = (32 - fx) * fy;
      const w11 = fx * fy;
      if (x >= 0 && y >= 0 && x < w - 1 && y < h - 1) {
        const p = (y * w + x) * 3;
        const q = p + w * 3;
        const red = data[p]! * w00 + data[p + 3]! * w01 + data[q]! * w10 + data[q + 3]! * w11;
        const green =
          data[p + 1]! * w00 + data[p + 4]! * w01 + data[q + 1]! * w10 + data[q + 4]! * w11;
        const blue =
          data[p + 2]! * w00 + data[p + 5]! * w01 + data[q + 2]! * w10 + data[q + 5]! * w11;
        out[o] = (red * 32 + 16384) >> 15;
        out[o + 1] = (green * 32 + 16384) >> 15;
        out[o + 2] = (blue * 32 + 16384) >> 15;
      } else if (x >= -1 && y >= -1 && x < w && y < h) {
        for (let c = 0; c < 3; c++) {
          const sum =
            at(x, y, c) * w00 +
            at(x + 1, y, c) * w01 +
            at(x, y + 1, c) * w10 +
            at(x + 1, y + 1, c) * w11;
          out[o + c] = (sum * 32 + 16384) >> 15;
        }
      }
    }
  return { width: FRAME, height: FRAME, data: out };
}

/** Pixels of the frame that an image of that size does not cover (nearest neighbour). */
export function uncovered(width: number, height: number, toFrame: Similarity): Mask {
  const { xAlong, yAlong, xDown, yDown } = steps(toFrame);
  const mask = emptyMask(FRAME, FRAME);
  for (let v = 0, o = 0; v < FRAME; v++)
    for (let u = 0; u < FRAME; u++, o++) {
      const x = (xAlong[u]! + xDown[v]! + 512) >> 10;
      const y = (yAlong[u]! + yDown[v]! + 512) >> 10;
      if (x < 0 || y < 0 || x >= width || y >= height) mask.data[o] = 1;
    }
  return mask;
}
