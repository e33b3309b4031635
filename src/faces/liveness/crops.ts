/** Crops for the networks of passive liveness: a face with its surroundings. */
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

/** The box shifted inside the picture, and reduced if larger, as in MiniFASNet's training. */
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

/** Resizes a box from four neighbours without averaging, to preserve moiré and printing dots. */
export function cropBilinear(picture: Picture, box: Box, width: number, height: number): Crop {
  const clamp = (limit: number) => (index: number) => Math.min(Math.max(index, 0), limit - 1);
  const columns = neighbours(box.x, box.width, width, clamp(picture.width));
  const rows = neighbours(box.y, box.height, height, clamp(picture.height));
  return weigh(picture, columns, rows);
}

/** Reduces a square by area. Beyond its border the picture is mirrored. */
export function cropArea(picture: Picture, square: Box, side: number): Crop {
  const columns = coverage(square.x, square.width, side, picture.width);
  const rows = coverage(square.y, square.height, side, picture.height);
  return weigh(picture, columns, rows);
}

/** The input pixels of each output pixel in a row or column. Flat arrays, for speed. */
interface Shares {
  /** Output pixel i consists of the shares from starts[i] up to starts[i + 1]. */
  readonly starts: Uint32Array;
  /** Index of each input pixel, and its share of the output pixel. The shares add up to 1. */
  readonly indices: Uint32Array;
  readonly weights: Float64Array;
}

function weigh({ width, data }: Picture, columns: Shares, rows: Shares): Crop {
  const out = { width: columns.starts.length - 1, height: rows.starts.length - 1 };
  const values = out.width * 3;
  const pixels = new Uint8Array(values * out.height);
  const sums = new Float64Array(values);
  // A row shared by two output rows is computed once.
  const lines = new Map<number, Float64Array>();
  const spare: Float64Array[] = [];
  for (let y = 0; y < out.height; y++) {
    const from = rows.starts[y]!;
    const to = rows.starts[y + 1]!;
    const shared = rows.indices.subarray(from, to);
    for (const [index, line] of lines)
      if (!shared.includes(index)) {
        lines.delete(index);
        spare.push(line);
      }
    sums.fill(0.5);
    for (let r = from; r < to; r++) {
      const index = rows.indices[r]!;
      let line = lines.get(index);
      if (line === undefined) {
        line = spare.pop() ?? new Float64Array(values);
        weighRow(data, index * width, columns, line);
        lines.set(index, line);
      }
      const weight = rows.weights[r]!;
      for (let i = 0; i < values; i++) sums[i]! += line[i]! * weight;
    }
    pixels.set(sums, y * values);
  }
  return { ...out, data: pixels };
}

/** Reduces one input row to the output's columns. */
function weighRow(data: Uint8Array, start: number, columns: Shares, out: Float64Array): void {
  const { starts, indices, weights } = columns;
  for (let o = 0, x = 0; o < out.length; o += 3, x++) {
    const end = starts[x + 1]!;
    let red = 0;
    let green = 0;
    let blue = 0;
    for (let i = starts[x]!; i < end; i++) {
      const p = (start + indices[i]!) * 3;
      const weight = weights[i]!;
      red += data[p]! * weight;
      green += data[p + 1]! * weight;
      blue += data[p + 2]! * weight;
    }
    out[o] = red;
    out[o + 1] = green;
    out[o + 2] = blue;
  }
}

/** The two input pixels around the centre of each output pixel. */
function neighbours(
  from: number,
  length: number,
  count: number,
  inside: (index: number) => number,
): Shares {
  return sharesOf(count, (pixel, add) => {
    const at = from + ((pixel + 0.5) * length) / count - 0.5;
    const floor = Math.floor(at);
    add(inside(floor), 1 - (at - floor));
    add(inside(floor + 1), at - floor);
  });
}

/** The input pixels covered by each output pixel. When enlarging, its two neighbours. */
function coverage(from: number, length: number, count: number, limit: number): Shares {
  const step = length / count;
  const inside = (index: number) => reflect(index, limit);
  if (step < 1) return neighbours(from, length, count, inside);
  return sharesOf(count, (pixel, add) => {
    const [start, end] = [from + pixel * step, from + (pixel + 1) * step];
    for (let index = Math.floor(start); index < end; index++)
      add(inside(index), (Math.min(end, index + 1) - Math.max(start, index)) / step);
  });
}

function sharesOf(
  count: number,
  each: (pixel: number, add: (index: number, weight: number) => void) => void,
): Shares {
  const starts = new Uint32Array(count + 1);
  const indices: number[] = [];
  const weights: number[] = [];
  for (let pixel = 0; pixel < count; pixel++) {
    each(pixel, (index, weight) => {
      indices.push(index);
      weights.push(weight);
    });
    starts[pixel + 1] = indices.length;
  }
  return {
    starts,
    indices: Uint32Array.from(indices),
    weights: Float64Array.from(weights),
  };
}

/** Mirrors an index into 0..limit − 1 as often as needed: … 2 1 0 1 2 … */
function reflect(index: number, limit: number): number {
  if (limit === 1) return 0;
  const period = 2 * (limit - 1);
  const inside = ((index % period) + period) % period;
  return inside < limit ? inside : period - inside;
}
