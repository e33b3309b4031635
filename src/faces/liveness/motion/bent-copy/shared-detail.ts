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
const LEAST_ENERGY = 1e-3;

/** What two views of a head say of each other's detail. */
export interface ComparedDetail {
  /** Correlation, −1..1, of the best-fitting tenth of the face, in the better-fitting direction. */
  readonly shared: number;
  /** Logarithm of the energy that the detail of smooth skin gains, beyond what light explains. */
  readonly grown: number;
}

/**
 * A turning head shows its folds, lashes, nostrils and hairs from another side, and its skin under
 * another light. A bent picture keeps them unchanged, whatever its light and noise. Detail that is
 * painted over it covers smooth skin as well.
 * @returns undefined: an image has no detail
 */
export function compareDetail(first: MotionView, second: MotionView): ComparedDetail | undefined {
  if (first.detail === undefined || second.detail === undefined) return undefined;
  const [one, other] = [prepare(first.detail, first), prepare(second.detail, second)];
  const seen = align(one, other);
  const shared = Math.max(correlation(one, seen), correlation(other, align(other, one)));
  return { shared, grown: growth(one, seen, SMOOTHINGS) - growth(one, seen, COARSE) };
}

interface PreparedDetail {
  readonly grey: Grid;
  readonly mesh: Float64Array;
  readonly image: BlockImage;
}

function prepare(detail: Uint8Array, view: MotionView): PreparedDetail {
  const grey = Float32Array.from(detail);
  return { grey, mesh: meshInDetail(view), image: blockImage(grey) };
}

/** The other view laid on the one. */
function align(one: PreparedDetail, other: PreparedDetail): Grid {
  const flow = blockFlow(one.image, other.image, one.mesh, other.mesh);
  return follow(other.grey, DETAIL_SIZE, flow);
}

function correlation(one: PreparedDetail, seen: Grid): number {
  const [p, q] = [between(one.grey, SMOOTHINGS), between(seen, SMOOTHINGS)];
  const fits = Float64Array.from(blocksOf(one.mesh), (block) => {
    const { both, own, theirs } = productsIn(p, q, block);
    return both / Math.sqrt(own * theirs);
  });
  return quantile(fits, SHARE);
}

/** By how much the smoother quarter of the squares has more energy. */
function growth(one: PreparedDetail, seen: Grid, smoothings: readonly [number, number]): number {
  const [p, q] = [between(one.grey, smoothings), between(seen, smoothings)];
  const squares = Array.from(blocksOf(one.mesh), (block) => productsIn(p, q, block));
  squares.sort((a, b) => Math.min(a.own, a.theirs) - Math.min(b.own, b.theirs));
  const smoothest = squares.slice(0, squares.length >> 2);
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

function productsIn(p: Grid, q: Grid, block: number) {
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
