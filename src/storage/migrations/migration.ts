/** The form of a migration, and the columns that tables share. */
import { type RawBuilder, sql } from 'kysely';

/** Column types or statements: raw SQL. */
export type Sql = RawBuilder<unknown>;

export interface Migration {
  readonly version: number;
  readonly name: string;
  /**
   * Statements in order; `bytes` is the database's type for bytes. On a cluster, a later migration
   * adds a column in one statement and its checks or references in another.
   */
  readonly up: (bytes: Sql, kind: 'sqlite' | 'postgres') => readonly Sql[];
}

/** Columns of a table whose rows are sealed. */
export const sealedColumns = (bytes: Sql): Sql =>
  sql`kek_id text not null references key_encryption_keys (id),
    data_key ${bytes} not null check (length(data_key) = 60),
    body ${bytes} not null,
    signature ${bytes} not null check (length(signature) = 32)`;

/** The seal of a row that grants something. */
export const sealColumn = (bytes: Sql): Sql =>
  sql`seal ${bytes} not null check (length(seal) = 32)`;
