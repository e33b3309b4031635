/** Points, poses and plane similarities, for alignment and pose. */

/** A point in pixels of the submitted image, after EXIF and the clockwise rotation by `rotated`. */
export interface Point {
  readonly x: number;
  readonly y: number;
}

/** Clockwise degrees by which the submitted image has to be rotated for its faces to be upright. */
export type Rotation = 0 | 90 | 180 | 270;

/** Head pose in degrees: yaw > 0 to the subject's left, pitch > 0 down, roll > 0 to their right. */
export interface HeadPose {
  readonly yaw: number;
  readonly pitch: number;
  readonly roll: number;
}

/** x′ = a·x − b·y + tx, y′ = b·x + a·y + ty: scale, rotation and shift. */
export interface Similarity {
  readonly a: number;
  readonly b: number;
  readonly tx: number;
  readonly ty: number;
}

export function applySimilarity({ a, b, tx, ty }: Similarity, { x, y }: Point): Point {
  return { x: a * x - b * y + tx, y: b * x + a * y + ty };
}

export function invertSimilarity({ a, b, tx, ty }: Similarity): Similarity {
  const n = a * a + b * b;
  return { a: a / n, b: -b / n, tx: -(a * tx + b * ty) / n, ty: (b * tx - a * ty) / n };
}

/** The similarity that applies `first`, then `second`. */
export function composeSimilarities(first: Similarity, second: Similarity): Similarity {
  const shift = applySimilarity(second, { x: first.tx, y: first.ty });
  return {
    a: second.a * first.a - second.b * first.b,
    b: second.b * first.a + second.a * first.b,
    tx: shift.x,
    ty: shift.y,
  };
}

/** Length scale of a similarity. */
export function scaleOf({ a, b }: Similarity): number {
  return Math.hypot(a, b);
}

/**
 * Least-squares similarity that maps `from` to `to` (closed form after Umeyama 1991, no
 * reflection). The lists have equal length. Fewer than two distinct points give a mere shift.
 */
export function fitSimilarity(from: readonly Point[], to: readonly Point[]): Similarity {
  const p = centroid(from);
  const q = centroid(to);
  let dot = 0;
  let cross = 0;
  let norm = 0;
  from.forEach((point, i) => {
    const x = point.x - p.x;
    const y = point.y - p.y;
    const u = to[i]!.x - q.x;
    const v = to[i]!.y - q.y;
    dot += x * u + y * v;
    cross += x * v - y * u;
    norm += x * x + y * y;
  });
  const a = norm > 0 ? dot / norm : 1;
  const b = norm > 0 ? cross / norm : 0;
  return { a, b, tx: q.x - a * p.x + b * p.y, ty: q.y - b * p.x - a * p.y };
}

export function centroid(points: readonly Point[]): Point {
  let x = 0;
  let y = 0;
  for (const point of points) {
    x += point.x;
    y += point.y;
  }
  return { x: x / points.length, y: y / points.length };
}

export function distance(p: Point, q: Point): number {
  return Math.hypot(p.x - q.x, p.y - q.y);
}

/** Angle of the line from p to q in radians; 0 to the right, positive downwards (image axes). */
export function angleOf(p: Point, q: Point): number {
  return Math.atan2(q.y - p.y, q.x - p.x);
}

/** Axis-aligned box in pixels; may leave the image. */
export interface Box {
  readonly x: number;
  readonly y: number;
  readonly width: number;
  readonly height: number;
}

/** Area of overlap over area of union, 0..1. */
export function intersectionOverUnion(p: Box, q: Box): number {
  const width = Math.min(p.x + p.width, q.x + q.width) - Math.max(p.x, q.x);
  const height = Math.min(p.y + p.height, q.y + q.height) - Math.max(p.y, q.y);
  if (width <= 0 || height <= 0) return 0;
  const overlap = width * height;
  return overlap / (p.width * p.height + q.width * q.height - overlap);
}
