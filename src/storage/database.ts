/** The database for all layers: read freely, written through retried transactions. */
import type { Kysely, Transaction } from 'kysely';
import type { Schema } from './schema.ts';

export interface WriteOptions {
  /** Does not wait for other writers. For rows that no other caller writes, such as a new entry. */
  readonly atOnce?: boolean;
}

export interface Database {
  /** For reads; every write goes through `write`. */
  readonly db: Kysely<Schema>;
  readonly kind: 'sqlite' | 'postgres';
  /**
   * Runs `fn` in a serialisable transaction. Conflicts with other writers are retried with jitter,
   * so `fn` may run more than once and must have no effect outside the transaction. On SQLite it
   * holds the only connection: inside it use `trx`, never `db`.
   *
   * On PostgreSQL the writers of a process take turns. All change the same few lists and sums, and
   * would otherwise make each other retry until they give up.
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

/** Further work for a transaction. It can stop the transaction by throwing. */
export type Alongside = (trx: Transaction<Schema>) => Promise<void>;
