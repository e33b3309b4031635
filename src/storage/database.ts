/** The database for all layers: read freely, written through retried transactions. */
import type { Kysely, Transaction } from 'kysely';
import type { Schema } from './schema.ts';

export interface WriteOptions {
  /**
   * `repeatable read`: for work whose rows are compared and swapped, so that no other writer changes
   * them unnoticed. On PostgreSQL, neighbours in an index make serialisable transactions fail.
   */
  readonly isolation?: 'serializable' | 'repeatable read';
}

export interface Database {
  /** For reads; every write goes through `write`. */
  readonly db: Kysely<Schema>;
  readonly kind: 'sqlite' | 'postgres';
  /**
   * Runs `fn` in a serialisable transaction, unless `options` say otherwise. Conflicts with other
   * writers are retried with jitter, so `fn` may run more than once and must have no effect outside
   * the transaction. On SQLite it holds the only connection: inside it use `trx`, never `db`.
   * @throws Unavailable the conflicts do not end, or there is no room to write
   */
  write<T>(fn: (trx: Transaction<Schema>) => Promise<T>, options?: WriteOptions): Promise<T>;
  /** Resolves when all that was read is on the disk. SQLite shows commits before they are. */
  onDisk(): Promise<void>;
  /**
   * Erases what a deletion left outside the tables. SQLite: empties the write-ahead log; if another
   * process is reading it, the next `write` tries again. PostgreSQL: nothing to do, because VACUUM
   * reclaims dead rows, which are sealed.
   */
  scrub(): Promise<void>;
  /** Rejects if the database does not answer, or remains unwritable since the last failed write. */
  ping(): Promise<void>;
  close(): Promise<void>;
}

/** A step of another's transaction. It can stop the transaction by throwing. */
export type TransactionStep = (trx: Transaction<Schema>) => Promise<void>;
