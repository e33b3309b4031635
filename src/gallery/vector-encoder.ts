/** Feature vectors as the kernel takes them: rows of the gallery, and probes. */
import {
  createEncodingKernel,
  createSharedMemory,
  HALF_BYTES,
  NARROW_BYTES,
  NARROW_PROBE_LIMIT,
  ROW_ZERO,
  WIDE_PROBE_LIMIT,
} from './kernel.ts';
import { dot, type GallerySpace } from './space.ts';

/** Where the parts of an encoded row lie: wide bytes, narrow bytes, then four f32. */
export const rowFormat = ({ wideBytes }: Pick<GallerySpace, 'wideBytes'>) => ({
  wideBytes,
  bytes: wideBytes + NARROW_BYTES + 16,
});

/** Signed bytes, what one step of them stands for, and 64 times their sum. */
export interface EncodedProbePart {
  readonly bytes: Int8Array;
  readonly unit: number;
  readonly offset: number;
  /** Of a narrow probe: `offset` is that of its head, the length of the tail is rounded up. */
  readonly tail?: { readonly offset: number; readonly length: number };
}

export interface EncodedProbe {
  readonly wide: EncodedProbePart;
  readonly narrow: EncodedProbePart;
  /** To be added to every score to make it a comparison score. */
  readonly constant: number;
}

export type VectorEncoder = ReturnType<typeof createVectorEncoder>;

/** By how much more than computed a product of lengths may be, in single precision. */
const ROUNDING = 1e-5;

export function createVectorEncoder(space: GallerySpace) {
  const { dimension, wideBytes, mean, directions } = space;
  const format = rowFormat(space);
  const narrow = directions.length > 0;
  const at = placesOf(wideBytes);
  const memory = createSharedMemory(at.end);
  const kernel = createEncodingKernel(memory);
  const { buffer } = memory;
  const steps = new Uint8Array(buffer, at.steps, dimension * 2);
  const values = new Float32Array(buffer, at.values, dimension);
  const residual = new Float32Array(buffer, at.residual, dimension);
  const products = new Int32Array(buffer, at.products, NARROW_BYTES);
  const projection = new Float32Array(buffer, at.projection, NARROW_BYTES);
  const row = new Uint8Array(buffer, at.row, format.bytes);
  const numbers = new DataView(buffer, at.row + wideBytes + NARROW_BYTES, 16);
  const units = new Float32Array(NARROW_BYTES);
  const offsets = new Int32Array(NARROW_BYTES);
  const meanSquare = dot(mean, mean);

  new Float32Array(buffer, at.mean, dimension).set(mean);
  if (narrow)
    for (let k = 0; k < NARROW_BYTES; k++) {
      const direction = directions.subarray(k * dimension, (k + 1) * dimension);
      const part = toProbePart(direction, wideBytes, WIDE_PROBE_LIMIT);
      new Int8Array(buffer, at.directions + k * wideBytes, wideBytes).set(part.bytes);
      units[k] = part.unit;
      offsets[k] = part.offset;
    }

  /** From `values`: fills `residual`, `projection` and `row`; returns the product with the mean. */
  const encode = (): number => {
    const product = kernel.subtractMean(at.values, at.mean, wideBytes, at.residual);
    const unit = kernel.toRow(at.residual, wideBytes, at.row);
    if (narrow) {
      kernel.project(at.row, at.directions, wideBytes, NARROW_BYTES, at.products);
      for (let k = 0; k < NARROW_BYTES; k++)
        projection[k] = (products[k]! - offsets[k]!) * units[k]! * unit;
    }
    const narrowUnit = kernel.toRow(at.projection, NARROW_BYTES, at.row + wideBytes);
    numbers.setFloat32(0, unit, true);
    numbers.setFloat32(4, narrowUnit, true);
    const tailLength = Math.sqrt(kernel.squaredLength(at.row + wideBytes + HALF_BYTES, HALF_BYTES));
    numbers.setFloat32(8, tailLength * narrowUnit, true);
    numbers.setFloat32(12, product, true);
    return product;
  };

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
    /**
     * The same for a vector as it is stored.
     * @param steps 16-bit integers, little-endian; of any scale, since the vector has unit length
     */
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
        wide: toProbePart(residual, wideBytes, WIDE_PROBE_LIMIT),
        narrow: inHalves(toProbePart(projection, NARROW_BYTES, NARROW_PROBE_LIMIT)),
        constant: product - meanSquare,
      };
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
  const products = directions + wideBytes * NARROW_BYTES;
  const projection = products + NARROW_BYTES * 4;
  const row = projection + NARROW_BYTES * 4;
  const end = row + rowFormat({ wideBytes }).bytes;
  return { steps, values, mean, residual, directions, products, projection, row, end };
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

/** A narrow probe, whose head is compared before its tail. */
function inHalves({ bytes, unit, offset }: EncodedProbePart): EncodedProbePart {
  let sum = 0;
  let squares = 0;
  for (const step of bytes.subarray(HALF_BYTES)) {
    sum += step;
    squares += step * step;
  }
  const tail = { offset: ROW_ZERO * sum, length: Math.sqrt(squares) * unit * (1 + ROUNDING) };
  return { bytes, unit, offset: offset - tail.offset, tail };
}

function largestOf(values: Float32Array): number {
  let largest = 0;
  for (let i = 0; i < values.length; i++) {
    const magnitude = Math.abs(values[i]!);
    if (magnitude > largest) largest = magnitude;
  }
  return largest;
}
