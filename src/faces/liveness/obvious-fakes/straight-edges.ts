/** Finds straight edges beside, above and below a face, as a rectangle around it would have. */
import type { GreyView } from './grey-view.ts';

/** Least difference of brightness across an edge (of 255). */
const LEAST_STEP = 14;
/** Steepest edge considered: 22° from the axis of its side. */
const STEEPEST = 0.4;
const SLOPES = 33;
/** Darker pixels that reach the picture's border are padding by programs, not a device. */
const PADDING = 24;
/** Lines kept for each side and polarity, their least support, and their least distance. */
const MOST_LINES = 4;
const LEAST_SUPPORT = 0.3;
const LEAST_DISTANCE = 3;

export type Side = 'left' | 'right' | 'top' | 'bottom';

/** A line on one side of the face, in view pixels: across = at + slope × (along − middle). */
export interface StraightEdge {
  readonly side: Side;
  /** Whether the side facing the face is brighter. */
  readonly brightInside: boolean;
  /** Share of the length beside the face where the line has such an edge, 0..1. */
  readonly support: number;
  /** Tangent of its angle to the axis of the side. */
  readonly slope: number;
  readonly at: number;
  /** Middle of the part beside the face. */
  readonly middle: number;
  /** Share of the line between two places along it that has such an edge, 0..1. */
  supportBetween(from: number, to: number): number;
}

/** Position of the line at a place along it. */
export function acrossAt({ at, slope, middle }: StraightEdge, along: number): number {
  return at + slope * (along - middle);
}

/** How far to search beyond the face, and along it, in sizes of the face. */
const REACH = 2;
const ABOVE = 0.5;
const BELOW = 0.4;

/** The straightest edges of both polarities on all four sides, best first. */
export function findStraightEdges(view: GreyView): Readonly<Record<Side, readonly StraightEdge[]>> {
  const { x, y, width, height } = view.face;
  const padding = paddingOf(view);
  const columns = edgesOf(view, 'columns', padding);
  const rows = edgesOf(view, 'rows', padding);
  const reach = REACH * height;
  const upright = span(y - ABOVE * height, y + (1 + BELOW) * height, view.height);
  const level = span(x - BELOW * width, x + (1 + BELOW) * width, view.width);
  const find = (side: Side, edges: Int32Array, along: Span, nearest: number, farthest: number) =>
    bestLines(view, edges, { side, ...along, nearest, farthest });
  return {
    left: find('left', columns, upright, x - 2, x - reach),
    right: find('right', columns, upright, x + width + 2, x + width + reach),
    top: find('top', rows, level, y - 2, y - reach),
    bottom: find('bottom', rows, level, y + height + 2, y + height + reach),
  };
}

interface Span {
  readonly start: number;
  readonly end: number;
}

function span(from: number, to: number, limit: number): Span {
  const inside = (value: number) => Math.round(Math.min(Math.max(value, 1), limit - 1));
  return { start: inside(from), end: inside(to) };
}

/** Marks black areas that reach the border of the picture, and a margin of two pixels. */
function paddingOf({ width, height, data }: GreyView): Uint8Array {
  const marked = new Uint8Array(width * height);
  const scan = (start: number, step: number, count: number) => {
    let end = 0;
    while (end < count && data[start + end * step]! < PADDING) end++;
    if (end > 0) for (let k = 0; k < Math.min(count, end + 3); k++) marked[start + k * step] = 1;
  };
  for (let y = 0; y < height; y++) {
    scan(y * width, 1, width);
    scan(y * width + width - 1, -1, width);
  }
  for (let x = 0; x < width; x++) {
    scan(x, width, height);
    scan((height - 1) * width + x, -width, height);
  }
  return marked;
}

/** Added to one count for both polarities: rising edges in the low half, falling in the high. */
const RISING = 1;
const FALLING = 1 << 16;
/** Rising, falling. */
const POLARITIES = [0, 1] as const;

