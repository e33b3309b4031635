/** A point that a head follows: its possible paths, and how well a movement fits each of them. */
import { PLACES, type Place, placeAt } from './directions.ts';

/** The places of a point, in order. */
export type Path = readonly Place[];

/** Turns to the subject's right, and nods up, at equally distant times, in degrees. */
export interface Movement {
  readonly turns: readonly number[];
  readonly nods: readonly number[];
}

/** Places of a path. The second image is taken at the last. */
const PATH_LENGTH = 5;
/** Least distance between consecutive places, in radii: a quarter of the circle. */
const LEAST_STEP = 1.4;
/** Least reach of a path on each axis, so that a head moving along one axis answers none. */
const LEAST_REACH = 1.4;

const known = new Map<number, readonly Path[]>();

/** All paths of that length, in which the head moves far on both axes and ends at a side. */
export function pathsOf(length: number): readonly Path[] {
  const paths = known.get(length) ?? possiblePaths(length);
  known.set(length, paths);
  return paths;
}

/** All paths that may be demanded. */
export const PATHS = pathsOf(PATH_LENGTH);

function possiblePaths(length: number): readonly Path[] {
  let paths: Place[][] = [[]];
  for (let i = 0; i < length; i++)
    paths = paths.flatMap((path) =>
      PLACES.filter((next) => path.length === 0 || distance(path.at(-1)!, next) >= LEAST_STEP).map(
        (next) => [...path, next],
      ),
    );
  // A turn shows that an image was not bent. A nod hardly does.
  const ends = paths.filter((path) => path.at(-1) === 'left' || path.at(-1) === 'right');
  return ends.filter((path) => {
    const places = path.map(placeAt);
    return (
      reach(places.map(({ right }) => right)) >= LEAST_REACH &&
      reach(places.map(({ up }) => up)) >= LEAST_REACH
    );
  });
}

function distance(one: Place, other: Place): number {
  const [p, q] = [placeAt(one), placeAt(other)];
  return Math.hypot(p.right - q.right, p.up - q.up);
}

function reach(values: readonly number[]): number {
  return Math.max(...values) - Math.min(...values);
}

/** Milliseconds in which the point glides from one place to the next. */
const GLIDE = 350;
/** Lags of people behind the point, in milliseconds. */
const LAGS = Array.from({ length: 9 }, (_, i) => 150 + 100 * i);
/** Degrees of turn and nod for a radius of the point: least of each, and most. */
const LEAST_TURN = 5;
const LEAST_NOD = 3;
const MOST = 45;
/** Most of a turn that meshes also report as a nod. */
const CROSSTALK = 0.25;
/** Least correlation of each axis. */
const LEAST_OF_EACH = 0.5;

/** Shares of each place in where the point is: it glides from one to the next. */
function sharesAt(length: number, every: number, at: number): number[] {
  const shares = new Array<number>(length).fill(0);
  if (at <= 0) return shares;
  const step = Math.min(length - 1, Math.floor(at / every));
  const gone = Math.min(1, (at - step * every) / GLIDE);
  const eased = gone * gone * (3 - 2 * gone);
  shares[step] = eased;
  if (step > 0) shares[step - 1] = 1 - eased;
  return shares;
}

/** Where the point is: radii to the subject's own right and up. */
export function pointAt(path: Path, every: number, at: number) {
  const shares = sharesAt(path.length, every, at);
  const { right, up } = axesOf(path);
  const along = (axis: Float64Array) => shares.reduce((all, share, i) => all + share * axis[i]!, 0);
  return { right: along(right), up: along(up) };
}

/** How well a movement fits a path at the best lag. */
export interface Fit {
  /** Mean correlation of turns and nods. */
  readonly correlation: number;
  /** The same among lags at which both axes follow, neither too little nor too far; else −1. */
  readonly following: number;
}

/**
 * Fits of the movement to all these paths of one length.
 * @param times of the movement, in milliseconds since the point began to move
 * @param every milliseconds of a place
 */
