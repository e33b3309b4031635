/** Which row belongs to which class: the index of the gallery, and the only writer of its rows. */

import { ClassSlots } from './class-slots.ts';
import { BLOCK_ROWS, bytesOfRow, createSegment, Segment, type SegmentHandle } from './segment.ts';
import { SlotTable } from './slot-table.ts';
import { createTagSets, type TagSets } from './tag-sets.ts';

/** A class as its row is written. */
export interface ClassRow {
  readonly classId: bigint;
  /** Sorted, unique. */
  readonly tags: readonly string[];
  /** The encoded vector. */
  readonly row: Uint8Array;
}

/** What a search of a partition looks at. */
export interface SearchScope {
  /** First row and number of rows of each range, rising. */
  readonly ranges: Uint32Array;
  /** By tag set; undefined: every row. */
  readonly allowed: Uint8Array | undefined;
  /** How many carry the tags. */
  readonly classes: number;
  /** How many rows the ranges have. */
  readonly rows: number;
}

interface Partition {
  readonly slots: SlotTable;
  readonly blocks: number[];
  readonly free: number[];
  /** Classes by tag set. */
  readonly counts: Map<number, number>;
  readonly tagSets: TagSets;
  /** Its blocks as ranges, once a search has asked for them. */
  ranges: Uint32Array | undefined;
}

/** Bytes of the index beside the rows, for each class: id, tag set, row, place in a table. */
export const INDEX_BYTES = 30;

export interface RowsOptions {
  readonly wideBytes: number;
  /** Rows of each segment, a multiple of `BLOCK_ROWS`. */
  readonly segmentRows: number;
  /** Bytes that the gallery may take. */
  readonly limit: number;
  readonly onSegment: (handle: SegmentHandle) => void;
}

/** Thrown when a class does not fit any more. */
export class GalleryFull extends Error {
  override readonly name = 'GalleryFull';
}

export class GalleryRows {
  readonly #options: RowsOptions;
  readonly #partitions = new Map<string, Partition>();
  readonly #segments: Segment[] = [];
  readonly #classes = new ClassSlots();
  readonly #freeBlocks: number[] = [];
  /** By block, the greatest id that it has held. */
  readonly #greatest: bigint[] = [];
  #blocks = 0;
  classes = 0;

  constructor(options: RowsOptions) {
    this.#options = options;
  }

