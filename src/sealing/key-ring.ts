/** The seam between those who keep sealed rows and the key ring that seals and opens them. */

import type { SealedColumns } from '../storage/columns.ts';
import type { Schema } from '../storage/schema.ts';
import type { BoundTable } from './bound-tables.ts';

/**
 * What a sealed row is and where it belongs. It opens only under the binding it was sealed with:
 * moved to another row, class or client it does not.
 */
export interface Binding {
  /** Kind of row, such as `template`. */
  readonly purpose: string;
  readonly parts: readonly (string | number | bigint)[];
}

/** Sealed bytes that do not open: flipped, moved, or sealed with a key that is gone. */
export class SealBroken extends Error {
  override readonly name = 'SealBroken';
}

export interface Sealer {
  seal(binding: Binding, plain: Uint8Array): SealedColumns;
}

export interface Opener {
  /** @throws SealBroken */
  open(binding: Binding, sealed: SealedColumns): Buffer;
}

export type BoundRow<T extends BoundTable> = Omit<Schema[T], 'seal'>;

/** A row that was not written by the service, and was therefore not used. */
export interface RefusedRow {
  readonly table: BoundTable;
  /** Its primary key as text. */
  readonly key: string;
}

export interface RewrapOptions {
  readonly onProgress?: (done: number, total: number) => void;
  readonly signal?: AbortSignal;
}

export interface RewrapReport {
  readonly rewrapped: number;
  /** Rows that did not open; they and the key that sealed them are left as they are. */
  readonly corrupted: number;
  /** Older keys that nothing needs any more. */
  readonly erasedKeys: number;
}
