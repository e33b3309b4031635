/** Sessions that began with a link by mail. */
import { sql } from 'kysely';
import type { Migration, Sql } from './migration.ts';

const KINDS = sql.raw(`'face', 'link', 'registration', 'passkey', 'mail'`);
const COLUMNS = sql.raw(
  'id, user_id, created, expires, kind, seal, second_factor, browser, network, last_seen',
);

/** SQLite changes no check of a table that is there: the rows move, with their seals. */
const sessionsOfSqlite = (bytes: Sql) => [
  sql`create table sessions_with_mail (
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
  sql`insert into sessions_with_mail (${COLUMNS}) select ${COLUMNS} from account_sessions`,
  sql`drop table account_sessions`,
  sql`alter table sessions_with_mail rename to account_sessions`,
  sql`create index account_sessions_by_user on account_sessions (user_id)`,
  sql`create index account_sessions_by_end on account_sessions (expires)`,
];

const sessionsOfPostgres = () => [
  sql`alter table account_sessions drop constraint account_sessions_kind_check`,
  sql`alter table account_sessions add constraint account_sessions_kind_check
    check (kind in (${KINDS}))`,
];

export const MAIL_SESSIONS: Migration = {
  version: 23,
  name: 'sessions by mail',
  up: (bytes, kind) => (kind === 'sqlite' ? sessionsOfSqlite(bytes) : sessionsOfPostgres()),
};
