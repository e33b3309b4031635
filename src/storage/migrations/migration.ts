/** The form of a migration, and the columns that sealed tables share. */
import { type RawBuilder, sql } from 'kysely';

/** Column types or statements: raw SQL. */
export type Sql = RawBuilder<unknown>;

export interface Migration {
  readonly version: number;
  readonly name: string;
  /**
   * Statements in order; `bytes` is the database's type for bytes. On a cluster, a column and its
   * checks or references are added one after another.
   */
  readonly up: (bytes: Sql, kind: 'sqlite' | 'postgres') => readonly Sql[];
}

/** Columns of a table whose rows are sealed. */
export const sealedColumns = (bytes: Sql): Sql =>
  sql`kek_id text not null references key_encryption_keys (id),
    data_key ${bytes} not null check (length(data_key) = 60),
    body ${bytes} not null,
    signature ${bytes} not null check (length(signature) = 32)`;
