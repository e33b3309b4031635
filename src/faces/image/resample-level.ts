/** The part of `resample` that reduces upright pictures: most of a detector's views. */
import type { Similarity } from '../geometry.ts';
import type { Picture } from './picture.ts';

/** Means of n × n samples per output pixel, by a similarity without rotation. */
export function averagedLevel(
  { width: w, height: h, data }: Picture,
  { a, tx, ty }: Similarity,
  outside: number | 'edge',
  n: number,
  { width, height, data: out }: Picture,
): void {
  const edge = outside === 'edge';
  const fill = edge ? 0 : outside;
  const columns = samplePlaces(width, { a, t: tx, n, size: w, stride: 3, edge });
  const rows = samplePlaces(height, { a, t: ty, n, size: h, stride: w * 3, edge });
  const first = columns.findIndex((place) => place >= 0);
  const left = first < 0 ? width : Math.ceil(first / n);
  const right = Math.max(left, Math.floor((columns.findLastIndex((place) => place >= 0) + 1) / n));
  const sums = new Int32Array(width * 3);
  for (let y = 0, o = 0; y < height; y++) {
    sums.fill(0);
    for (let j = y * n; j < (y + 1) * n; j++) {
      const row = rows[j]!;
      if (row < 0) {
        addConstant(sums, fill * n);
        continue;
      }
      addSamples(sums, data, { row, columns, n, from: left, to: right });
      addBorder(sums, data, { row, columns, n, from: 0, to: left }, fill);
      addBorder(sums, data, { row, columns, n, from: right, to: width }, fill);
    }
    for (let s = 0; s < sums.length; s++, o++) out[o] = sums[s]! / (n * n) + 0.5;
  }
}
/** A row of samples, and the range of output pixels to which it is added. */
interface RowOfSamples {
  readonly row: number;
  readonly columns: Int32Array;
  readonly n: number;
  readonly from: number;
  readonly to: number;
}

/** Adds samples that all lie inside the picture. */
function addSamples(
  sums: Int32Array,
  data: Uint8Array,
  { row, columns, n, from, to }: RowOfSamples,
): void {
  let c = from * n;
  for (let s = from * 3; s < to * 3; s += 3) {
    const p = row + columns[c++]!;
    const q = row + columns[c++]!;
    let red = data[p]! + data[q]!;
    let green = data[p + 1]! + data[q + 1]!;
    let blue = data[p + 2]! + data[q + 2]!;
    if (n > 2) {
      const r = row + columns[c++]!;
      red += data[r]!;
      green += data[r + 1]!;
      blue += data[r + 2]!;
    }
    if (n > 3) {
      const r = row + columns[c++]!;
      red += data[r]!;
      green += data[r + 1]!;
      blue += data[r + 2]!;
    }
    sums[s]! += red;
    sums[s + 1]! += green;
    sums[s + 2]! += blue;
  }
}

/** Adds samples of a row inside the picture, of which some lie outside. */
function addBorder(
  sums: Int32Array,
  data: Uint8Array,
  { row, columns, n, from, to }: RowOfSamples,
  fill: number,
): void {
  for (let x = from; x < to; x++)
    for (let c = x * n; c < (x + 1) * n; c++) {
      const inside = columns[c]! >= 0;
      if (!inside && fill === 0) continue;
      const p = row + columns[c]!;
      sums[x * 3]! += inside ? data[p]! : fill;
      sums[x * 3 + 1]! += inside ? data[p + 1]! : fill;
      sums[x * 3 + 2]! += inside ? data[p + 2]! : fill;
    }
}

function addConstant(sums: Int32Array, value: number): void {
  if (value === 0) return;
  for (let s = 0; s < sums.length; s++) sums[s]! += value;
}

interface Samples {
  /** Step and start in the picture. */
  readonly a: number;
  readonly t: number;
  /** Samples of an output pixel. */
  readonly n: number;
  /** Pixels of the picture, and bytes from each to the next. */
  readonly size: number;
  readonly stride: number;
  readonly edge: boolean;
}

/** Bytes from the start of a row or column to the samples of its output pixels; −1: outside. */
function samplePlaces(length: number, { a, t, n, size, stride, edge }: Samples): Int32Array {
  const places = new Int32Array(length * n);
  for (let k = 0; k < places.length; k++) {
    const pixel = Math.floor(a * Math.floor(k / n) + t + a * (((k % n) + 0.5) / n));
    const within = pixel < 0 ? 0 : pixel >= size ? size - 1 : pixel;
    places[k] = within === pixel || edge ? within * stride : -1;
  }
  return places;
}
