/** The seam between those who keep sealed rows and the key ring that seals and opens them. */
import type { Kysely } from 'kysely';
import type { Schema, SealedColumns } from './schema.ts';

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

/** Key-encryption keys of the database, unwrapped by the master key. */
export interface KeyRing {
  /** Sealer with the newest key as the transaction `trx` sees it. */
  sealer(trx: Kysely<Schema>): Promise<Sealer>;
  /** @throws SealBroken */
  open(db: Kysely<Schema>, binding: Binding, sealed: SealedColumns): Promise<Buffer>;
  /** For many rows, which it opens at once: those sealed with these keys, by `kek_id`. */
  opener(db: Kysely<Schema>, keyIds: Iterable<string>): Promise<Opener>;
  /**
   * 32 bytes for another use, derived from the master key: the same for every process of this
   * database, not in it, and not changed by `rotate`.
   */
  derive(purpose: string): Uint8Array;
  /** Makes a new key, used from now on; what older keys sealed still opens. Returns its id. */
  rotate(): Promise<string>;
  /**
   * Re-wraps every row sealed by an older key, in batches, then erases the older keys. Other
   * processes may write meanwhile. Safe to stop and run again.
   */
  rewrap(options?: RewrapOptions): Promise<RewrapReport>;
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
