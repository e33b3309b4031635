/** The seam between those who keep sealed rows and the key ring that seals and opens them. */
import type { Kysely, Transaction } from 'kysely';
import type { SealedColumns } from '../storage/columns.ts';
import type { Schema } from '../storage/schema.ts';

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

/** Tables whose rows say what somebody may do: each row ends in a keyed seal. */
export type BoundTable =
  | 'settings'
  | 'encoder_versions'
  | 'clients'
  | 'client_keys'
  | 'users'
  | 'user_totp'
  | 'face_consents'
  | 'application_consents'
  | 'account_sessions'
  | 'account_links'
  | 'sign_ins';

export type BoundRow<T extends BoundTable> = Omit<Schema[T], 'seal'>;

/** A row that was not written by the service, and was therefore not used. */
export interface RefusedRow {
  readonly table: BoundTable;
  /** Its primary key as text. */
  readonly key: string;
}

/**
 * Rows that are written with a seal and read only if it holds: HMAC-SHA-256 over table, columns and
 * values, under a key that is not in the database. `row` is always a whole one, as it was read.
 */
export interface BoundRows {
  insert<T extends BoundTable>(trx: Transaction<Schema>, table: T, row: BoundRow<T>): Promise<void>;
  /** Compares and swaps on the seal. @throws RecordRefused, WriteConflict */
  update<T extends BoundTable>(
    trx: Transaction<Schema>,
    table: T,
    row: Schema[T],
    change: Partial<BoundRow<T>>,
  ): Promise<void>;
  delete<T extends BoundTable>(trx: Transaction<Schema>, table: T, row: Schema[T]): Promise<void>;
  /** Deletes all rows whose columns are these, also ones whose seals do not hold; returns how many. */
  deleteAll<T extends BoundTable>(
    trx: Transaction<Schema>,
    table: T,
    columns: Partial<BoundRow<T>>,
  ): Promise<number>;
  /** The row, whose seal holds. @throws RecordRefused */
  checked<T extends BoundTable>(table: T, row: Schema[T]): Schema[T];
  /** Whether its seal holds. */
  holds<T extends BoundTable>(table: T, row: Schema[T]): boolean;
  /** Those rows whose seals hold. */
  sound<T extends BoundTable>(table: T, rows: readonly Schema[T][]): Schema[T][];
  /** Hears of every row that was refused. */
  onRefused(listener: (row: RefusedRow) => void): void;
}

/** Key-encryption keys of the database, unwrapped by the master key. */
export interface KeyRing {
  readonly rows: BoundRows;
  /** This process has just bound the rows of a database that an older release made. */
  readonly newlyBound: boolean;
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
