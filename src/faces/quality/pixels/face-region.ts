/** The landmarked region: the hull of 98 landmarks on the coarse raster that is part of its definition. */
import type { Point } from '../../geometry.ts';
import { emptyMask, type Mask, resizeMask } from './mask.ts';
import { convexHull, fillConvex } from './polygon.ts';

/** Side of the raster the hull is drawn on. */
const RASTER = 224;

/** A square that holds the hull: left, top, right, bottom (exclusive), in pixels of the frame. */
export interface RegionSquare {
  readonly a: number;
  readonly b: number;
  readonly c: number;
  readonly d: number;
}

export function regionSquare(points: readonly Point[]): RegionSquare {
  const xs = points.map(({ x }) => x);
  const ys = points.map(({ y }) => y);
  const x = Math.min(...xs);
  const y = Math.min(...ys);
  const w = Math.max(...xs) - x + 1;
  const h = Math.max(...ys) - y + 1;
  const b = Math.trunc(y - 0.05 * h);
  const d = Math.trunc(y + 1.05 * h);
  const a = Math.trunc(x + w / 2 - (d - b) / 2);
  const c = Math.trunc(x + w / 2 + (d - b) / 2);
  return { a, b, c, d };
}

/** The hull on its raster, and the square of the frame that the raster covers. */
function rasterOf(points: readonly Point[]): { square: RegionSquare; raster: Mask } {
  const square = regionSquare(points);
  const { a, b, d } = square;
  const side = d - b;
  const place = (value: number, start: number) =>
    Math.trunc(Math.fround(Math.fround(Math.fround(value - start) / side) * RASTER));
  const raster = emptyMask(RASTER, RASTER);
  const corners = convexHull(points).map(({ x, y }) => ({ x: place(x, a), y: place(y, b) }));
  fillConvex(raster, corners);
  return { square, raster };
}

/** The landmarked region in a frame. @param points 98 whole coordinates; may lie outside */
export function faceRegion(points: readonly Point[], width: number, height: number): Mask {
  const { square, raster } = rasterOf(points);
  const { a, b, c, d } = square;
  const region = emptyMask(width, height);
  if (c <= a || d <= b) return region;
  const drawn = resizeMask(raster, c - a, d - b);
  const left = Math.max(0, a);
  const right = Math.min(width, c);
  for (let y = Math.max(0, b); y < Math.min(height, d) && right > left; y++) {
    const start = (y - b) * drawn.width + left - a;
    region.data.set(drawn.data.subarray(start, start + right - left), y * width + left);
  }
  return region;
}
