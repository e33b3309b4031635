/** Faces as the reference finds them: OpenCV's SSD on the padded image. */
import type { Session } from '../../../inference/session.ts';
import type { Box } from '../../geometry.ts';
import type { Picture } from '../../image/picture.ts';
import { toPlanes } from '../../resample.ts';
import { crop } from '../kernels/crop.ts';
import { resizeBilinear } from '../kernels/resize.ts';
import { roundAway } from '../mapping.ts';

const SIDE = 300;
const NORMALISATION = { order: 'BGR', mean: [104, 117, 123], scale: [1, 1, 1] } as const;
/** Black added on each side, as a share of that side. */
const PADDING = 0.2;
const LEAST_CONFIDENCE = 0.4;
/** Share of the padded width. */
const LEAST_WIDTH = 0.05;
/** Variances of the network's boxes: centre, size. */
const CENTRE = 0.1;
const SIZE = 0.2;
/** Boxes that overlap more show the same face. */
const SAME_FACE = 0.45;
const MOST_CANDIDATES = 400;
/** More faces are not looked at. */
const MOST_FACES = 200;

/** Edges as shares of the padded image. */
interface Candidate {
  readonly confidence: number;
  readonly left: number;
  readonly top: number;
  readonly right: number;
  readonly bottom: number;
}

/** Boxes in whole image pixels, largest first; they may leave the image. */
export async function referenceBoxes(network: Session, image: Picture): Promise<Box[]> {
  const across = Math.trunc(PADDING * image.width);
  const down = Math.trunc(PADDING * image.height);
  const width = image.width + 2 * across;
  const height = image.height + 2 * down;
  const view = resizeBilinear(crop(image, -across, -down, width, height), SIDE, SIDE);
  const input = { data: toPlanes(view, NORMALISATION), dims: [1, 3, SIDE, SIDE] };
  const { mbox_loc, mbox_conf_flatten, mbox_priorbox } = await network.run({ input });
  const candidates = decodeBoxes(mbox_loc!.data, mbox_conf_flatten!.data, mbox_priorbox!.data);
  return suppress(candidates)
    .filter(({ left, top, right, bottom }) => left > 0 && top > 0 && right < 1 && bottom < 1)
    .filter(({ left, right }) => right - left > LEAST_WIDTH)
    .map(({ left, top, right, bottom }) => ({
      x: roundAway(left * width) - across,
      y: roundAway(top * height) - down,
      width: roundAway((right - left) * width),
      height: roundAway((bottom - top) * height),
    }))
    .sort((p, q) => q.width * q.height - p.width * p.height);
}

/**
 * Confident boxes of the network's heads, kept inside the padded image.
 * @param offsets four values a prior box; `shares` two (background, face); `priors` its edges
 */
export function decodeBoxes(
  offsets: Float32Array,
  shares: Float32Array,
  priors: Float32Array,
): Candidate[] {
  const inside = (value: number) => Math.min(1, Math.max(0, value));
  const candidates: Candidate[] = [];
  for (let i = 0; i < priors.length / 4; i++) {
    const confidence = shares[2 * i + 1]!;
    if (confidence < LEAST_CONFIDENCE) continue;
    const [l, t, r, b] = priors.subarray(4 * i, 4 * i + 4) as unknown as [
      number,
      number,
      number,
      number,
    ];
    const [dx, dy, dw, dh] = offsets.subarray(4 * i, 4 * i + 4) as unknown as [
      number,
      number,
      number,
      number,
    ];
    const x = (l + r) / 2 + CENTRE * dx * (r - l);
    const y = (t + b) / 2 + CENTRE * dy * (b - t);
    const width = Math.exp(SIZE * dw) * (r - l);
    const height = Math.exp(SIZE * dh) * (b - t);
    candidates.push({
      confidence,
      left: inside(x - width / 2),
      top: inside(y - height / 2),
      right: inside(x + width / 2),
      bottom: inside(y + height / 2),
    });
  }
  return candidates;
}

/** The surest of each set of overlapping candidates. */
export function suppress(candidates: readonly Candidate[]): Candidate[] {
  const kept: Candidate[] = [];
  const sorted = [...candidates].sort((p, q) => q.confidence - p.confidence);
  for (const candidate of sorted.slice(0, MOST_CANDIDATES))
    if (!kept.some((other) => overlap(other, candidate) > SAME_FACE)) kept.push(candidate);
  return kept.slice(0, MOST_FACES);
}

function overlap(p: Candidate, q: Candidate): number {
  const width = Math.min(p.right, q.right) - Math.max(p.left, q.left);
  const height = Math.min(p.bottom, q.bottom) - Math.max(p.top, q.top);
  if (width <= 0 || height <= 0) return 0;
  const area = (c: Candidate) => (c.right - c.left) * (c.bottom - c.top);
  return (width * height) / (area(p) + area(q) - width * height);
}
