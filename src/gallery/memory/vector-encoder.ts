/** Feature vectors as the kernel takes them: rows of the gallery, and probes. */

import { dot } from '../vectors.ts';
import {
  createEncodingKernel,
  createSharedMemory,
  NARROW_BYTES,
  NARROW_VALUES,
  NARROW_ZERO,
  PROBE_LIMIT,
  ROW_ZERO,
} from './kernel.ts';
import type { GallerySpace } from './space.ts';

/** Where the parts of an encoded row lie: wide bytes, narrow bytes, then three f32. */
const rowFormat = ({ wideBytes }: Pick<GallerySpace, 'wideBytes'>) => ({
  wideBytes,
  bytes: wideBytes + NARROW_BYTES + 12,
});

/** Signed bytes, the value of one step, and the sum of the bytes times the zero of the rows. */
export interface EncodedProbePart {
  readonly bytes: Int8Array;
  readonly unit: number;
  readonly offset: number;
}

export interface EncodedProbe {
  readonly wide: EncodedProbePart;
  readonly narrow: EncodedProbePart;
  /** Add this to every score to get a comparison score. */
  readonly constant: number;
}

export type VectorEncoder = ReturnType<typeof createVectorEncoder>;

export function createVectorEncoder(space: GallerySpace) {
  const { dimension, wideBytes, mean, directions, deviations } = space;
  const format = rowFormat(space);
  const narrow = directions.length > 0;
  const at = placesOf(wideBytes);
  const memory = createSharedMemory(at.end);
  const kernel = createEncodingKernel(memory);
  const { buffer } = memory;
  const steps = new Uint8Array(buffer, at.steps, dimension * 2);
  const values = new Float32Array(buffer, at.values, dimension);
  const residual = new Float32Array(buffer, at.residual, dimension);
  const products = new Int32Array(buffer, at.products, NARROW_VALUES);
  const projection = new Float32Array(buffer, at.projection, NARROW_VALUES);
  const row = new Uint8Array(buffer, at.row, format.bytes);
  const numbers = new DataView(buffer, at.row + wideBytes + NARROW_BYTES, 12);
  const units = new Float32Array(NARROW_VALUES);
  const offsets = new Int32Array(NARROW_VALUES);
  const meanSquare = dot(mean, mean);

  new Float32Array(buffer, at.mean, dimension).set(mean);
  if (narrow)
    for (let k = 0; k < NARROW_VALUES; k++) {
      const direction = directions.subarray(k * dimension, (k + 1) * dimension);
      const part = toProbePart(direction, wideBytes, ROW_ZERO);
      new Int8Array(buffer, at.directions + k * wideBytes, wideBytes).set(part.bytes);
      units[k] = part.unit / Math.sqrt(deviations[k]!);
      offsets[k] = part.offset;
    }

  /** From `values`: fills `residual`, `projection` and `row`; returns the product with the mean. */
  const encode = (): number => {
    const product = kernel.subtractMean(at.values, at.mean, wideBytes, at.residual);
    const unit = kernel.toRow(at.residual, wideBytes, at.row);
    if (narrow) {
      kernel.project(at.row, at.directions, wideBytes, NARROW_VALUES, at.products);
      for (let k = 0; k < NARROW_VALUES; k++)
        projection[k] = (products[k]! - offsets[k]!) * units[k]! * unit;
    }
    const narrowUnit = kernel.toNarrowRow(at.projection, at.row + wideBytes);
    numbers.setFloat32(0, unit, true);
    numbers.setFloat32(4, narrowUnit, true);
    numbers.setFloat32(8, product, true);
    return product;
  };

  /** Values of `projection` are divided by the root of the deviation; here it is multiplied by it. */
  const weighted = (value: number, k: number) => value * deviations[k]!;

  return {
    format,
    /** Values of a feature vector. */
    dimension,
    /** Writes the row of a feature vector to `out`, `format.bytes` long. */
    encodeRow(given: Float32Array, out: Uint8Array) {
      values.set(given);
      encode();
      out.set(row);
    },
    /** The same for a stored vector. @param steps 16-bit little-endian integers of any scale */
    encodeSteps(given: Uint8Array, out: Uint8Array) {
      steps.set(given);
      kernel.toUnitVector(at.steps, wideBytes, at.values);
      encode();
      out.set(row);
    },
    encodeProbe(given: Float32Array) {
      values.set(given);
      const product = encode();
      return {
        wide: toProbePart(residual, wideBytes, ROW_ZERO),
        narrow: toProbePart(projection.map(weighted), NARROW_VALUES, NARROW_ZERO),
        constant: product - meanSquare,
      };
    },
    /** Overwrites what it still holds of the last vector. */
    forget() {
      for (const held of [steps, values, residual, products, projection, row]) held.fill(0);
    },
  };
}

/** Addresses of what the kernel works on. Between a vector's end and `wideBytes` are zeros. */
function placesOf(wideBytes: number) {
  const steps = 0;
  const values = steps + wideBytes * 2;
  const mean = values + wideBytes * 4;
  const residual = mean + wideBytes * 4;
  const directions = residual + wideBytes * 4;
  const products = directions + wideBytes * NARROW_VALUES;
  const projection = products + NARROW_VALUES * 4;
  const row = projection + NARROW_VALUES * 4;
  const end = row + rowFormat({ wideBytes }).bytes;
  return { steps, values, mean, residual, directions, products, projection, row, end };
}

/** @param zero of the rows it is compared with */
function toProbePart(values: Float32Array, length: number, zero: number): EncodedProbePart {
  const largest = largestOf(values);
  const factor = largest > 0 ? PROBE_LIMIT / largest : 0;
  const bytes = new Int8Array(length);
  let sum = 0;
  for (let i = 0; i < values.length; i++) {
    const step = Math.round(values[i]! * factor);
    bytes[i] = step;
    sum += step;
  }
  return { bytes, unit: largest / PROBE_LIMIT, offset: zero * sum };
}

function largestOf(values: Float32Array): number {
  let largest = 0;
  for (let i = 0; i < values.length; i++) {
    const magnitude = Math.abs(values[i]!);
    if (magnitude > largest) largest = magnitude;
  }
  return largest;
}