/** Marks edges across columns, or across rows. */
function edgesOf(
  { width, height, data }: GreyView,
  across: 'columns' | 'rows',
  padding: Uint8Array,
): Int32Array {
  const out = new Int32Array(width * height);
  const [next, last] = across === 'columns' ? [1, width - 1] : [width, height - 1];
  for (let y = 0; y < height; y++)
    for (let x = 0; x < width; x++) {
      const at = across === 'columns' ? x : y;
      const i = y * width + x;
      if (at === 0 || at === last || padding[i] !== 0) continue;
      const step = data[i + next]! - data[i - next]!;
      if (step > LEAST_STEP) out[i] = RISING;
      else if (step < -LEAST_STEP) out[i] = FALLING;
    }
  return out;
}

interface Search extends Span {
  readonly side: Side;
  /** Range for the middle of the line. */
  readonly nearest: number;
  readonly farthest: number;
}

function bestLines(view: GreyView, edges: Int32Array, search: Search): StraightEdge[] {
  const { side, start, end } = search;
  const upright = side === 'left' || side === 'right';
  const [limit, length, stride, step] = upright
    ? [view.width, view.height, view.width, 1]
    : [view.height, view.width, 1, view.width];
  const middle = (start + end) / 2;
  const low = Math.max(2, Math.round(Math.min(search.nearest, search.farthest)));
  const high = Math.min(limit - 3, Math.round(Math.max(search.nearest, search.farthest)));
  // The best slope of each place and polarity (rising, falling).
  const counts = [new Int32Array(limit), new Int32Array(limit)] as const;
  const slopes = [new Float64Array(limit), new Float64Array(limit)] as const;
  const shifts = new Int32Array(end - start);
  const places = new Int32Array(end - start);
  for (let s = 0; s < SLOPES; s++) {
    const slope = ((s / (SLOPES - 1)) * 2 - 1) * STEEPEST;
    for (let k = 0; k < shifts.length; k++) {
      shifts[k] = Math.round(slope * (start + k - middle));
      places[k] = (start + k) * stride + shifts[k]! * step;
    }
    const ends = [shifts[0] ?? 0, shifts.at(-1) ?? 0];
    const first = 1 - Math.min(...ends);
    const last = limit - 2 - Math.max(...ends);
    for (let at = low; at <= high; at++) {
      let count = 0;
      if (at >= first && at <= last)
        for (let k = 0; k < places.length; k++) count += edges[places[k]! + at * step]!;
      else
        for (let k = 0; k < places.length; k++) {
          const across = at + shifts[k]!;
          if (across >= 1 && across <= limit - 2) count += edges[places[k]! + at * step]!;
        }
      for (const polarity of POLARITIES) {
        const found = polarity === 0 ? count & (FALLING - 1) : count >>> 16;
        if (found > counts[polarity][at]!) {
          counts[polarity][at] = found;
          slopes[polarity][at] = slope;
        }
      }
    }
  }
  const risingIsInside = side === 'left' || side === 'top';
  return POLARITIES.flatMap((polarity) =>
    peaksOf(counts[polarity], (end - start) * LEAST_SUPPORT).map((at): StraightEdge => {
      const slope = slopes[polarity][at]!;
      const mark = polarity === 0 ? RISING : FALLING;
      const sums = new Uint16Array(length + 1);
      for (let along = 0; along < length; along++) {
        const across = at + Math.round(slope * (along - middle));
        const within = across >= 1 && across <= limit - 2;
        const found = within && edges[along * stride + across * step] === mark;
        sums[along + 1] = sums[along]! + (found ? 1 : 0);
      }
      const inside = (along: number) => Math.min(length, Math.max(0, Math.round(along)));
      return {
        side,
        brightInside: (polarity === 0) === risingIsInside,
        support: counts[polarity][at]! / (end - start),
        slope,
        at,
        middle,
        supportBetween(from, to) {
          const [first, last] = [inside(from), inside(to)];
          return (sums[last]! - sums[first]!) / Math.max(1, last - first);
        },
      };
    }),
  );
}

/** The places with the highest counts, far enough from each other. */
function peaksOf(counts: Int32Array, least: number): number[] {
  const places = [...counts.keys()]
    .filter((at) => counts[at]! >= least)
    .sort((p, q) => counts[q]! - counts[p]!);
  const peaks: number[] = [];
  for (const at of places) {
    if (peaks.length === MOST_LINES) break;
    if (peaks.every((other) => Math.abs(other - at) >= LEAST_DISTANCE)) peaks.push(at);
  }
  return peaks;
}
