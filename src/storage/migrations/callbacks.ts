/** Results that calls asked to be sent to an address. */
import { sql } from 'kysely';
import { type Migration, sealedColumns } from './migration.ts';

export const CALLBACKS: Migration = {
  version: 27,
  name: 'callbacks',
  up: (bytes) => [
    sql`create table callbacks (
      id text not null primary key check (length(id) = 36),
      client_id text not null references clients (id) on delete cascade,
      created text not null check (length(created) = 24),
      state text not null check (state in ('running', 'owed', 'retried', 'failed', 'taken')),
      attempts integer not null check (attempts >= 0),
      due_ms bigint not null,
      ${sealedColumns(bytes)}
    )`,
    sql`create index callbacks_by_client on callbacks (client_id, state)`,
    sql`create index callbacks_by_time on callbacks (due_ms)`,
    sql`create index callbacks_by_kek on callbacks (kek_id)`,
  ],
};
