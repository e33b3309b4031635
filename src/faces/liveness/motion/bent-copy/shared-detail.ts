/** Measures how much detail two aligned views of a face share. */
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
/** Side of the compared squares, in pixels of the patch. */
const BLOCK = 16;
const BLOCKS = DETAIL_SIZE / BLOCK;
/** Share of the best fit. Where a copy was bent far, some squares are not found again. */
const SHARE = 0.9;
const LEAST_ENERGY = 1e-3;

/**
 * A turning head shows its folds, lashes, nostrils and hairs from another side, and its skin under
 * another light. A bent picture keeps them unchanged, whatever its light and noise.
 * @returns correlation of the detail, −1..1, of the best-fitting tenth of the face, in the
 *   better-fitting direction; undefined: an image has no detail
 */
export function sharedDetail(first: MotionView, second: MotionView): number | undefined {
  if (first.detail === undefined || second.detail === undefined) return undefined;
  const [one, other] = [prepare(first.detail, first), prepare(second.detail, second)];
  return Math.max(correlation(one, other), correlation(other, one));
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

function correlation(one: PreparedDetail, other: PreparedDetail): number {
  const flow = blockFlow(one.image, other.image, one.mesh, other.mesh);
  const [p, q] = [detailOf(one.grey), detailOf(follow(other.grey, DETAIL_SIZE, flow))];
  const fits = Float64Array.from(blocksOf(one.mesh), (block) => fitOf(p, q, block)).sort();
  return fits[Math.floor(fits.length * SHARE)] ?? 0;
}

function detailOf(grey: Grid): Grid {
  const finer = smooth(grey, DETAIL_SIZE, SMOOTHINGS[0]);
  const coarser = smooth(finer, DETAIL_SIZE, SMOOTHINGS[1] - SMOOTHINGS[0]);
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

function fitOf(p: Grid, q: Grid, block: number): number {
  const [left, top] = [(block % BLOCKS) * BLOCK, Math.floor(block / BLOCKS) * BLOCK];
  let [both, own, theirs] = [0, LEAST_ENERGY, LEAST_ENERGY];
  for (let y = top; y < top + BLOCK; y++)
    for (let x = left; x < left + BLOCK; x++) {
      const i = y * DETAIL_SIZE + x;
      both += p[i]! * q[i]!;
      own += p[i]! ** 2;
      theirs += q[i]! ** 2;
    }
  return both / Math.sqrt(own * theirs);
}
