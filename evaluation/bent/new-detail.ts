/** Detail that was never photographed: noise that belongs to the face and comes out as it turns. */
import type { Picture } from '../../src/faces/image/picture.ts';
import { seededRandom } from '../motion/random.ts';
import { sample } from './bend.ts';
import { frameOf } from './head-map.ts';

/** How a head is held, in radii: its own right and up. */
export interface Held {
  readonly right: number;
  readonly up: number;
}

export interface NewDetail {
  /** What a turn by a radius brings out, as a share of the brightness; 0: none. */
  readonly grown: number;
  /** How coarse it is, in eye distances. */
  readonly grain: number;
  /** Whether it is painted on folds, lashes and hairs alone, so that smooth skin stays smooth. */
  readonly onFolds?: boolean;
  /** How far a turn by a radius shifts these, each its own way, in eye distances. */
  readonly shifted?: number;
}

/** Knots a side of the noise. */
const KNOTS = 80;
/** How coarse shifts are, in eye distances. */
const SHIFT_GRAIN = 0.12;
/** Reach of a fold in eye distances, usual contrast in grey levels, and the most that counts. */
const FOLD = { reach: 0.08, usual: 6, most: 2.5 } as const;

/** The picture with new detail; each direction has its own. */
export function paintDetail(
  picture: Picture,
  mesh: Float32Array,
  head: Held,
  { grown, grain, onFolds = false, shifted = 0 }: NewDetail,
  seed: number,
): Picture {
  const { width, height } = picture;
  const { x: eyesX, y: eyesY, unit, cos, sin } = frameOf(mesh);
  const random = seededRandom(seed + 1);
  const field = (strength: number) => noiseOf(head, strength, random);
  const [paint, right, down] = [field(grown), field(shifted * unit), field(shifted * unit)];
  const folds = onFolds ? foldsOf(picture, Math.round(FOLD.reach * unit)) : undefined;
  const out = new Uint8Array(picture.data.length);
  for (let i = 0; i < width * height; i++) {
    const [x, y] = [i % width, Math.floor(i / width)];
    const [px, py] = [x - eyesX, y - eyesY];
    const [u, v] = [(px * cos + py * sin) / unit, (py * cos - px * sin) / unit - 0.5];
    const at = (noise: Float32Array, coarse: number) =>
      valueAt(noise, u / coarse + KNOTS / 2, v / coarse + KNOTS / 2);
    const gain = 1 + at(paint, grain) * (folds?.[i] ?? 1);
    if (shifted === 0) out.set(picture.data.subarray(i * 3, i * 3 + 3), i * 3);
    else sample(picture, x + at(right, SHIFT_GRAIN), y + at(down, SHIFT_GRAIN), out, i * 3);
    for (let c = i * 3; c < i * 3 + 3; c++) out[c] = Math.max(0, Math.min(255, out[c]! * gain));
  }
  return { width, height, data: out };
}

/** Noise for each direction, as far as the head goes there. */
function noiseOf({ right, up }: Held, strength: number, random: () => number): Float32Array {
  const sum = new Float32Array((KNOTS + 1) ** 2);
  for (const share of [right, -right, up, -up])
    for (let i = 0; i < sum.length; i++)
      sum[i]! += strength * Math.max(0, share) * (random() + random() + random() - 1.5);
  return sum;
}

/** The contrast around each pixel, by brightness; 1 is usual. */
function foldsOf({ width, height, data }: Picture, reach: number): Float32Array {
  const grey = Float32Array.from({ length: width * height }, (_, i) => data[i * 3 + 1]!);
  const mean = meansOf(grey, width, height, reach);
  const misses = grey.map((value, i) => (100 * Math.abs(value - mean[i]!)) / (20 + mean[i]!));
  return meansOf(misses, width, height, reach).map((miss) =>
    Math.min(FOLD.most, miss / FOLD.usual),
  );
}

/** Means of the squares around each pixel. */
function meansOf(values: Float32Array, width: number, height: number, reach: number) {
  const along = (from: Float32Array, count: number, step: number, other: number) => {
    const out = new Float32Array(from.length);
    for (let start = 0; start < from.length / count; start++) {
      const first = step === 1 ? start * other : start;
      let sum = 0;
      for (let i = -reach; i < count; i++) {
        if (i + reach < count) sum += from[first + (i + reach) * step]!;
        if (i > reach) sum -= from[first + (i - reach - 1) * step]!;
        const seen = Math.min(count - 1, i + reach) - Math.max(0, i - reach) + 1;
        if (i >= 0) out[first + i * step] = sum / seen;
      }
    }
    return out;
  };
  return along(along(values, width, 1, width), height, width, height);
}

function valueAt(knots: Float32Array, x: number, y: number): number {
  if (x < 0 || y < 0 || x >= KNOTS || y >= KNOTS) return 0;
  const [column, row] = [Math.floor(x), Math.floor(y)];
  const [fx, fy] = [x - column, y - row].map((f) => f * f * (3 - 2 * f)) as [number, number];
  const i = row * (KNOTS + 1) + column;
  const above = knots[i]! * (1 - fx) + knots[i + 1]! * fx;
  const below = knots[i + KNOTS + 1]! * (1 - fx) + knots[i + KNOTS + 2]! * fx;
  return above * (1 - fy) + below * fy;
}
