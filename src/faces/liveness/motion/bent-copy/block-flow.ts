/** Finds each pixel of a face in another view of it, however far that view was bent. */
import { boxSums, type Grid, halve, multiply, smooth } from '../grid.ts';
import { evenOut, type Flow, finer, flowOfMesh, follow, refine } from './dense-flow.ts';

/** From coarse to fine. The first halves the patch three times. `search` is in pixels each way. */
const LEVELS = [
  { reach: 3, search: 2, rounds: 3 },
  { reach: 4, search: 1, rounds: 3 },
  { reach: 5, search: 1, rounds: 2 },
  { reach: 6, search: 0, rounds: 0 },
] as const;
const SMOOTHING = 4;
const REFINING = { rounds: 2, smoothing: 2 } as const;

/** Cost in correlation for a squared pixel, so that the nearer of two equal fits wins. */
const DISTANCE_COST = 0.002;
/** Damps areas with little contrast, which would fit anywhere: contrast² per pixel, evened out. */
const DAMPING = 0.05;

/** A patch reduced from coarse to fine, each level evened out. */
export type BlockImage = readonly Grid[];

/** Prepares a grey patch whose side is a multiple of eight. */
export function blockImage(grid: Grid): BlockImage {
  const finestFirst = [grid];
  for (let i = 1; i < LEVELS.length; i++) {
    const finest = finestFirst.at(-1)!;
    finestFirst.push(halve(finest, Math.sqrt(finest.length)));
  }
  return finestFirst.reverse().map((level, i) => {
    const side = Math.sqrt(level.length);
    return evenOut(smooth(level, side, 1), side, LEVELS[i]!.reach + 2);
  });
}

/**
 * Block matching over a pyramid. At each pixel, searches for the place where its window correlates
 * best with the other view, bent by the movements found so far. The gradient steps of `denseFlow`
 * get stuck where a patch was stretched; this does not.
 * @param from mesh points of `one` as x, y pairs in pixels of its patch; `to` are those of `other`
 */
export function blockFlow(
  one: BlockImage,
  other: BlockImage,
  from: Float64Array,
  to: Float64Array,
): Flow {
  let side = Math.sqrt(one[0]!.length);
  let flow = flowOfMesh(side, from, to, 2 ** (LEVELS.length - 1));
  for (const [i, { reach, search, rounds }] of LEVELS.entries()) {
    if (i > 0) {
      flow = finer(flow, side);
      side *= 2;
    }
    const [p, q] = [one[i]!, other[i]!];
    for (let round = 0; round < rounds; round++)
      flow = matchBlocks(p, q, side, flow, { reach, search });
    flow = refine(p, q, side, flow, { reach, ...REFINING });
  }
  return flow;
}

interface Search {
  readonly reach: number;
  readonly search: number;
}

function matchBlocks(p: Grid, q: Grid, side: number, flow: Flow, { reach, search }: Search): Flow {
  const seen = follow(q, side, flow);
  const own = boxSums(multiply(p, p), side, reach);
  const theirs = boxSums(multiply(seen, seen), side, reach);
  const windows = { p, seen, own, theirs, side, reach };
  const width = 2 * search + 1;
  const fits: Grid[] = [];
  const best = new Uint8Array(p.length);
  const bestFit = new Float32Array(p.length).fill(-2);
  for (let dy = -search; dy <= search; dy++)
    for (let dx = -search; dx <= search; dx++) {
      const fit = fitAfter(windows, dx, dy);
      for (let i = 0; i < fit.length; i++)
        if (fit[i]! > bestFit[i]!) {
          best[i] = fits.length;
          bestFit[i] = fit[i]!;
        }
      fits.push(fit);
    }
  /** Moves to the peak between the best place and its neighbours, `step` apart in `fits`. */
  const move = (place: number, step: number, k: number, i: number) =>
    Math.abs(place) === search
      ? place
      : place + peak(fits[k - step]![i]!, fits[k]![i]!, fits[k + step]![i]!);
  // Places with a good fit and contrast guide their surroundings.
  const weights = new Float32Array(p.length);
  const [alongX, alongY] = [new Float32Array(p.length), new Float32Array(p.length)];
  for (let i = 0; i < weights.length; i++) {
    const contrast = Math.min(1, own[i]! / (2 * reach + 1) ** 2);
    const weight = Math.fround(Math.max(0, bestFit[i]!) ** 4 * contrast + 1e-4);
    const k = best[i]!;
    weights[i] = weight;
    alongX[i] = weight * move((k % width) - search, 1, k, i);
    alongY[i] = weight * move(Math.floor(k / width) - search, width, k, i);
  }
  const shares = smooth(weights, side, SMOOTHING);
  const step = (before: Grid, along: Grid) => {
    const moved = smooth(along, side, SMOOTHING);
    for (let i = 0; i < moved.length; i++) moved[i] = before[i]! + moved[i]! / shares[i]!;
    return smooth(moved, side, 1);
  };
  return { x: step(flow.x, alongX), y: step(flow.y, alongY) };
}

interface Windows {
  readonly p: Grid;
  readonly seen: Grid;
  /** Contrast² of the windows of `p`, and of those of `seen`. */
  readonly own: Grid;
  readonly theirs: Grid;
  readonly side: number;
  readonly reach: number;
}

/** Fit of each window of `p` with `seen` moved by whole pixels. The border of `seen` repeats. */
function fitAfter({ p, seen, own, theirs, side, reach }: Windows, dx: number, dy: number): Grid {
  const bounded = (value: number) => Math.max(0, Math.min(side - 1, value));
  const columns = Int32Array.from({ length: side }, (_, x) => bounded(x + dx));
  const fit = new Float32Array(p.length);
  for (let y = 0, i = 0; y < side; y++) {
    const row = bounded(y + dy) * side;
    for (let x = 0; x < side; x++, i++) fit[i] = p[i]! * seen[row + columns[x]!]!;
  }
  const both = boxSums(fit, side, reach);
  const damping = DAMPING * (2 * reach + 1) ** 2;
  const cost = DISTANCE_COST * (dx * dx + dy * dy);
  for (let y = 0, i = 0; y < side; y++) {
    const row = bounded(y + dy) * side;
    for (let x = 0; x < side; x++, i++)
      fit[i] =
        both[i]! / Math.sqrt((own[i]! + damping) * (theirs[row + columns[x]!]! + damping)) - cost;
  }
  return fit;
}

/** Peak of the parabola through three neighbours, in steps from the middle one. */
function peak(before: number, here: number, after: number): number {
  const curve = before - 2 * here + after;
  return curve < -1e-6 ? Math.max(-0.5, Math.min(0.5, (before - after) / 2 / curve)) : 0;
}
