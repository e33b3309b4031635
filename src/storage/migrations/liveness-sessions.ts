/** Liveness sessions: what applications demand of a person at a camera, and the outcome. */
import { sql } from 'kysely';
import { type Migration, sealedColumns } from './migration.ts';

export const LIVENESS_SESSIONS: Migration = {
  version: 26,
  name: 'liveness sessions',
  up: (bytes) => [
    sql`create table liveness_sessions (
      id text not null primary key check (length(id) = 36),
      client_id text not null references clients (id) on delete cascade,
      created text not null check (length(created) = 24),
      expires text not null check (length(expires) = 24),
      readable_until text not null check (length(readable_until) = 24),
      ended text check (ended in ('succeeded', 'failed')),
      ${sealedColumns(bytes)},
      seal ${bytes} check (length(seal) = 32)
    )`,
    sql`create index liveness_sessions_by_client on liveness_sessions (client_id)`,
    sql`create index liveness_sessions_by_end on liveness_sessions (readable_until)`,
    sql`create index liveness_sessions_by_kek on liveness_sessions (kek_id)`,
  ],
};
