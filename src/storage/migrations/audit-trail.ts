/** The audit trail: a chain of entries, and the marks of its beginning and end. */
import { sql } from 'kysely';
import type { Migration } from './migration.ts';

export const AUDIT_TRAIL: Migration = {
  version: 2,
  name: 'audit trail',
  up: (bytes) => [
    sql`create table audit_entries (
      seq bigint not null primary key check (seq > 0),
      time text check (length(time) = 24),
      event text,
      client_id text,
      transaction_id text,
      entry text,
      digest ${bytes} not null check (length(digest) = 32),
      hash ${bytes} not null check (length(hash) = 32),
      pruned ${bytes} check (length(pruned) = 32)
    )`,
    sql`create index audit_entries_by_time on audit_entries (time)`,
    sql`create index audit_entries_by_client on audit_entries (client_id, seq)`,
    sql`create index audit_entries_by_transaction
      on audit_entries (transaction_id, seq)`,
    sql`create table audit_marks (
      name text not null primary key check (name in ('floor', 'head')),
      seq bigint not null check (seq > 0),
      hash ${bytes} not null check (length(hash) = 32),
      seal ${bytes} not null check (length(seal) = 32)
    )`,
  ],
};