  /** Bytes of memory in use. */
  get bytes(): number {
    const used = this.#blocks - this.#freeBlocks.length;
    return used * BLOCK_ROWS * bytesOfRow(this.#options.wideBytes) + this.classes * INDEX_BYTES;
  }

  classIdOf(slot: number): bigint {
    return this.#classes.idOf(slot);
  }

  /** Writes a class in place of what there was of it. @throws GalleryFull */
  put(partitionName: string, { classId, tags, row: encoded }: ClassRow): void {
    this.remove(partitionName, classId);
    const partition = this.#partition(partitionName);
    if (partition.free.length === 0) this.#addBlock(partition);
    const tagSet = partition.tagSets.numberOf(tags);
    const row = partition.free.pop()!;
    const slot = this.#classes.add(classId, tagSet, row);
    partition.slots.add(slot);
    const block = Math.floor(row / BLOCK_ROWS);
    if (classId > this.#greatest[block]!) this.#greatest[block] = classId;
    this.#count(partition, tagSet, 1);
    this.#segmentOf(row).write(row % this.#options.segmentRows, encoded, slot, tagSet);
  }

  /** False: there was no such class. */
  remove(partitionName: string, classId: bigint): boolean {
    const partition = this.#partitions.get(partitionName);
    const slot = partition?.slots.slotOf(classId);
    if (partition === undefined || slot === undefined) return false;
    const row = this.#classes.rowOf(slot);
    this.#segmentOf(row).erase(row % this.#options.segmentRows);
    partition.free.push(row);
    partition.slots.delete(classId);
    this.#count(partition, this.#classes.tagSetOf(slot), -1);
    this.#classes.release(slot);
    if (partition.slots.size === 0) this.#release(partitionName, partition);
    return true;
  }

  /** Every class goes. */
  clear(): void {
    for (const [name, { slots }] of this.#partitions)
      for (const slot of [...slots.slots()]) this.remove(name, this.#classes.idOf(slot));
  }

  /** What a search for classes with all of the tags, and of greater ids, looks at. */
  scope(partitionName: string, tags: readonly string[], after?: bigint): SearchScope {
    const partition = this.#partitions.get(partitionName);
    if (partition === undefined)
      return { ranges: new Uint32Array(), allowed: undefined, classes: 0, rows: 0 };
    const allowed = tags.length === 0 ? undefined : partition.tagSets.holding(tags);
    let classes = 0;
    for (const [tagSet, count] of partition.counts)
      if (allowed === undefined || allowed[tagSet] === 1) classes += count;
    const { blocks } = partition;
    if (after === undefined) {
      partition.ranges ??= this.#ranges(blocks);
      return { ranges: partition.ranges, allowed, classes, rows: blocks.length * BLOCK_ROWS };
    }
    const within = blocks.filter((block) => this.#greatest[block]! > after);
    return { ranges: this.#ranges(within), allowed, classes, rows: within.length * BLOCK_ROWS };
  }

  #partition(name: string): Partition {
    const known = this.#partitions.get(name);
    if (known !== undefined) return known;
    const slots = new SlotTable(this.#classes);
    const tagSets = createTagSets();
    const partition: Partition = {
      ...{ slots, blocks: [], free: [], counts: new Map(), tagSets },
      ranges: undefined,
    };
    this.#partitions.set(name, partition);
    return partition;
  }

  #count(partition: Partition, tagSet: number, change: 1 | -1): void {
    const count = (partition.counts.get(tagSet) ?? 0) + change;
    partition.counts.set(tagSet, count);
    if (count === 0) {
      partition.counts.delete(tagSet);
      partition.tagSets.release(tagSet);
    }
    this.classes += change;
  }

  #addBlock(partition: Partition): void {
    const { segmentRows, wideBytes, limit, onSegment } = this.#options;
    const bytes = BLOCK_ROWS * bytesOfRow(wideBytes);
    if (this.bytes + bytes > limit)
      throw new GalleryFull(
        'the gallery needs more memory than it may take (PROSOPON_GALLERY_MEMORY)',
      );
    const block = this.#freeBlocks.pop() ?? this.#blocks++;
    const first = block * BLOCK_ROWS;
    if (first >= this.#segments.length * segmentRows) {
      const handle = createSegment(segmentRows, wideBytes);
      this.#segments.push(new Segment(handle));
      onSegment(handle);
    }
    this.#segmentOf(first).clear(first % segmentRows, BLOCK_ROWS);
    this.#greatest[block] = 0n;
    partition.blocks.push(block);
    partition.ranges = undefined;
    for (let row = first + BLOCK_ROWS - 1; row >= first; row--) partition.free.push(row);
  }

  /** Gives the blocks of an empty partition back. */
  #release(name: string, partition: Partition): void {
    this.#freeBlocks.push(...partition.blocks);
    this.#partitions.delete(name);
  }

  #segmentOf(row: number): Segment {
    return this.#segments[Math.floor(row / this.#options.segmentRows)]!;
  }

  /** Blocks that follow each other in one segment, as ranges. */
  #ranges(blocks: readonly number[]): Uint32Array {
    const ranges: number[] = [];
    for (const block of blocks.toSorted((p, q) => p - q)) {
      const first = block * BLOCK_ROWS;
      const last = ranges.length - 2;
      const follows = last >= 0 && ranges[last]! + ranges[last + 1]! === first;
      if (follows && first % this.#options.segmentRows !== 0) ranges[last + 1]! += BLOCK_ROWS;
      else ranges.push(first, BLOCK_ROWS);
    }
    return Uint32Array.from(ranges);
  }
}