export function fitsOf(
  { turns, nods }: Movement,
  times: readonly number[],
  paths: readonly Path[],
  every: number,
): Fit[] {
  const length = paths[0]?.length ?? 0;
  const [turned, nodded] = [centred(turns), centred(nods)];
  const head: Head = {
    turns: dot(turned, turned),
    nods: dot(nodded, nodded),
    both: dot(turned, nodded),
  };
  // The point is a sum over its places, so that few sums over time serve all paths.
  const lags = LAGS.map((lag): Lagged => {
    const shares = times.map((at) => sharesAt(length, every, at - lag));
    const bases = Array.from({ length }, (_, i) => centred(shares.map((all) => all[i]!)));
    return {
      gram: Float64Array.from(bases.flatMap((one) => bases.map((other) => dot(one, other)))),
      turns: Float64Array.from(bases, (one) => dot(one, turned)),
      nods: Float64Array.from(bases, (one) => dot(one, nodded)),
    };
  });
  return paths.map((path) => {
    const { right, up } = axesOf(path);
    let [correlation, following] = [-1, -1];
    for (const lagged of lags) {
      const { turn, nod } = followed(right, up, lagged, head);
      const mean = (turn.correlation + nod.correlation) / 2;
      if (mean > correlation) correlation = mean;
      const isFollowing =
        Math.min(turn.correlation, nod.correlation) >= LEAST_OF_EACH &&
        isWithin(turn.gain, LEAST_TURN) &&
        isWithin(nod.gain, LEAST_NOD);
      if (isFollowing && mean > following) following = mean;
    }
    return { correlation, following };
  });
}

/** Products of the movement's axes with themselves and each other. */
interface Head {
  readonly turns: number;
  readonly nods: number;
  readonly both: number;
}

/** Products of the shares of places with each other and with the movement, at a lag. */
interface Lagged {
  readonly gram: Float64Array;
  readonly turns: Float64Array;
  readonly nods: Float64Array;
}

const isWithin = (gain: number, least: number) => gain >= least && gain <= MOST;

function followed(
  right: Float64Array,
  up: Float64Array,
  { gram, turns, nods }: Lagged,
  head: Head,
) {
  const across = sum(right, turns);
  const width = quadratic(right, gram);
  // Turns are seen as nods as well: a bounded share of them, by least squares, is subtracted.
  const beside = sum(up, turns);
  const upward = sum(up, nods);
  const height = quadratic(up, gram);
  const determinant = height * head.turns - beside * beside;
  const best = determinant < 1e-9 ? 0 : (head.both * height - upward * beside) / determinant;
  const share = Math.max(-CROSSTALK, Math.min(CROSSTALK, best));
  const along = upward - share * beside;
  const rest = head.nods - 2 * share * head.both + share * share * head.turns;
  return {
    turn: {
      correlation: across / Math.sqrt(width * head.turns + 1e-9),
      gain: across / (width + 1e-9),
    },
    nod: {
      correlation: along / Math.sqrt(height * Math.max(0, rest) + 1e-9),
      gain: along / (height + 1e-9),
    },
  };
}

function sum(p: Float64Array, q: Float64Array): number {
  let all = 0;
  for (let i = 0; i < p.length; i++) all += p[i]! * q[i]!;
  return all;
}

function quadratic(values: Float64Array, gram: Float64Array): number {
  const length = values.length;
  let all = 0;
  for (let i = 0; i < length; i++) {
    let row = 0;
    for (let j = 0; j < length; j++) row += gram[i * length + j]! * values[j]!;
    all += values[i]! * row;
  }
  return all;
}

interface Axes {
  readonly right: Float64Array;
  readonly up: Float64Array;
}

const axes = new WeakMap<Path, Axes>();

function axesOf(path: Path): Axes {
  const found = axes.get(path);
  if (found !== undefined) return found;
  const places = path.map(placeAt);
  const made = {
    right: Float64Array.from(places, ({ right }) => right),
    up: Float64Array.from(places, ({ up }) => up),
  };
  axes.set(path, made);
  return made;
}

const dot = (p: readonly number[], q: readonly number[]) =>
  p.reduce((all, value, i) => all + value * q[i]!, 0);

function centred(values: readonly number[]): number[] {
  const mean = values.reduce((all, value) => all + value, 0) / values.length;
  return values.map((value) => value - mean);
}
