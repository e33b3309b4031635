/** Feature vectors as the kernel takes them: rows of the gallery, and probes. */
import {
  createKernel,
  createSharedMemory,
  NARROW_BYTES,
  NARROW_PROBE_LIMIT,
  ROW_LIMIT,
  ROW_ZERO,
  WIDE_PROBE_LIMIT,
} from './kernel.ts';
import { dot, type GallerySpace } from './space.ts';

/** Where the parts of an encoded row lie: wide bytes, narrow bytes, then three f32. */
export interface RowFormat {
  readonly wideBytes: number;
  readonly bytes: number;
}

export function rowFormat({ wideBytes }: Pick<GallerySpace, 'wideBytes'>): RowFormat {
  return { wideBytes, bytes: wideBytes + NARROW_BYTES + 12 };
}

/** Signed bytes, what one step of them stands for, and 64 times their sum. */
export interface EncodedProbePart {
  readonly bytes: Int8Array;
  readonly unit: number;
  readonly offset: number;
}

export interface EncodedProbe {
  readonly wide: EncodedProbePart;
  readonly narrow: EncodedProbePart;
  /** To be added to every score to make it a comparison score. */
  readonly constant: number;
}

export interface VectorEncoder {
  readonly format: RowFormat;
  /** Writes the row of a feature vector to `out`, `format.bytes` long. */
  encodeRow(values: Float32Array, out: Uint8Array): void;
  encodeProbe(values: Float32Array): EncodedProbe;
}

export function createVectorEncoder(space: GallerySpace): VectorEncoder {
  const { dimension, wideBytes, mean, directions } = space;
  const narrow = directions.length > 0;
  const at = { row: 0, directions: wideBytes, products: wideBytes * (1 + NARROW_BYTES) };
  const memory = createSharedMemory(at.products + NARROW_BYTES * 4);
  const kernel = createKernel(memory);
  const wideRow = new Uint8Array(memory.buffer, at.row, wideBytes);
  const products = new Int32Array(memory.buffer, at.products, NARROW_BYTES);
  const units = new Float32Array(NARROW_BYTES);
  const offsets = new Int32Array(NARROW_BYTES);
  const residual = new Float32Array(dimension);
  const projection = new Float32Array(NARROW_BYTES);
  const meanSquare = dot(mean, mean);

  if (narrow)
    for (let k = 0; k < NARROW_BYTES; k++) {
      const direction = directions.subarray(k * dimension, (k + 1) * dimension);
      const part = toProbePart(direction, wideBytes, WIDE_PROBE_LIMIT);
      new Int8Array(memory.buffer, at.directions + k * wideBytes, wideBytes).set(part.bytes);
      units[k] = part.unit;
      offsets[k] = part.offset;
    }

  /** Fills `residual`, `wideRow` and `projection`; returns the unit of the wide row. */
  const prepare = (values: Float32Array): number => {
    for (let i = 0; i < dimension; i++) residual[i] = values[i]! - mean[i]!;
    const unit = toRow(residual, wideRow);
    if (!narrow) return unit;
    kernel.project(at.row, at.directions, wideBytes, NARROW_BYTES, at.products);
    for (let k = 0; k < NARROW_BYTES; k++)
      projection[k] = (products[k]! - offsets[k]!) * units[k]! * unit;
    return unit;
  };

  const format = rowFormat(space);
  const numbers = new Float32Array(3);
  const numberBytes = new Uint8Array(numbers.buffer);
  return {
    format,
    encodeRow(values, out) {
      numbers[0] = prepare(values);
      out.set(wideRow, 0);
      numbers[1] = toRow(projection, out.subarray(wideBytes, wideBytes + NARROW_BYTES));
      numbers[2] = dot(values, mean);
      out.set(numberBytes, wideBytes + NARROW_BYTES);
    },
    encodeProbe(values) {
      prepare(values);
      return {
        wide: toProbePart(residual, wideBytes, WIDE_PROBE_LIMIT),
        narrow: toProbePart(projection, NARROW_BYTES, NARROW_PROBE_LIMIT),
        constant: dot(values, mean) - meanSquare,
      };
    },
  };
}

/** Rounds to bytes from 1 to 127 that stand for -63 to 63; returns what one step is. */
function toRow(values: Float32Array, out: Uint8Array): number {
  const largest = largestOf(values);
  const factor = largest > 0 ? ROW_LIMIT / largest : 0;
  // Rounds, because bytes are cut off and nothing here is negative; Math.round is much slower.
  for (let i = 0; i < values.length; i++) out[i] = values[i]! * factor + (ROW_ZERO + 0.5);
  out.fill(ROW_ZERO, values.length);
  return largest / ROW_LIMIT;
}

function toProbePart(values: Float32Array, length: number, limit: number): EncodedProbePart {
  const largest = largestOf(values);
  const factor = largest > 0 ? limit / largest : 0;
  const bytes = new Int8Array(length);
  let sum = 0;
  for (let i = 0; i < values.length; i++) {
    const step = Math.round(values[i]! * factor);
    bytes[i] = step;
    sum += step;
  }
  return { bytes, unit: largest / limit, offset: ROW_ZERO * sum };
}

function largestOf(values: Float32Array): number {
  let largest = 0;
  for (let i = 0; i < values.length; i++) {
    const magnitude = Math.abs(values[i]!);
    if (magnitude > largest) largest = magnitude;
  }
  return largest;
}
