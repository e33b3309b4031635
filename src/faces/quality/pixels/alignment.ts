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

/** Pairs of points for candidate transforms, in this order. */
const PAIRS = [
  [0, 4],
  [0, 3],
  [1, 2],
  [1, 0],
  [1, 4],
  [3, 1],
] as const;

/**
 * The similarity from image to frame that fits the best three of five points. The inliers of that
 * fit decide (Rousseeuw, Least median of squares regression, 1984).
 * @param points in the order of the targets
 * @returns undefined if the points coincide
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

const RED_BLUE = 0xff00ff;

/** Resamples the image into the frame: bilinear in 1/32 pixels, like OpenCV. Black outside. */
export function warpToFrame(picture: Picture, toFrame: Similarity): Picture {
  const { width: w, height: h, data } = picture;
  const { xAlong, yAlong, xDown, yDown } = steps(toFrame);
  const out = new Uint8Array(FRAME * FRAME * 3);
  const pixels = new DataView(data.buffer, data.byteOffset, data.byteLength);
  const below = w * 3;
  const at = (x: number, y: number, c: number) =>
    x >= 0 && y >= 0 && x < w && y < h ? data[(y * w + x) * 3 + c]! : 0;
  let o = 0;
  for (let v = 0; v < FRAME; v++) {
    const downX = xDown[v]! + 16;
    const downY = yDown[v]! + 16;
    for (let u = 0; u < FRAME; u++, o += 3) {
      const fineX = (xAlong[u]! + downX) >> 5;
      const fineY = (yAlong[u]! + downY) >> 5;
      const x = fineX >> 5;
      const y = fineY >> 5;
      const fx = fineX & 31;
      const fy = fineY & 31;
      if (x >= 0 && y >= 0 && x < w - 1 && y < h - 1) {
        const from = (y * w + x) * 3;
        // Red and blue together. The right ones are read a byte earlier: none follows the last
        // pixel.
        const p = pixels.getUint32(from, true);
        const q = pixels.getUint32(from + 2, true) >>> 8;
        const r = pixels.getUint32(from + below, true);
        const s = pixels.getUint32(from + below + 2, true) >>> 8;
        const top = (p & RED_BLUE) * (32 - fx) + (q & RED_BLUE) * fx;
        const bottom = (r & RED_BLUE) * (32 - fx) + (s & RED_BLUE) * fx;
        const topGreen = ((p >> 8) & 255) * (32 - fx) + ((q >> 8) & 255) * fx;
        const bottomGreen = ((r >> 8) & 255) * (32 - fx) + ((s >> 8) & 255) * fx;
        out[o] = ((top & 0xffff) * (32 - fy) + (bottom & 0xffff) * fy + 512) >> 10;
        out[o + 1] = (topGreen * (32 - fy) + bottomGreen * fy + 512) >> 10;
        out[o + 2] = ((top >>> 16) * (32 - fy) + (bottom >>> 16) * fy + 512) >> 10;
      } else if (x >= -1 && y >= -1 && x < w && y < h) {
        for (let c = 0; c < 3; c++) {
          const top = at(x, y, c) * (32 - fx) + at(x + 1, y, c) * fx;
          const bottom = at(x, y + 1, c) * (32 - fx) + at(x + 1, y + 1, c) * fx;
          out[o + c] = (top * (32 - fy) + bottom * fy + 512) >> 10;
        }
      }
    }
  }
  return { width: FRAME, height: FRAME, data: out };
}

/** Pixels of the frame outside an image of that size (nearest neighbour). */
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
