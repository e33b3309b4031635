/** Obvious fakes: straight edges around the face, as the border of a screen, phone or sheet has. */
import type { Point } from '../../analysis.ts';
import type { Box } from '../../geometry.ts';
import type { Picture } from '../../image/picture.ts';
import { type GreyView, greyView } from './grey-view.ts';

/** Face height in view pixels, and how many of them the view reaches beyond it. */
const FACE_SIZE = 56;
const MARGIN = 2;
/** Least difference of brightness across an edge (of 255). */
const LEAST_STEP = 14;
/** Steepest edge looked for: 22° from the axis of its side. */
const STEEPEST = 0.4;
const SLOPES = 33;
/** Darker pixels that reach to the picture's border are padding, as programs add it, not a device. */
const PADDING = 24;

export type Side = 'left' | 'right' | 'top' | 'bottom';

/** The best straight edge on one side of the face, in view pixels. */
export interface BorderLine {
  readonly side: Side;
  /** Whether it is brighter on the side of the face. */
  readonly brightInside: boolean;
  /** Share of its length along which there is such an edge, 0..1. */
  readonly support: number;
  /** Tangent of its angle to the axis of the side. */
  readonly slope: number;
  readonly from: Point;
  readonly to: Point;
}

export interface PictureBorder {
  /** 0..1: how completely straight edges enclose the face. */
  readonly score: number;
  /** The edges that make the score: left, right, and top or bottom. */
  readonly lines: readonly BorderLine[];
  /** What the lines are pixels of. */
  readonly view: GreyView;
}

/** Most that opposite edges of one picture differ in slope, and neighbouring ones from 90°. */
const MOST_CONVERGENCE = 0.2;
const MOST_SKEW = 0.15;
/** Two opposite edges prove less than three. */
const PAIR_PENALTY = 0.2;

/**
 * The score of the edges of one polarity: the weaker of left and right, which have to run alike,
 * and the better of top and bottom at right angles to them.
 */
function enclosure(lines: readonly BorderLine[]): { score: number; lines: BorderLine[] } {
  const find = (side: Side) => lines.find((line) => line.side === side)!;
  const [left, right] = [find('left'), find('right')];
  if (Math.abs(left.slope - right.slope) >= MOST_CONVERGENCE) return { score: 0, lines: [] };
  const turn = (left.slope + right.slope) / 2;
  const pair = Math.min(left.support, right.support);
  const [third] = [find('top'), find('bottom')]
    .filter(({ slope }) => Math.abs(slope + turn) <= MOST_SKEW)
    .sort((a, b) => b.support - a.support);
  const three = Math.min(pair, third?.support ?? 0);
  return third !== undefined && three >= pair - PAIR_PENALTY
    ? { score: three, lines: [left, right, third] }
    : { score: Math.max(0, pair - PAIR_PENALTY), lines: [left, right] };
}

/** Marks black that reaches to the picture's border, and what is within two pixels of it. */
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

/** What an edge adds to a count of both polarities: rising ones in the low half, falling in the high. */
const RISING = 1;
const FALLING = 1 << 16;

/** Marks edges across columns, or across rows where `across` is 'rows'. */
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

interface Search {
  readonly side: Side;
  /** Where along the line the edge is looked for: its ends. */
  readonly start: number;
  readonly end: number;
  /** Where the middle of the line may lie. */
  readonly nearest: number;
  readonly farthest: number;
}

/** The straight edges of either polarity that are strongest along all of their length. */
function bestLines(view: GreyView, edges: Int32Array, search: Search): BorderLine[] {
  const { side, start, end } = search;
  const upright = side === 'left' || side === 'right';
  const [limit, stride, step] = upright
    ? [view.width, view.width, 1]
    : [view.height, 1, view.width];
  const middle = (start + end) / 2;
  const low = Math.max(2, Math.round(Math.min(search.nearest, search.farthest)));
  const high = Math.min(limit - 3, Math.round(Math.max(search.nearest, search.farthest)));
  const best = [true, false].map(() => ({ count: 0, slope: 0, at: low }));
  // Where a line of that slope passes, relative to its middle; the same for every middle.
  const shifts = new Int32Array(end - start);
  for (let s = 0; s < SLOPES; s++) {
    const slope = ((s / (SLOPES - 1)) * 2 - 1) * STEEPEST;
    for (let k = 0; k < shifts.length; k++) shifts[k] = Math.round(slope * (start + k - middle));
    for (let at = low; at <= high; at++) {
      let counts = 0;
      for (let k = 0, along = start * stride; k < shifts.length; k++, along += stride) {
        const across = at + shifts[k]!;
        if (across >= 1 && across <= limit - 2) counts += edges[along + across * step]!;
      }
      const [rising, falling] = [counts & (FALLING - 1), counts >>> 16];
      if (rising > best[0]!.count) best[0] = { count: rising, slope, at };
      if (falling > best[1]!.count) best[1] = { count: falling, slope, at };
    }
  }
  const risingIsInside = side === 'left' || side === 'top';
  return best.map(({ count, slope, at }, polarity) => {
    const point = (along: number): Point => {
      const across = at + slope * (along - middle);
      return upright ? { x: across, y: along } : { x: along, y: across };
    };
    return {
      side,
      brightInside: (polarity === 0) === risingIsInside,
      support: count / (end - start),
      slope,
      from: point(start),
      to: point(end),
    };
  });
}

/**
 * Looks for the border of a picture around the face: straight edges left and right of it and above
 * or below it, all brighter (or all darker) on the inside, that form a rectangle turned by at most
 * 22° or seen a little from the side.
 */
export function findPictureBorder(picture: Picture, face: Box): PictureBorder {
  const view = greyView(picture, face, FACE_SIZE, MARGIN);
  const { x, y, width, height } = view.face;
  const padding = paddingOf(view);
  const columns = edgesOf(view, 'columns', padding);
  const rows = edgesOf(view, 'rows', padding);
  const clamp = (value: number, limit: number) =>
    Math.round(Math.min(Math.max(value, 1), limit - 1));
  const upright = {
    start: clamp(y - 0.5 * height, view.height),
    end: clamp(y + 1.4 * height, view.height),
  };
  const level = {
    start: clamp(x - 0.4 * width, view.width),
    end: clamp(x + 1.4 * width, view.width),
  };
  const reach = MARGIN * height;
  const searches: { edges: Int32Array; search: Search }[] = [
    {
      edges: columns,
      search: { side: 'left', ...upright, nearest: x - 2, farthest: x - reach },
    },
    {
      edges: columns,
      search: { side: 'right', ...upright, nearest: x + width + 2, farthest: x + width + reach },
    },
    { edges: rows, search: { side: 'top', ...level, nearest: y - 2, farthest: y - reach } },
    {
      edges: rows,
      search: { side: 'bottom', ...level, nearest: y + height + 2, farthest: y + height + reach },
    },
  ];
  const found = searches.flatMap(({ edges, search }) => bestLines(view, edges, search));
  const [best] = [true, false]
    .map((bright) => enclosure(found.filter(({ brightInside }) => brightInside === bright)))
    .sort((a, b) => b.score - a.score);
  return { ...best!, view };
}
