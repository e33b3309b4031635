/** What the gallery holds: rows of the classes that can be found, and who was left out and why. */

import type { Bcid } from '../../bcid.ts';
import { TemplateCorrupted } from '../../templates/template.ts';
import { partitionNameOf } from '../gallery.ts';
import type { LeftOut, PreparedBatch } from './prepare.ts';
import type { GalleryRows } from './rows.ts';

export interface ContentOptions {
  readonly rows: GalleryRows;
  /** Bytes of an encoded row. */
  readonly rowBytes: number;
  /** Receives a template that failed its check. */
  readonly onCorrupted: (error: TemplateCorrupted) => void;
}

export class GalleryContent {
  readonly #options: ContentOptions;
  /** By partition and class. */
  readonly #leftOut = new Map<string, Map<bigint, LeftOut>>();
  /** Counts up with every change. */
  version = 0;

  constructor(options: ContentOptions) {
    this.#options = options;
  }

  /**
   * Takes classes in, and overwrites the batch. @param skipped whether to leave a class as it is
   * @throws GalleryFull
   */
  take(batch: PreparedBatch, skipped: (bcid: Bcid) => boolean = () => false): void {
    try {
      this.#takeIn(batch, skipped);
    } finally {
      batch.rows.fill(0);
    }
  }

  #takeIn(batch: PreparedBatch, skipped: (bcid: Bcid) => boolean): void {
    const { storage, partition, classIds, tagSets, tagSetOf, leftOut, rows } = batch;
    const { rowBytes, onCorrupted } = this.#options;
    const name = partitionNameOf(batch);
    let from = 0;
    for (const [i, classId] of classIds.entries()) {
      const reason = leftOut.get(i);
      const row = rows.subarray(from, reason === undefined ? from + rowBytes : from);
      from += row.length;
      const bcid = { storage, partition, classId };
      if (skipped(bcid)) continue;
      if (reason !== undefined) {
        this.remove(bcid);
        const others = this.#leftOut.get(name) ?? new Map<bigint, LeftOut>();
        this.#leftOut.set(name, others.set(classId, reason));
        if (reason === 'corrupted') onCorrupted(new TemplateCorrupted(bcid));
        continue;
      }
      this.#forgetLeftOut(bcid);
      const tags = tagSets[tagSetOf[i]!]!;
      this.#options.rows.put(name, { classId, tags, row });
      this.version++;
    }
  }

  remove(bcid: Bcid): void {
    this.#forgetLeftOut(bcid);
    if (this.#options.rows.remove(partitionNameOf(bcid), bcid.classId)) this.version++;
  }

  #forgetLeftOut(bcid: Bcid): void {
    // Nearly always there are none, and a name takes longer to make than to look for.
    if (this.#leftOut.size > 0) this.#leftOut.get(partitionNameOf(bcid))?.delete(bcid.classId);
  }

  /** Everything goes. */
  clear(): void {
    this.#leftOut.clear();
    this.#options.rows.clear();
    this.version++;
  }

  /** @param partitionName absent: of all */
  leftOut(reason: LeftOut, partitionName?: string): number {
    let count = 0;
    for (const [name, others] of this.#leftOut)
      if (partitionName === undefined || name === partitionName)
        for (const given of others.values()) if (given === reason) count++;
    return count;
  }
}
