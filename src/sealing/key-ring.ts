/** The interface between owners of sealed rows and the key ring that seals and opens them. */

import type { Schema, SealedColumns } from '../storage/schema.ts';
import type { BoundTable } from './bound-tables.ts';

/**
 * The kind and place of a sealed row. A row only opens under its own binding: it does not open in
 * another row, class or client.
 */
export interface Binding {
  /** Kind of row, such as `template`. */
  readonly purpose: string;
  readonly parts: readonly (string | number | bigint)[];
  /** Of biometric data: the client whose key encrypts them beneath the seal. */
  readonly client?: { readonly storage: string; readonly partition: string };
}

/** Sealed bytes that do not open: altered, moved, or sealed with a key that is gone. */
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

/** A row that the service did not write, and therefore did not use. */
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
  /** Rows that did not open. They and their key stay. */
  readonly corrupted: number;
  /** Older keys that are no longer needed. */
  readonly erasedKeys: number;
}
