/** The crops that networks of passive liveness look at: a face with its surroundings. */
import type { Box } from '../geometry.ts';
import type { Picture } from '../image/picture.ts';

/** Bytes RGB, row by row. */
type Crop = Picture;

/** The box with its sides multiplied, around the same centre. */
export function enlarge(box: Box, scale: number): Box {
  const [width, height] = [box.width * scale, box.height * scale];
  return {
    x: box.x + (box.width - width) / 2,
    y: box.y + (box.height - height) / 2,
    width,
    height,
  };
}

/** Whether the picture is as wide and as high as the box. */
export function fitsInside({ width, height }: Box, picture: Picture): boolean {
  return width <= picture.width && height <= picture.height;
}

/**
 * The box pushed inside the picture; one that is larger than it is reduced first, in both
 * directions alike, as the MiniFASNets were trained.
 */
export function shiftInside(box: Box, picture: Picture): Box {
  const factor = Math.min(1, picture.width / box.width, picture.height / box.height);
  const { x, y, width, height } = enlarge(box, factor);
  return {
    x: Math.min(Math.max(0, x), picture.width - width),
    y: Math.min(Math.max(0, y), picture.height - height),
    width,
    height,
  };
}

/**
 * A box of the picture drawn into width × height pixels, four neighbours a pixel and no averaging:
 * the networks have learned from what that leaves of moiré and printing dots.
 */
export function cropBilinear(picture: Picture, box: Box, width: number, height: number): Crop {
  const { data } = picture;
  const out = new Uint8Array(width * height * 3);
  const clamp = (limit: number) => (index: number) => Math.min(Math.max(index, 0), limit - 1);
  const columns = neighbours(box.x, box.width, width, clamp(picture.width));
  const rows = neighbours(box.y, box.height, height, clamp(picture.height));
  let o = 0;
  for (const row of rows) {
    const [top, bottom] = [row.first * picture.width, row.second * picture.width];
    for (const column of columns) {
      for (let c = 0; c < 3; c++, o++) {
        const at = (index: number) => data[index * 3 + c]!;
        const [a, b] = [at(top + column.first), at(top + column.second)];
        const [d, e] = [at(bottom + column.first), at(bottom + column.second)];
        const upper = a + (b - a) * column.share;
        out[o] = upper + (d + (e - d) * column.share - upper) * row.share + 0.5;
      }
    }
  }
  return { width, height, data: out };
}

interface Neighbours {
  readonly first: number;
  readonly second: number;
  /** Weight of the second. */
  readonly share: number;
}

/** For each output pixel, the two input pixels around its centre. */
function neighbours(
  from: number,
  length: number,
  count: number,
  inside: (index: number) => number,
): Neighbours[] {
  return Array.from({ length: count }, (_, index) => {
    const at = from + ((index + 0.5) * length) / count - 0.5;
    const floor = Math.floor(at);
    return { first: inside(floor), second: inside(floor + 1), share: at - floor };
  });
}

/**
 * A square of the picture reduced to `side` pixels, every input pixel weighing as much as it
 * covers; beyond its border the picture continues mirrored (without repeating the last pixel).
 */
export function cropArea(picture: Picture, square: Box, side: number): Crop {
  const { data } = picture;
  const columns = coverage(square.x, square.width, side, picture.width);
  const rows = coverage(square.y, square.height, side, picture.height);
  const out = new Uint8Array(side * side * 3);
  const sums = new Float64Array(side * 3);
  // A row that two output rows share is summed for the first and used again for the second.
  const line = new Float64Array(side * 3);
  let drawn = -1;
  rows.forEach((row, y) => {
    sums.fill(0);
    for (const { index, weight } of row) {
      if (index !== drawn) sumRow(data, index * picture.width, columns, line);
      drawn = index;
      for (let i = 0; i < sums.length; i++) sums[i]! += line[i]! * weight;
    }
    const height = row.reduce((sum, { weight }) => sum + weight, 0);
    for (let i = 0; i < sums.length; i++) out[y * side * 3 + i] = sums[i]! / height + 0.5;
  });
  return { width: side, height: side, data: out };
}

/** One input row, reduced to the output's columns. */
function sumRow(
  data: Uint8Array,
  start: number,
  columns: readonly Share[][],
  out: Float64Array,
): void {
  columns.forEach((column, x) => {
    let [red, green, blue, width] = [0, 0, 0, 0];
    for (const { index, weight } of column) {
      const p = (start + index) * 3;
      red += data[p]! * weight;
      green += data[p + 1]! * weight;
      blue += data[p + 2]! * weight;
      width += weight;
    }
    out[x * 3] = red / width;
    out[x * 3 + 1] = green / width;
    out[x * 3 + 2] = blue / width;
  });
}

interface Share {
  readonly index: number;
  readonly weight: number;
}

/** For each output pixel, the input pixels it covers; when enlarging, its two neighbours. */
function coverage(from: number, length: number, count: number, limit: number): Share[][] {
  const step = length / count;
  const inside = (index: number) => reflect(index, limit);
  if (step < 1)
    return neighbours(from, length, count, inside).map(({ first, second, share }) => [
      { index: first, weight: 1 - share },
      { index: second, weight: share },
    ]);
  return Array.from({ length: count }, (_, pixel) => {
    const [start, end] = [from + pixel * step, from + (pixel + 1) * step];
    const shares: Share[] = [];
    for (let index = Math.floor(start); index < end; index++)
      shares.push({
        index: inside(index),
        weight: Math.min(end, index + 1) - Math.max(start, index),
      });
    return shares;
  });
}

/** Mirrors an index into 0..limit − 1 as often as needed: … 2 1 0 1 2 … */
function reflect(index: number, limit: number): number {
  if (limit === 1) return 0;
  const period = 2 * (limit - 1);
  const inside = ((index % period) + period) % period;
  return inside < limit ? inside : period - inside;
}
