/** The database: opened once, migrated, and written through retried transactions. */
import type { Kysely, Transaction } from 'kysely';
import type { Schema } from './schema.ts';

export interface DatabaseLocation {
  /** Holds the embedded database when there is no `databaseUrl`. */
  readonly dataDir: string;
  /** `postgres://…` or undefined. */
  readonly databaseUrl: string | undefined;
}

export interface Database {
  /** For reads; every write goes through `write`. */
  readonly db: Kysely<Schema>;
  readonly kind: 'sqlite' | 'postgres';
  /**
   * Runs `fn` in a serialisable transaction. It may run more than once: conflicts with other
   * writers are retried with jitter, so it must have no effect outside the transaction.
   */
  write<T>(fn: (trx: Transaction<Schema>) => Promise<T>): Promise<T>;
  /** Overwrites what deletions left behind outside the tables (SQLite: the write-ahead log). */
  scrub(): Promise<void>;
  /** Rejects when the database does not answer. */
  ping(): Promise<void>;
  close(): Promise<void>;
}

/**
 * Opens the database and brings its tables up to date; safe when several processes do so at once.
 * @throws ConfigError the database cannot be opened or reached
 */
export async function openDatabase(_location: DatabaseLocation): Promise<Database> {
  throw new Error('not yet');
}
