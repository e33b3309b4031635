/** Finds where each pixel of one view of a face lies in another view. */
import {
  boxCounts,
  boxSums,
  double,
  type Grid,
  gradients,
  halve,
  multiply,
  smooth,
  valueAt,
} from '../grid.ts';

/** Movements of the pixels of a grid, in its pixels. */
interface Flow {
  readonly x: Grid;
  readonly y: Grid;
}

/** From coarse to fine: the patch's side halved three times, twice, once, and not at all. */
const LEVELS = [
  { halvings: 3, rounds: 5, reach: 3, smoothing: 3 },
  { halvings: 2, rounds: 4, reach: 4, smoothing: 3 },
  { halvings: 1, rounds: 4, reach: 5, smoothing: 2 },
  { halvings: 0, rounds: 3, reach: 6, smoothing: 2 },
] as const;

/** Keeps steps small where there is little contrast: contrast² per pixel, after evening out. */
const DAMPING = 0.01;
/** The movement of every third mesh point is the first guess for its surroundings. */
const MESH_STEP = 3;

/** A patch and its reductions, each evened out so that light and contrast do not matter. */
export type FlowImage = readonly { readonly side: number; readonly grey: Grid }[];

/** Prepares a grey patch whose side is a multiple of eight. */
export function flowImage(patch: ArrayLike<number>): FlowImage {
  let side = Math.sqrt(patch.length);
  let grey: Grid = Float32Array.from(patch);
  const finestFirst = LEVELS.toReversed().map(({ reach }) => {
    const level = { side, grey: evenOut(smooth(grey, side, 1), side, reach + 2) };
    grey = halve(grey, side);
    side /= 2;
    return level;
  });
  return finestFirst.reverse();
}

/**
 * Dense Lucas and Kanade (1981) over a pyramid. Each step solves the window around every pixel
 * against the other view, bent by the movements found so far, then smooths the movements.
 * @param from x, y pairs of the mesh in pixels of the patch
 * @param to the same in the other patch
 */
export function denseFlow(
  one: FlowImage,
  other: FlowImage,
  from: Float64Array,
  to: Float64Array,
): Flow {
  const coarsest = one[0]!.side;
  let flow = flowOfMesh(coarsest, from, to, one.at(-1)!.side / coarsest);
  for (const [i, { rounds, reach, smoothing }] of LEVELS.entries()) {
    const { side, grey } = one[i]!;
    if (i > 0) flow = finer(flow, side / 2);
    flow = refine(grey, other[i]!.grey, side, flow, { rounds, reach, smoothing });
  }
  return flow;
}

/** The values of the other view at the places where the flow leads. */
export function follow(grid: Grid, side: number, flow: Flow): Grid {
  const out = new Float32Array(grid.length);
  for (let y = 0, i = 0; y < side; y++)
    for (let x = 0; x < side; x++, i++)
      out[i] = valueAt(grid, side, x + flow.x[i]!, y + flow.y[i]!);
  return out;
}

/** Repeats steps of Lucas and Kanade at one level, each smoothed. */
function refine(
  one: Grid,
  other: Grid,
  side: number,
  start: Flow,
  { rounds, reach, smoothing }: { rounds: number; reach: number; smoothing: number },
): Flow {
  const [dx, dy] = gradients(one, side);
  const sums = (p: Grid, q: Grid) => boxSums(multiply(p, q), side, reach);
  const [xx, yy, xy] = [sums(dx, dx), sums(dy, dy), sums(dx, dy)];
  const damping = DAMPING * (2 * reach + 1) ** 2;
  let flow = start;
  const miss = new Float32Array(one.length);
  for (let round = 0; round < rounds; round++) {
    const seen = follow(other, side, flow);
    for (let i = 0; i < miss.length; i++) miss[i] = one[i]! - seen[i]!;
    const [mx, my] = [sums(miss, dx), sums(miss, dy)];
    const moved = { x: flow.x.slice(), y: flow.y.slice() };
    for (let i = 0; i < miss.length; i++) {
      const [p, q, o] = [xx[i]! + damping, yy[i]! + damping, xy[i]!];
      const determinant = p * q - o * o;
      const stepX = (q * mx[i]! - o * my[i]!) / determinant;
      const stepY = (p * my[i]! - o * mx[i]!) / determinant;
      // `hypot` is slow, and most steps are short.
      const isShort = stepX * stepX + stepY * stepY < 0.99;
      const length = isShort ? 1 : Math.max(1, Math.hypot(stepX, stepY));
      moved.x[i]! += stepX / length;
      moved.y[i]! += stepY / length;
    }
    flow = { x: smooth(moved.x, side, smoothing), y: smooth(moved.y, side, smoothing) };
  }
  return flow;
}

/**
 * The movements of mesh points, interpolated by inverse fourth powers of distances.
 * @param scale pixels of the mesh for a pixel of the flow
 */
function flowOfMesh(side: number, from: Float64Array, to: Float64Array, scale: number): Flow {
  const flow = { x: new Float32Array(side * side), y: new Float32Array(side * side) };
  for (let i = 0; i < flow.x.length; i++) {
    const [x, y] = [((i % side) + 0.5) * scale - 0.5, (Math.floor(i / side) + 0.5) * scale - 0.5];
    let [weights, sumX, sumY] = [0, 0, 0];
    for (let k = 0; k < from.length; k += 2 * MESH_STEP) {
      const [px, py] = [from[k]!, from[k + 1]!];
      const weight = 1 / ((px - x) ** 2 + (py - y) ** 2 + scale ** 2) ** 2;
      weights += weight;
      sumX += weight * (to[k]! - px);
      sumY += weight * (to[k + 1]! - py);
    }
    flow.x[i] = sumX / weights / scale;
    flow.y[i] = sumY / weights / scale;
  }
  return flow;
}

/** The same movements on a grid of twice the side. */
function finer({ x, y }: Flow, side: number): Flow {
  const doubled = (grid: Grid) => {
    const out = double(grid, side);
    for (let i = 0; i < out.length; i++) out[i]! *= 2;
    return out;
  };
  return { x: doubled(x), y: doubled(y) };
}

/** Contrast below this is noise, in squared grey levels. */
const LEAST_VARIANCE = 6;

/** Each pixel minus the mean of its window, divided by the window's contrast. */
function evenOut(grey: Grid, side: number, reach: number): Grid {
  const counts = boxCounts(side, reach);
  const sums = boxSums(grey, side, reach);
  const out = new Float32Array(grey.length);
  for (let i = 0; i < out.length; i++) out[i] = grey[i]! - sums[i]! / counts[i]!;
  const squares = boxSums(multiply(out, out), side, reach);
  for (let i = 0; i < out.length; i++)
    out[i] = out[i]! / Math.sqrt(squares[i]! / counts[i]! + LEAST_VARIANCE);
  return out;
}
