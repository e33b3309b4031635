/** Passkeys of people, and sessions that began with one. */
import { sql } from 'kysely';
import { type Migration, type Sql, sealedColumns } from './migration.ts';

const KINDS = sql.raw(`'face', 'link', 'registration', 'passkey'`);

const passkeys = (bytes: Sql) => [
  sql`create table user_passkeys (
    id text not null primary key check (length(id) = 64),
    user_id text not null references users (id) on delete cascade,
    created text not null check (length(created) = 24),
    last_used text check (length(last_used) = 24),
    counter bigint not null check (counter >= 0),
    synced integer not null check (synced in (0, 1)),
    ${sealedColumns(bytes)},
    seal ${bytes} check (length(seal) = 32)
  )`,
  sql`create index user_passkeys_by_user on user_passkeys (user_id)`,
  sql`create index user_passkeys_by_kek on user_passkeys (kek_id)`,
  sql`alter table users add column passkeys integer`,
];

/** SQLite changes no check of a table that is there: the rows move, with their seals. */
const sessionsOfSqlite = (bytes: Sql) => [
  sql`create table sessions_of_any_kind (
    id text not null primary key check (length(id) = 64),
    user_id text not null references users (id) on delete cascade,
    created text not null check (length(created) = 24),
    expires text not null check (length(expires) = 24),
    kind text not null check (kind in (${KINDS})),
    seal ${bytes} check (length(seal) = 32),
    second_factor integer check (second_factor = 1),
    browser text,
    network text,
    last_seen text check (length(last_seen) = 24)
  )`,
  sql`insert into sessions_of_any_kind
    (id, user_id, created, expires, kind, seal, second_factor)
    select id, user_id, created, expires, kind, seal, second_factor from account_sessions`,
  sql`drop table account_sessions`,
  sql`alter table sessions_of_any_kind rename to account_sessions`,
  sql`create index account_sessions_by_user on account_sessions (user_id)`,
  sql`create index account_sessions_by_end on account_sessions (expires)`,
];

const sessionsOfPostgres = () => [
  sql`alter table account_sessions drop constraint account_sessions_kind_check`,
  sql`alter table account_sessions add constraint account_sessions_kind_check
    check (kind in (${KINDS}))`,
  sql`alter table account_sessions add column browser text`,
  sql`alter table account_sessions add column network text`,
  sql`alter table account_sessions add column last_seen text`,
  sql`alter table account_sessions add constraint account_sessions_last_seen_check
    check (length(last_seen) = 24)`,
];

export const PASSKEYS: Migration = {
  version: 21,
  name: 'passkeys',
  up: (bytes, kind) => [
    ...passkeys(bytes),
    ...(kind === 'sqlite' ? sessionsOfSqlite(bytes) : sessionsOfPostgres()),
  ],
};
