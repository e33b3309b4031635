/** Measures how much detail two aligned views of a face share, and whether it was added. */
import frontal from '../../../calibration/frontal-mesh.json' with { type: 'json' };
import { type Grid, smooth } from '../grid.ts';
import { DETAIL_SIZE, type MotionView, meshInDetail } from '../motion-view.ts';
import { type BlockImage, blockFlow, blockImage } from './block-flow.ts';
import { follow } from './dense-flow.ts';

/** Mesh points inside the outline of the face, near which a turned head shows other things. */
const INNER_POINTS: readonly number[] = frontal.points.flatMap(([x, y], i) =>
  Math.hypot(x! / 1.5, y! / 1.9) < 0.85 ? [i] : [],
);
/** Detail is the difference of two smoothings: above noise and compression, below light. */
const SMOOTHINGS = [4, 8] as const;
/** What light changes: much coarser. */
const COARSE = [32, 64] as const;
/** Side of the compared squares, in pixels of the patch. */
const BLOCK = 16;
const BLOCKS = DETAIL_SIZE / BLOCK;
/** Share of the best fit. Where a copy was bent far, some squares are not found again. */
const SHARE = 0.9;
/** Share of the squares that is smooth skin. */
const SMOOTH = 0.25;
const LEAST_ENERGY = 1e-3;

/** What two views of a head say of each other's detail. */
export interface ComparedDetail {
  /** Correlation, −1..1, of the best-fitting tenth of the face, in the better-fitting direction. */
  readonly shared: number;
  /** The same of the whole face, where the strongest detail counts most. */
  readonly whole: number;
  /** Logarithm of the energy that the detail of smooth skin gains, beyond what light explains. */
  readonly grown: number;
  /** The same of the whole face. */
  readonly gained: number;
}

/**
 * A turning head shows its folds, lashes, nostrils and hairs from another side, and its skin under
 * another light. A bent picture keeps them unchanged, whatever its light and noise. Detail that is
 * painted over it covers smooth skin as well.
 * @returns undefined: an image has no detail
 */
export function compareDetail(first: MotionView, second: MotionView): ComparedDetail | undefined {
  return detailComparer(first)(second);
}

/** Compares other views with this one, which is prepared once. */
function detailComparer(first: MotionView): (second: MotionView) => ComparedDetail | undefined {
  const one = prepare(first);
  const light = one && between(one.grey, COARSE);
  return (second) => {
    const other = prepare(second);
    if (one === undefined || light === undefined || other === undefined) return undefined;
    const seen = align(one, other);
    const fine = squaresOf(one.mesh, one.fine, between(seen, SMOOTHINGS));
    const coarse = squaresOf(one.mesh, light, between(seen, COARSE));
    const back = squaresOf(other.mesh, other.fine, between(align(other, one), SMOOTHINGS));
    return {
      shared: Math.max(bestFit(fine), bestFit(back)),
      whole: Math.max(wholeFit(fine), wholeFit(back)),
      grown: growth(fine, SMOOTH) - growth(coarse, SMOOTH),
      gained: growth(fine, 1) - growth(coarse, 1),
    };
  };
}

interface PreparedDetail {
  readonly grey: Grid;
  readonly mesh: Float64Array;
  readonly image: BlockImage;
  /** The differences of its smoothings. */
  readonly fine: Grid;
}

function prepare(view: MotionView): PreparedDetail | undefined {
  if (view.detail === undefined) return undefined;
  const grey = Float32Array.from(view.detail);
  return {
    grey,
    mesh: meshInDetail(view),
    image: blockImage(grey),
    fine: between(grey, SMOOTHINGS),
  };
}

/** The other view laid on the one. */
function align(one: PreparedDetail, other: PreparedDetail): Grid {
  const flow = blockFlow(one.image, other.image, one.mesh, other.mesh);
  return follow(other.grey, DETAIL_SIZE, flow);
}

const squaresOf = (mesh: Float64Array, p: Grid, q: Grid): readonly Products[] =>
  Array.from(blocksOf(mesh), (block) => productsIn(p, q, block));

const fitOf = ({ both, own, theirs }: Products) => both / Math.sqrt(own * theirs);

const bestFit = (squares: readonly Products[]) =>
  quantile(Float64Array.from(squares, fitOf), SHARE);

function wholeFit(squares: readonly Products[]): number {
  const sum = (key: keyof Products) => squares.reduce((all, square) => all + square[key], 0);
  return fitOf({ both: sum('both'), own: sum('own'), theirs: sum('theirs') });
}

/** By how much more energy this share of the squares has, the smoothest first. */
function growth(squares: readonly Products[], share: number): number {
  const least = ({ own, theirs }: Products) => Math.min(own, theirs);
  const smoothest = squares
    .toSorted((a, b) => least(a) - least(b))
    .slice(0, squares.length * share);
  return quantile(
    Float64Array.from(smoothest, ({ own, theirs }) => Math.log(theirs / own)),
    0.5,
  );
}

function quantile(values: Float64Array, share: number): number {
  return values.toSorted()[Math.floor(values.length * share)] ?? 0;
}

/** The difference of two smoothings. */
function between(grey: Grid, [fine, coarse]: readonly [number, number]): Grid {
  const finer = smooth(grey, DETAIL_SIZE, fine);
  const coarser = smooth(finer, DETAIL_SIZE, coarse - fine);
  for (let i = 0; i < coarser.length; i++) coarser[i] = finer[i]! - coarser[i]!;
  return coarser;
}

/** Squares of the patch that contain an inner point of the mesh. */
function blocksOf(mesh: Float64Array): Set<number> {
  const blocks = new Set<number>();
  for (const i of INNER_POINTS) {
    const [x, y] = [mesh[i * 2]!, mesh[i * 2 + 1]!];
    if (x >= 0 && y >= 0 && x < DETAIL_SIZE && y < DETAIL_SIZE)
      blocks.add(Math.floor(y / BLOCK) * BLOCKS + Math.floor(x / BLOCK));
  }
  return blocks;
}

/** Sums of the products and squares of two details. */
interface Products {
  readonly both: number;
  readonly own: number;
  readonly theirs: number;
}

function productsIn(p: Grid, q: Grid, block: number): Products {
  const [left, top] = [(block % BLOCKS) * BLOCK, Math.floor(block / BLOCKS) * BLOCK];
  let [both, own, theirs] = [0, LEAST_ENERGY, LEAST_ENERGY];
  for (let y = top; y < top + BLOCK; y++)
    for (let x = left; x < left + BLOCK; x++) {
      const i = y * DETAIL_SIZE + x;
      both += p[i]! * q[i]!;
      own += p[i]! ** 2;
      theirs += q[i]! ** 2;
    }
  return { both, own, theirs };
}
