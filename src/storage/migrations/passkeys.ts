/** Passkeys of people, and sessions that began with one. */
import { sql } from 'kysely';
import { type Migration, type Sql, sealedColumns } from './migration.ts';
import { checkKinds, moveSessions } from './session-kinds.ts';

const KINDS = sql.raw(`'face', 'link', 'registration', 'passkey'`);
const COLUMNS = sql.raw('id, user_id, created, expires, kind, seal, second_factor');

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

const sessionsOfPostgres = () => [
  ...checkKinds(KINDS),
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
    ...(kind === 'sqlite'
      ? moveSessions('sessions_of_any_kind', KINDS, COLUMNS, bytes)
      : sessionsOfPostgres()),
  ],
};
