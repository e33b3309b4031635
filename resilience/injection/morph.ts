/** Makes a morph: the pixels and the shape of two faces, mixed by a weight, in the picture of one. */
import { applySimilarity, fitSimilarity, type Point } from '../../src/faces/geometry.ts';
import type { Picture } from '../../src/faces/image/picture.ts';
import { sharp } from '../../src/faces/image/sharp.ts';

/** A picture, and the mesh of its one face in its pixels. */
export interface SeenFace {
  readonly picture: Picture;
  readonly mesh: readonly Point[];
}

/** Pixels between two points where the displacement is computed. */
const CELL = 8;
/** Width of the soft border of the mixed part, as a share of the face. */
const SOFT = 0.3;

export const pngOf = ({ data, width, height }: Picture): Promise<Buffer> =>
  sharp(data, { raw: { width, height, channels: 3 } })
    .png()
    .toBuffer();

/** @param weight of the guest, 0..1, in pixels and shape */
export function morphOf(host: SeenFace, guest: SeenFace, weight: number): Picture {
  const { width, height } = host.picture;
  const place = fitSimilarity(guest.mesh, host.mesh);
  const goal = host.mesh.map((point, i) => {
    const other = applySimilarity(place, guest.mesh[i]!);
    return { x: mix(point.x, other.x, weight), y: mix(point.y, other.y, weight) };
  });
  const middle = { x: mean(goal.map(({ x }) => x)), y: mean(goal.map(({ y }) => y)) };
  const radius = Math.max(...goal.map(({ x, y }) => Math.hypot(x - middle.x, y - middle.y)));
  const frame = Array.from({ length: 32 }, (_, i) => {
    const angle = (i * Math.PI) / 16;
    const far = {
      x: middle.x + 2 * radius * Math.cos(angle),
      y: middle.y + 2 * radius * Math.sin(angle),
    };
    return { at: far, from: far };
  });
  const step = (mesh: readonly Point[]) =>
    goal.flatMap((at, i) => (i % 3 === 0 ? [{ at, from: mesh[i]! }] : []));
  const own = warp(host.picture, [...step(host.mesh), ...frame]);
  const others = warp(guest.picture, step(guest.mesh), { width, height });
  const isFace = (x: number, y: number) => coverage(goal, x, y);
  const colours = [own, others].map((picture) => coloursOf(picture, isFace));
  const data = new Uint8Array(own.data);
  for (let y = 0, o = 0; y < height; y++)
    for (let x = 0; x < width; x++, o += 3) {
      const share = weight * isFace(x, y);
      if (share === 0) continue;
      for (let c = 0; c < 3; c++) {
        const [to, from] = [colours[0]![c]!, colours[1]![c]!];
        const matched = (others.data[o + c]! - from.mean) * (to.spread / from.spread) + to.mean;
        data[o + c] = Math.max(0, Math.min(255, mix(own.data[o + c]!, matched, share) + 0.5));
      }
    }
  return { width, height, data };
}

const mix = (p: number, q: number, share: number) => p * (1 - share) + q * share;
const mean = (values: readonly number[]) => values.reduce((sum, v) => sum + v, 0) / values.length;

/** 1 inside the ellipse about the mesh, falling softly to 0 at its edge. */
function coverage(mesh: readonly Point[], x: number, y: number): number {
  const [left, right] = [mesh[234]!, mesh[454]!];
  const [top, bottom] = [mesh[10]!, mesh[152]!];
  const dx = (x - (left.x + right.x) / 2) / (Math.abs(right.x - left.x) / 2);
  const dy = (y - (top.y + bottom.y) / 2) / (Math.abs(bottom.y - top.y) / 2);
  const inside = (1 - Math.hypot(dx, dy)) / SOFT;
  const share = Math.max(0, Math.min(1, inside));
  return share * share * (3 - 2 * share);
}

interface Anchor {
  readonly at: Point;
  readonly from: Point;
}

/** The picture with `from` of every anchor moved to `at` (Shepard's interpolation). */
export function warp(
  picture: Picture,
  anchors: readonly Anchor[],
  { width, height }: { readonly width: number; readonly height: number } = picture,
): Picture {
  const columns = Math.ceil(width / CELL) + 1;
  const rows = Math.ceil(height / CELL) + 1;
  const field = new Float64Array(columns * rows * 2);
  for (let row = 0; row < rows; row++)
    for (let column = 0; column < columns; column++) {
      let [all, dx, dy] = [0, 0, 0];
      for (const { at, from } of anchors) {
        const near = (at.x - column * CELL) ** 2 + (at.y - row * CELL) ** 2;
        const share = 1 / (near + 30) ** 2;
        all += share;
        dx += share * (from.x - at.x);
        dy += share * (from.y - at.y);
      }
      field.set([dx / all, dy / all], (row * columns + column) * 2);
    }
  const data = new Uint8Array(width * height * 3);
  for (let y = 0, o = 0; y < height; y++)
    for (let x = 0; x < width; x++, o += 3) {
      const [column, row] = [Math.floor(x / CELL), Math.floor(y / CELL)];
      const [fx, fy] = [x / CELL - column, y / CELL - row];
      const moved = [0, 1].map((k) => {
        const at = (c: number, r: number) => field[((row + r) * columns + column + c) * 2 + k]!;
        return mix(mix(at(0, 0), at(1, 0), fx), mix(at(0, 1), at(1, 1), fx), fy);
      });
      sample(picture, x + moved[0]!, y + moved[1]!, data, o);
    }
  return { width, height, data };
}

/** Mean of the four neighbours; what lies outside continues the border. */
function sample(
  { width, height, data }: Picture,
  x: number,
  y: number,
  out: Uint8Array,
  o: number,
) {
  const cx = Math.max(0, Math.min(width - 1.001, x));
  const cy = Math.max(0, Math.min(height - 1.001, y));
  const [left, top] = [Math.floor(cx), Math.floor(cy)];
  const at = (top * width + left) * 3;
  const right = left + 1 < width ? 3 : 0;
  const below = top + 1 < height ? width * 3 : 0;
  for (let c = 0; c < 3; c++) {
    const above = mix(data[at + c]!, data[at + right + c]!, cx - left);
    const under = mix(data[at + below + c]!, data[at + below + right + c]!, cx - left);
    out[o + c] = mix(above, under, cy - top) + 0.5;
  }
}

/** Mean and spread of each channel where the face is. */
function coloursOf(
  { width, height, data }: Picture,
  isFace: (x: number, y: number) => number,
): readonly { readonly mean: number; readonly spread: number }[] {
  const values: number[][] = [[], [], []];
  for (let y = 0; y < height; y += 4)
    for (let x = 0; x < width; x += 4)
      if (isFace(x, y) > 0.5)
        for (const [c, list] of values.entries()) list.push(data[(y * width + x) * 3 + c]!);
  return values.map((list) => {
    const middle = mean(list);
    return { mean: middle, spread: Math.sqrt(mean(list.map((v) => (v - middle) ** 2))) || 1 };
  });
}
