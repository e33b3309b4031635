/** A segment: rows of the gallery in one shared memory, each kind of number in an array of its own. */
import {
  createKernel,
  createSharedMemory,
  type Kernel,
  NARROW_BYTES,
  PAIR_BYTES,
} from './kernel.ts';

/** Rows are given to partitions in blocks of this many. */
export const BLOCK_ROWS = 64;
/** Rows that one call of the kernel looks at: their narrow rows stay in the first-level cache. */
export const CHUNK_ROWS = 256;
/** Probes that share one pass. */
export const MOST_PROBES = 32;
/** Threads that may scan a segment at a time. */
export const MOST_THREADS = 8;

/** What a segment is, in a form that can be sent to another thread. */
export interface SegmentHandle {
  readonly memory: WebAssembly.Memory;
  readonly rows: number;
  readonly wideBytes: number;
}

/** Byte addresses of a thread's own working space in the segment. */
interface Scratch {
  /** `MOST_PROBES` of `wideBytes` each. */
  readonly probes: number;
  readonly biases: number;
  readonly pairs: number;
}

/** Bytes of the numbers of a row: two units, bias, class, tag set. */
const NUMBER_BYTES = 20;

/** Bytes that one row takes. */
export const bytesOfRow = (wideBytes: number): number => wideBytes + NARROW_BYTES + NUMBER_BYTES;

/** Bytes of probes, masked biases and pairs. */
const scratchBytes = (wideBytes: number): number =>
  MOST_PROBES * wideBytes + CHUNK_ROWS * (4 + PAIR_BYTES);

/** A segment of at most as many rows as a memory can hold; what is not written to takes no memory. */
export function createSegment(rows: number, wideBytes: number): SegmentHandle {
  const bytes = rows * bytesOfRow(wideBytes) + MOST_THREADS * scratchBytes(wideBytes);
  return { memory: createSharedMemory(bytes), rows, wideBytes };
}

export class Segment {
  readonly rows: number;
  readonly wideBytes: number;
  readonly kernel: Kernel;
  /** Addresses of the arrays. */
  readonly at: {
    readonly wide: number;
    readonly narrow: number;
    readonly wideUnits: number;
    readonly narrowUnits: number;
    readonly biases: number;
  };
  readonly biases: Float32Array;
  readonly classes: Uint32Array;
  readonly tagSets: Uint32Array;
  readonly #bytes: Uint8Array;
  readonly #wideUnits: Float32Array;
  readonly #narrowUnits: Float32Array;
  readonly #end: number;

  constructor({ memory, rows, wideBytes }: SegmentHandle) {
    this.rows = rows;
    this.wideBytes = wideBytes;
    this.kernel = createKernel(memory);
    const wide = 0;
    const narrow = wide + rows * wideBytes;
    const wideUnits = narrow + rows * NARROW_BYTES;
    const narrowUnits = wideUnits + rows * 4;
    const biases = narrowUnits + rows * 4;
    this.at = { wide, narrow, wideUnits, narrowUnits, biases };
    const { buffer } = memory;
    this.#bytes = new Uint8Array(buffer);
    this.#wideUnits = new Float32Array(buffer, wideUnits, rows);
    this.#narrowUnits = new Float32Array(buffer, narrowUnits, rows);
    this.biases = new Float32Array(buffer, biases, rows);
    this.classes = new Uint32Array(buffer, biases + rows * 4, rows);
    this.tagSets = new Uint32Array(buffer, biases + rows * 8, rows);
    this.#end = biases + rows * 12;
  }

  /** Working space of one of the threads. */
  scratch(thread: number): Scratch {
    const probes = this.#end + thread * scratchBytes(this.wideBytes);
    const biases = probes + MOST_PROBES * this.wideBytes;
    return { probes, biases, pairs: biases + CHUNK_ROWS * 4 };
  }

  /** Makes rows of a new block unfindable until they are written. */
  clear(first: number, count: number): void {
    this.biases.fill(Number.NEGATIVE_INFINITY, first, first + count);
  }

  /** Writes an encoded row. Scans running meanwhile find it from the moment its bias is there. */
  write(row: number, encoded: Uint8Array, classSlot: number, tagSet: number): void {
    const { wideBytes, at } = this;
    this.biases[row] = Number.NEGATIVE_INFINITY;
    const wideEnd = wideBytes;
    const narrowEnd = wideEnd + NARROW_BYTES;
    this.#bytes.set(encoded.subarray(0, wideEnd), at.wide + row * wideBytes);
    this.#bytes.set(encoded.subarray(wideEnd, narrowEnd), at.narrow + row * NARROW_BYTES);
    const numbers = new DataView(encoded.buffer, encoded.byteOffset + narrowEnd, 12);
    this.#wideUnits[row] = numbers.getFloat32(0, true);
    this.#narrowUnits[row] = numbers.getFloat32(4, true);
    this.classes[row] = classSlot;
    this.tagSets[row] = tagSet;
    this.biases[row] = numbers.getFloat32(8, true);
  }

  /** Nothing of the feature vector remains. */
  erase(row: number): void {
    const { wideBytes, at } = this;
    this.biases[row] = Number.NEGATIVE_INFINITY;
    this.#bytes.fill(0, at.wide + row * wideBytes, at.wide + (row + 1) * wideBytes);
    this.#bytes.fill(0, at.narrow + row * NARROW_BYTES, at.narrow + (row + 1) * NARROW_BYTES);
    this.classes[row] = 0;
    this.tagSets[row] = 0;
  }

  /** The bytes from `at` on, for probes and pairs in the working space. */
  bytesAt(at: number, length: number): Uint8Array {
    return this.#bytes.subarray(at, at + length);
  }

  viewOf(at: number, length: number): DataView {
    return new DataView(this.#bytes.buffer, at, length);
  }

  /** Copies biases to `out`, minus infinity where the tag set of the row is not allowed. */
  maskBiases(out: number, row: number, count: number, allowed: Uint8Array): number {
    const masked = new Float32Array(this.#bytes.buffer, out, count);
    for (let i = 0; i < count; i++)
      masked[i] = allowed[this.tagSets[row + i]!] === 1 ? this.biases[row + i]! : -Infinity;
    return out;
  }
}
