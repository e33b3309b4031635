/** The database as all use it: read freely, written through retried transactions. */
import type { Kysely, Transaction } from 'kysely';
import type { Schema } from './schema.ts';

export interface WriteOptions {
  /** Waits for no other writer: for few rows that nobody else writes, such as a new entry. */
  readonly atOnce?: boolean;
}

export interface Database {
  /** For reads; every write goes through `write`. */
  readonly db: Kysely<Schema>;
  readonly kind: 'sqlite' | 'postgres';
  /**
   * Runs `fn` in a serialisable transaction. It may run more than once: conflicts with other
   * writers are retried with jitter, so it must have no effect outside the transaction. On SQLite
   * it holds the only connection: inside it use `trx`, never `db`.
   *
   * On PostgreSQL the writers of a process take turns: all change the same few lists and sums, and
   * would make each other begin anew until they give up.
   * @throws Unavailable the conflicts do not end, or there is no room to write
   */
  write<T>(fn: (trx: Transaction<Schema>) => Promise<T>, options?: WriteOptions): Promise<T>;
  /**
   * Erases what a deletion left outside the tables. SQLite: empties the write-ahead log; when
   * another process is reading it, the next `write` tries again. PostgreSQL: nothing to do here,
   * VACUUM reclaims dead rows, which are sealed.
   */
  scrub(): Promise<void>;
  /** Rejects when the database does not answer, or could not be written last and still cannot. */
  ping(): Promise<void>;
  close(): Promise<void>;
}

/** What else belongs into a transaction, which it can stop by throwing. */
export type Alongside = (trx: Transaction<Schema>) => Promise<void>;
