/** Extends the list of session kinds. */
import { sql } from 'kysely';
import type { Sql } from './migration.ts';

/** SQLite cannot change a check of an existing table, so the rows move, with their seals. */
export const moveSessions = (through: string, kinds: Sql, columns: Sql, bytes: Sql) => [
  sql`create table ${sql.raw(through)} (
    id text not null primary key check (length(id) = 64),
    user_id text not null references users (id) on delete cascade,
    created text not null check (length(created) = 24),
    expires text not null check (length(expires) = 24),
    kind text not null check (kind in (${kinds})),
    seal ${bytes} check (length(seal) = 32),
    second_factor integer check (second_factor = 1),
    browser text,
    network text,
    last_seen text check (length(last_seen) = 24)
  )`,
  sql`insert into ${sql.raw(through)} (${columns}) select ${columns} from account_sessions`,
  sql`drop table account_sessions`,
  sql`alter table ${sql.raw(through)} rename to account_sessions`,
  sql`create index account_sessions_by_user on account_sessions (user_id)`,
  sql`create index account_sessions_by_end on account_sessions (expires)`,
];

export const checkKinds = (kinds: Sql) => [
  sql`alter table account_sessions drop constraint account_sessions_kind_check`,
  sql`alter table account_sessions add constraint account_sessions_kind_check
    check (kind in (${kinds}))`,
];
