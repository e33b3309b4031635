/** What a migration is, and the columns that sealed tables share. */
import { type Kysely, sql } from 'kysely';
import type { Schema } from '../schema.ts';

export interface Migration {
  readonly version: number;
  readonly name: string;
  up(trx: Kysely<Schema>, kind: 'sqlite' | 'postgres'): Promise<void>;
}

/** Columns of a table whose rows are sealed; `bytes` is the database's type for bytes. */
export const sealedColumns = (bytes: 'blob' | 'bytea') =>
  sql.raw(`kek_id text not null references key_encryption_keys (id),
    data_key ${bytes} not null check (length(data_key) = 60),
    body ${bytes} not null,
    signature ${bytes} not null check (length(signature) = 32)`);
