/** Finds each pixel of a face in another view of it, however far that was bent. */
import { boxSums, type Grid, halve, smooth } from '../grid.ts';
import { evenOut, type Flow, finer, flowOfMesh, follow, refine } from './dense-flow.ts';

/** From coarse to fine; the first halves the patch three times. `search` pixels each way. */
const LEVELS = [
  { reach: 3, search: 2, rounds: 3 },
  { reach: 4, search: 1, rounds: 3 },
  { reach: 5, search: 1, rounds: 2 },
  { reach: 6, search: 0, rounds: 0 },
] as const;
const SMOOTHING = 4;
const REFINING = { rounds: 2, smoothing: 2 } as const;

/** Of two places that fit as well the nearer one counts; correlation a squared pixel. */
const DISTANCE_COST = 0.002;
/** Keeps what hardly varies from counting as a fit: contrast² a pixel, after it was evened out. */
const DAMPING = 0.05;

/**
 * Block matching over a pyramid: around every pixel the window is searched where it correlates
 * best in the other view, as the movements so far bend it. Unlike the gradient steps of
 * `denseFlow`, which follow each level, it does not get stuck where a patch was stretched.
 * @param one grey patch; its side is a multiple of eight
 * @param from mesh points of `one` as x, y pairs in its pixels, `to` those of `other`
 */
export function blockFlow(one: Grid, other: Grid, from: Float64Array, to: Float64Array): Flow {
  const [pyramid, otherPyramid] = [pyramidOf(one), pyramidOf(other)];
  let side = Math.sqrt(pyramid[0]!.length);
  let flow = flowOfMesh(side, from, to, 2 ** (LEVELS.length - 1));
  for (const [i, { reach, search, rounds }] of LEVELS.entries()) {
    if (i > 0) {
      flow = finer(flow, side);
      side *= 2;
    }
    const [p, q] = [pyramid, otherPyramid].map((levels) =>
      evenOut(smooth(levels[i]!, side, 1), side, reach + 2),
    ) as [Grid, Grid];
    for (let round = 0; round < rounds; round++)
      flow = matchBlocks(p, q, side, flow, { reach, search });
    flow = refine(p, q, side, flow, { reach, ...REFINING });
  }
  return flow;
}

function pyramidOf(grid: Grid): Grid[] {
  const finestFirst = [grid];
  for (let i = 1; i < LEVELS.length; i++) {
    const finest = finestFirst.at(-1)!;
    finestFirst.push(halve(finest, Math.sqrt(finest.length)));
  }
  return finestFirst.reverse();
}

interface Search {
  readonly reach: number;
  readonly search: number;
}

function matchBlocks(p: Grid, q: Grid, side: number, flow: Flow, { reach, search }: Search): Flow {
  const seen = follow(q, side, flow);
  const damping = DAMPING * (2 * reach + 1) ** 2;
  const [own, theirs] = [p, seen].map((grid) =>
    boxSums(
      grid.map((value) => value * value),
      side,
      reach,
    ),
  ) as [Grid, Grid];
  const width = 2 * search + 1;
  const fits: Grid[] = [];
  const best = new Uint8Array(p.length);
  for (let dy = -search; dy <= search; dy++)
    for (let dx = -search; dx <= search; dx++) {
      const moved = shifted(seen, side, dx, dy);
      const products = p.map((value, i) => value * moved[i]!);
      const [both, squares] = [boxSums(products, side, reach), shifted(theirs, side, dx, dy)];
      const cost = DISTANCE_COST * (dx * dx + dy * dy);
      const fit = both.map(
        (sum, i) => sum / Math.sqrt((own[i]! + damping) * (squares[i]! + damping)) - cost,
      );
      for (let i = 0; i < fit.length; i++)
        if (fit[i]! > (fits[best[i]!]?.[i] ?? -2)) best[i] = fits.length;
      fits.push(fit);
    }
  const moves = (axis: 'x' | 'y') => (k: number, i: number) => {
    const step = axis === 'x' ? 1 : width;
    const place = (axis === 'x' ? k % width : Math.floor(k / width)) - search;
    return Math.abs(place) === search
      ? place
      : place + peak(fits[k - step]![i]!, fits[k]![i]!, fits[k + step]![i]!);
  };
  // What fits well and has contrast leads what lies around it.
  const weights = own.map((contrast, i) => {
    const fit = Math.max(0, fits[best[i]!]![i]!);
    return fit ** 4 * Math.min(1, contrast / (2 * reach + 1) ** 2) + 1e-4;
  });
  const shares = smooth(weights, side, SMOOTHING);
  const step = (before: Grid, move: (k: number, i: number) => number) => {
    const weighted = smooth(
      weights.map((weight, i) => weight * move(best[i]!, i)),
      side,
      SMOOTHING,
    );
    return smooth(
      before.map((value, i) => value + weighted[i]! / shares[i]!),
      side,
      1,
    );
  };
  return { x: step(flow.x, moves('x')), y: step(flow.y, moves('y')) };
}

/** The grid moved by whole pixels; its border repeats. */
function shifted(grid: Grid, side: number, dx: number, dy: number): Grid {
  const out = new Float32Array(grid.length);
  const bounded = (value: number) => Math.max(0, Math.min(side - 1, value));
  for (let y = 0, i = 0; y < side; y++) {
    const row = bounded(y + dy) * side;
    for (let x = 0; x < side; x++, i++) out[i] = grid[row + bounded(x + dx)]!;
  }
  return out;
}

/** Where the parabola through three neighbours has its top, in steps from the middle one. */
function peak(before: number, here: number, after: number): number {
  const curve = before - 2 * here + after;
  return curve < -1e-6 ? Math.max(-0.5, Math.min(0.5, (before - after) / 2 / curve)) : 0;
}
