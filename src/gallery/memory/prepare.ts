/** Templates made ready for the gallery: a row for each, or why it is left out. */
import type { Bcid } from '../../bcid.ts';
import { classVector } from '../../templates/class-vector.ts';
import { unpackVector } from '../../templates/record.ts';
import {
  type PackedTemplate,
  type StoredVectors,
  TemplateCorrupted,
} from '../../templates/template.ts';
import { galleryTags } from '../gallery.ts';
import type { VectorEncoder } from './vector-encoder.ts';

/** Why a template cannot be found. */
export type LeftOut = 'otherEncoder' | 'corrupted';

/** Classes of one partition in columns, which are cheap to send to another thread. */
export interface PreparedBatch {
  readonly storage: string;
  readonly partition: string;
  readonly classIds: BigInt64Array;
  /** Sets of tags that occur, and by class the number of its own. */
  readonly tagSets: readonly (readonly string[])[];
  readonly tagSetOf: Uint16Array;
  /** By place in the batch. */
  readonly leftOut: ReadonlyMap<number, LeftOut>;
  /** Encoded rows of the classes that are not left out, one after the other. */
  readonly rows: Uint8Array<ArrayBuffer>;
}

/** Makes templates ready, page by page; those of other encoder versions are left out. */
export function createPreparer(encoder: VectorEncoder, encoderVersion: number) {
  const rows = new RowBuffer(encoder);
  const vectorBytes = 2 * encoder.dimension;
  const isComparable = (template: PackedTemplate) =>
    template.encoderVersion === encoderVersion &&
    template.vectors.every(({ length }) => length === vectorBytes);
  return {
    /** Batches, one a partition. Templates of a partition must follow each other. */
    prepare(templates: Iterable<StoredVectors>) {
      const batches: PreparedBatch[] = [];
      let columns: Columns | undefined;
      for (const { bcid, template } of templates) {
        if (columns === undefined || !columns.isOf(bcid)) {
          if (columns !== undefined) batches.push(columns.finish(rows.take()));
          columns = new Columns(bcid);
        }
        if (template instanceof TemplateCorrupted) columns.leaveOut(bcid, 'corrupted');
        else if (!isComparable(template)) columns.leaveOut(bcid, 'otherEncoder');
        else {
          rows.add(template.vectors);
          columns.add(bcid, galleryTags(template.tags, template.consented));
        }
      }
      if (columns !== undefined) batches.push(columns.finish(rows.take()));
      encoder.forget();
      return batches;
    },
  };
}

/** Grows to the largest batch. No row stays in it: its class may be erased. */
class RowBuffer {
  readonly #encoder: VectorEncoder;
  #bytes = new Uint8Array(0);
  #used = 0;

  constructor(encoder: VectorEncoder) {
    this.#encoder = encoder;
  }

  /** @param samples the vectors of a class */
  add(samples: readonly Uint8Array[]): void {
    const end = this.#used + this.#encoder.format.bytes;
    if (end > this.#bytes.length) {
      const larger = new Uint8Array(2 * end);
      larger.set(this.#bytes);
      this.#bytes.fill(0);
      this.#bytes = larger;
    }
    const row = this.#bytes.subarray(this.#used, end);
    if (samples.length === 1) this.#encoder.encodeSteps(samples[0]!, row);
    else {
      const vectors = samples.map(unpackVector);
      const mean = classVector(vectors);
      this.#encoder.encodeRow(mean, row);
      for (const vector of [...vectors, mean]) vector.fill(0);
    }
    this.#used = end;
  }

  /** What was added since the last time. */
  take(): Uint8Array<ArrayBuffer> {
    const taken = this.#bytes.slice(0, this.#used);
    this.#bytes.fill(0, 0, this.#used);
    this.#used = 0;
    return taken;
  }
}

class Columns {
  readonly #partition: Omit<Bcid, 'classId'>;
  readonly #classIds: bigint[] = [];
  readonly #tagSetOf: number[] = [];
  readonly #tagSets = new Map<
    string,
    { readonly number: number; readonly tags: readonly string[] }
  >();
  readonly #leftOut = new Map<number, LeftOut>();

  constructor({ storage, partition }: Bcid) {
    this.#partition = { storage, partition };
  }

  isOf({ storage, partition }: Bcid): boolean {
    return this.#partition.partition === partition && this.#partition.storage === storage;
  }

  add({ classId }: Bcid, tags: readonly string[]): void {
    const name = tags.join('\n');
    const known = this.#tagSets.get(name) ?? { number: this.#tagSets.size, tags };
    this.#tagSets.set(name, known);
    this.#classIds.push(classId);
    this.#tagSetOf.push(known.number);
  }

  leaveOut(bcid: Bcid, reason: LeftOut): void {
    this.#leftOut.set(this.#classIds.length, reason);
    this.add(bcid, []);
  }

  finish(rows: Uint8Array<ArrayBuffer>): PreparedBatch {
    return {
      ...this.#partition,
      classIds: BigInt64Array.from(this.#classIds),
      tagSets: Array.from(this.#tagSets.values(), ({ tags }) => tags),
      tagSetOf: Uint16Array.from(this.#tagSetOf),
      leftOut: this.#leftOut,
      rows,
    };
  }
}
