/** The working space of a scan thread in a segment: probes, lists of their best rows, a mask. */

import type { BestRows } from './best-rows.ts';
import { PAIR_BYTES } from './kernel.ts';
import type { EncodedProbePart } from './vector-encoder.ts';

/** Rows that one call of the kernel looks at: narrow, they stay in the caches of a core. */
export const CHUNK_ROWS = 512;
/** Probes that share one pass. */
export const MOST_PROBES = 32;
/** Pairs that a list holds. One at most half full has room for the pairs of one chunk. */
export const LIST_PAIRS = 2 * CHUNK_ROWS;

/** Record of a probe, in 32-bit words; see `wasm/assembly/gallery.ts`. */
const OFFSET = 0;
const UNIT = 1;
const THRESHOLD = 2;
const LIST = 3;
const END = 4;
const NIBBLE = 5;
const BYTES = 8;

/** Bytes of a record. */
const recordBytes = (wideBytes: number): number => BYTES * 4 + wideBytes;

/** Bytes of the space of one thread. */
export const spaceBytes = (wideBytes: number): number =>
  MOST_PROBES * (recordBytes(wideBytes) + LIST_PAIRS * PAIR_BYTES) + CHUNK_ROWS * 4;

export class WorkingSpace {
  /** Address of the first record, and bytes from one to the next. */
  readonly probes: number;
  readonly stride: number;
  /** Biases of a chunk, minus infinity where a row is not to be looked at. */
  readonly mask: Float32Array;
  /** Row numbers (even places) and scores (odd places) of the lists, and the same as floats. */
  readonly #words: Uint32Array;
  readonly #floats: Float32Array;
  readonly #integers: Int32Array;
  readonly #bytes: Int8Array;
  readonly #lists: number;

  constructor(buffer: ArrayBufferLike, at: number, wideBytes: number) {
    this.probes = at;
    this.stride = recordBytes(wideBytes);
    this.#lists = at + MOST_PROBES * this.stride;
    this.mask = new Float32Array(
      buffer,
      this.#lists + MOST_PROBES * LIST_PAIRS * PAIR_BYTES,
      CHUNK_ROWS,
    );
    this.#words = new Uint32Array(buffer);
    this.#floats = new Float32Array(buffer);
    this.#integers = new Int32Array(buffer);
    this.#bytes = new Int8Array(buffer);
  }

  /** Writes the record of a probe; its list is empty. */
  setProbe(probe: number, { bytes, unit, offset }: EncodedProbePart, threshold: number): void {
    const at = this.#record(probe);
    this.#integers[at + NIBBLE] = 15;
    this.#integers[at + OFFSET] = offset;
    this.#floats[at + UNIT] = unit;
    this.#bytes.set(bytes, (at + BYTES) * 4);
    this.#words[at + LIST] = this.listAt(probe);
    this.#restart(at, threshold);
  }

  /** Moves the list of a probe to its best rows, and goes on with their threshold. */
  collect(probe: number, best: BestRows): void {
    const at = this.#record(probe);
    const list = this.listAt(probe) / 4;
    const end = this.#words[at + END]! / 4;
    best.add(this.#words.subarray(list, end), this.#floats.subarray(list, end));
    this.#restart(at, best.threshold);
  }

  /** Address of the list of a probe. */
  listAt(probe: number): number {
    return this.#lists + probe * LIST_PAIRS * PAIR_BYTES;
  }

  /** Row numbers and scores of the list of a probe, one after the other, in two views. */
  pairs(probe: number): { readonly rows: Uint32Array; readonly scores: Float32Array } {
    const list = this.listAt(probe) / 4;
    return {
      rows: this.#words.subarray(list, list + 2 * LIST_PAIRS),
      scores: this.#floats.subarray(list, list + 2 * LIST_PAIRS),
    };
  }

  #record(probe: number): number {
    return (this.probes + probe * this.stride) / 4;
  }

  #restart(record: number, threshold: number): void {
    this.#floats[record + THRESHOLD] = threshold;
    this.#words[record + END] = this.#words[record + LIST]!;
  }
}
