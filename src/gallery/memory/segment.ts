/** A segment: rows of the gallery in one shared memory, each kind of number in its own array. */
import { createKernel, createSharedMemory, type Kernel, NARROW_BYTES } from './kernel.ts';
import { spaceBytes, WorkingSpace } from './working-space.ts';

/** Rows are given to partitions in blocks of this many. */
export const BLOCK_ROWS = 64;
/** Threads that may scan a segment at a time. */
export const MOST_THREADS = 8;

/** What a segment is, in a form that can be sent to another thread. */
export interface SegmentHandle {
  readonly memory: WebAssembly.Memory;
  readonly rows: number;
  readonly wideBytes: number;
}

/** Bytes of the numbers of a row: two units, bias, class, tag set. */
const NUMBER_BYTES = 20;

/** Bytes that one row takes. */
export const bytesOfRow = (wideBytes: number): number => wideBytes + NARROW_BYTES + NUMBER_BYTES;

/** A segment of at most as many rows as a memory can hold; unwritten rows take no memory. */
export function createSegment(rows: number, wideBytes: number): SegmentHandle {
  const bytes = rows * bytesOfRow(wideBytes) + MOST_THREADS * spaceBytes(wideBytes);
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
  readonly #spacesAt: number;
  readonly #spaces = new Map<number, WorkingSpace>();

  constructor({ memory, rows, wideBytes }: SegmentHandle) {
    this.rows = rows;
    this.wideBytes = wideBytes;
    this.kernel = createKernel(memory);
    const wide = 0;
    const narrow = wide + rows * wideBytes;
    const numbers = narrow + rows * NARROW_BYTES;
    const { buffer } = memory;
    const floats = (nth: number) => new Float32Array(buffer, numbers + nth * rows * 4, rows);
    const integers = (nth: number) => new Uint32Array(buffer, numbers + nth * rows * 4, rows);
    this.#bytes = new Uint8Array(buffer);
    this.#wideUnits = floats(0);
    this.#narrowUnits = floats(1);
    this.biases = floats(2);
    this.classes = integers(3);
    this.tagSets = integers(4);
    this.at = {
      ...{ wide, narrow },
      wideUnits: this.#wideUnits.byteOffset,
      narrowUnits: this.#narrowUnits.byteOffset,
      biases: this.biases.byteOffset,
    };
    this.#spacesAt = rows * bytesOfRow(wideBytes);
  }

  /** Working space of the thread with this number. */
  workingSpace(thread: number): WorkingSpace {
    const known = this.#spaces.get(thread);
    if (known !== undefined) return known;
    const at = this.#spacesAt + thread * spaceBytes(this.wideBytes);
    const space = new WorkingSpace(this.#bytes.buffer, at, this.wideBytes);
    this.#spaces.set(thread, space);
    return space;
  }

  /** Makes rows of a new block unfindable until they are written. */
  clear(first: number, count: number): void {
    this.biases.fill(Number.NEGATIVE_INFINITY, first, first + count);
  }

  /** Writes an encoded row. Scans running meanwhile find it from the moment its bias is there. */
  write(row: number, encoded: Uint8Array, classSlot: number, tagSet: number): void {
    const { wideBytes, at } = this;
    this.biases[row] = Number.NEGATIVE_INFINITY;
    const end = wideBytes + NARROW_BYTES;
    this.#bytes.set(encoded.subarray(0, wideBytes), at.wide + row * wideBytes);
    this.#bytes.set(encoded.subarray(wideBytes, end), at.narrow + row * NARROW_BYTES);
    const numbers = new DataView(encoded.buffer, encoded.byteOffset + end, 12);
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

  /** Copies biases to `masked`, minus infinity where the tag set of the row is not allowed. */
  maskBiases(masked: Float32Array, row: number, count: number, allowed: Uint8Array): void {
    for (let i = 0; i < count; i++)
      masked[i] = allowed[this.tagSets[row + i]!] === 1 ? this.biases[row + i]! : -Infinity;
  }
}

/** The segment in which a row of the gallery lies: all have the same number of rows. */
export function segmentOf(segments: readonly Segment[], row: number): Segment {
  return segments[Math.floor(row / segments[0]!.rows)]!;
}
