/** Measures how much brighter each part of a face is in another, aligned view. */
import frontal from '../../../calibration/frontal-mesh.json' with { type: 'json' };
import { type Grid, gradients, halve, smooth } from '../grid.ts';

/** Mesh points well inside the face's outline, near which a turned head shows other things. */
const INNER_POINTS: readonly number[] = frontal.points.flatMap(([x, y], i) =>
  Math.hypot(x! / 1.5, y! / 1.9) < 0.75 ? [i] : [],
);

/** Darker grey levels are too coarse for a ratio. */
const LEAST_GREY = 10;
/** Largest distance of a face pixel from one of these points, in pixels of the patch. */
const REACH = 2;
const LEAST_PLACES = 60;

/** Reduces a patch until noise vanishes and light remains. */
export interface Reduction {
  readonly halvings: number;
  readonly smoothing: number;
}

/** Places on a reduced patch that are bright enough, and how they differ. */
export interface LightRatio {
  readonly side: number;
  /** Indices into the reduced patch. */
  readonly places: readonly number[];
  /** Logarithms of the ratio of the other brightness to this one. */
  readonly ratios: Float64Array;
  /** Mean gradient of log brightness at the mesh points, per pixel. */
  readonly contrast: number;
}

/** @param mesh x, y in patch pixels @returns undefined: too little of the face is bright enough */
export function lightRatio(
  one: Grid,
  other: Grid,
  mesh: Float64Array,
  reduction: Reduction,
): LightRatio | undefined {
  const [p, q] = [reduced(one, reduction), reduced(other, reduction)];
  const side = Math.sqrt(p.length);
  const scale = 2 ** reduction.halvings;
  const covered = placesOf(mesh, side, scale);
  const places = covered.filter((i) => p[i]! > LEAST_GREY && q[i]! > LEAST_GREY);
  if (places.length < LEAST_PLACES) return undefined;
  const ratios = Float64Array.from(places, (i) => Math.log(q[i]! / p[i]!));
  return { side, places, ratios, contrast: contrastAt(p, centres(mesh, scale), side) };
}

function contrastAt(grid: Grid, points: readonly (readonly [number, number])[], side: number) {
  const [dx, dy] = gradients(grid, side);
  const bounded = (value: number) => Math.max(0, Math.min(side - 1, Math.round(value)));
  const sum = points.reduce((total, [x, y]) => {
    const i = bounded(y) * side + bounded(x);
    return total + Math.hypot(dx[i]!, dy[i]!) / Math.max(LEAST_GREY, grid[i]!);
  }, 0);
  return sum / points.length;
}

function reduced(grid: Grid, { halvings, smoothing }: Reduction): Grid {
  let [out, width] = [grid, Math.sqrt(grid.length)];
  for (let i = 0; i < halvings; i++, width /= 2) out = halve(out, width);
  return smooth(out, width, smoothing);
}

/** Places of the inner mesh points on a reduced patch. */
function centres(mesh: Float64Array, scale: number): [number, number][] {
  return INNER_POINTS.map((point) => [
    (mesh[point * 2]! + 0.5) / scale - 0.5,
    (mesh[point * 2 + 1]! + 0.5) / scale - 0.5,
  ]);
}

/** Pixels of a reduced patch that the mesh covers. */
function placesOf(mesh: Float64Array, side: number, scale: number): number[] {
  const reach = REACH / scale;
  const covered = new Set<number>();
  for (const [x, y] of centres(mesh, scale))
    for (let row = Math.ceil(y - reach); row <= y + reach; row++)
      for (let column = Math.ceil(x - reach); column <= x + reach; column++)
        if (row >= 0 && column >= 0 && row < side && column < side)
          covered.add(row * side + column);
  return [...covered].sort((a, b) => a - b);
}
