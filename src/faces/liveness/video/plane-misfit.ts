/** Measures how far one frame's face is from another's, moved as a plane by a homography. */
import { type Alignment, alignDirectly } from '../motion/direct-alignment.ts';
import { valueAt } from '../motion/grid.ts';
import { applyPlane, fitPlane } from '../motion/homography.ts';
import { MOTION_PATCH_SIZE } from '../motion/motion-view.ts';
import type { ReliefSamples } from '../motion/relief.ts';
import { LEVELS, MARGIN, type Part, type VideoFace } from './video-face.ts';

/**
 * Misfits in patch pixels: RMS difference over the gradient of a pixel's shift (noise 0.05–0.3).
 */
export interface PlaneMisfit extends Readonly<Record<Part, number>> {
  /**
   * Shift, against the plane of the face, of points that stand out by its radius, in half patches.
   * 0.01 is a turn by about one degree. This is the smaller of two values: for the whole relief of
   * the face, and for the part of it that no bent sheet has.
   */
  readonly parallax: number;
}

/** Level of measured misfits, smooth enough to leave little noise. */
const MEASURED = 1;
/** Share of the mean squared gradient added to every pixel, lest noise decide in flat areas. */
const FLOOR = 0.3;
/** Levels at which parallax is measured (the smaller value counts), and rounds of alignment. */
const PARALLAX_LEVELS = [0, 1] as const;
const PARALLAX_ROUNDS = 6;

const SIDE = MOTION_PATCH_SIZE;
const HALF = SIDE / 2;

/** Moves the first face onto the second by the best homography, and measures the remainder. */
export function planeMisfit(first: VideoFace, second: VideoFace): PlaneMisfit {
  const { map } = alignPlane(first, second);
  const [from, to] = [first.images[MEASURED]!, second.images[MEASURED]!];
  const found: { readonly part: Part; target: number; seen: number; slope: number }[] = [];
  for (const { x, y, part } of first.places) {
    const [u, v] = applyPlane(map, x / HALF - 1, y / HALF - 1, 0);
    const [px, py] = [(u + 1) * HALF, (v + 1) * HALF];
    if (!(px >= MARGIN - 1 && py >= MARGIN - 1 && px <= SIDE - MARGIN && py <= SIDE - MARGIN))
      continue;
    const i = y * SIDE + x;
    const slope = from.dx[i]! ** 2 + from.dy[i]! ** 2;
    found.push({ part, target: from.grey[i]!, seen: valueAt(to.grey, SIDE, px, py), slope });
  }
  const mean = (pick: (one: (typeof found)[number]) => number) =>
    found.reduce((sum, one) => sum + pick(one), 0) / (found.length || 1);
  const [target, seen] = [mean((one) => one.target), mean((one) => one.seen)];
  const gain =
    mean((one) => (one.target - target) * (one.seen - seen)) /
    (mean((one) => (one.seen - seen) ** 2) + 1e-9);
  const least = FLOOR * mean((one) => one.slope) + 1e-9;
  const sums = { eyes: 0, mouth: 0, rest: 0 };
  const counts = { eyes: 0, mouth: 0, rest: 0 };
  for (const one of found) {
    const difference = one.target - target - gain * (one.seen - seen);
    sums[one.part] += difference ** 2 / (one.slope + least);
    counts[one.part] += 1;
  }
  const rms = (part: Part) => Math.sqrt(sums[part] / (counts[part] || 1));
  return {
    eyes: rms('eyes'),
    mouth: rms('mouth'),
    rest: rms('rest'),
    parallax: parallaxOf(first, second, map),
  };
}

/** The smallest value over all levels and reliefs. The fits start from the plane. */
function parallaxOf(first: VideoFace, second: VideoFace, plane: Float64Array): number {
  const by = (samples: ReliefSamples) =>
    PARALLAX_LEVELS.map((level) => {
      const [a, b] = [first.images[level]!, second.images[level]!];
      const { map } = alignDirectly(a, b, samples, plane, true, PARALLAX_ROUNDS);
      return Math.hypot(map[8]!, map[9]!);
    });
  return Math.min(...by(first.relief), ...by(first.detail));
}

/** The best-fitting homography. Starts from the mesh's and from none, because meshes err. */
function alignPlane(first: VideoFace, second: VideoFace): Alignment {
  let starts = [fitPlane(first.rigid, first.rigid).map, fitPlane(first.rigid, second.rigid).map];
  let found: Alignment[] = [];
  for (const [level, { rounds }] of LEVELS.entries()) {
    const [a, b] = [first.images[level]!, second.images[level]!];
    found = starts
      .map((start) => alignDirectly(a, b, first.relief, start, false, rounds))
      .toSorted((p, q) => q.correlation - p.correlation);
    starts = found.slice(0, level === 0 ? 2 : 1).map(({ map }) => map);
  }
  return found[0]!;
}
