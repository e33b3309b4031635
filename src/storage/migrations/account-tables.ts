/** Tables of accounts of people who log in by face, and records of the OAuth provider. */
import { sql } from 'kysely';
import { type Sql, sealColumn, sealedColumns } from './migration.ts';

export const accountTables = (bytes: Sql): readonly Sql[] => [
  sql`create table users (
    id text not null primary key,
    name text not null check (length(name) between 1 and 64),
    name_key text not null unique,
    email text check (length(email) between 3 and 254),
    confirmed_email_key text unique,
    admin integer not null check (admin in (0, 1)),
    role text,
    role_client text,
    disabled text,
    class_id bigint not null unique check (class_id > 0),
    created text not null check (length(created) = 24),
    totp_created text check (length(totp_created) = 24),
    passkeys integer,
    recovery_codes integer,
    ${sealColumn(bytes)}
  )`,
  ...secondFactors(bytes),
  ...consents(bytes),
  ...signIns(bytes),
  sql`create table oauth_records (
    model text not null,
    id text not null check (length(id) = 64),
    grant_id text,
    uid text,
    user_id text,
    client_id text,
    consumed text check (length(consumed) = 24),
    expires text not null check (length(expires) = 24),
    ${sealedColumns(bytes)},
    ${sealColumn(bytes)},
    primary key (model, id)
  )`,
  sql`create index oauth_records_by_grant on oauth_records (grant_id)`,
  sql`create index oauth_records_by_uid on oauth_records (uid)`,
  sql`create index oauth_records_by_user on oauth_records (user_id)`,
  sql`create index oauth_records_by_end on oauth_records (expires)`,
  sql`create index oauth_records_by_kek on oauth_records (kek_id)`,
];

const secondFactors = (bytes: Sql) => [
  sql`create table user_totp (
    user_id text not null primary key references users (id) on delete cascade,
    confirmed integer not null check (confirmed in (0, 1)),
    last_step integer not null,
    created text not null check (length(created) = 24),
    ${sealedColumns(bytes)},
    ${sealColumn(bytes)}
  )`,
  sql`create index user_totp_by_kek on user_totp (kek_id)`,
  sql`create table user_passkeys (
    id text not null primary key check (length(id) = 64),
    user_id text not null references users (id) on delete cascade,
    created text not null check (length(created) = 24),
    last_used text check (length(last_used) = 24),
    counter bigint not null check (counter >= 0),
    synced integer not null check (synced in (0, 1)),
    ${sealedColumns(bytes)},
    ${sealColumn(bytes)}
  )`,
  sql`create index user_passkeys_by_user on user_passkeys (user_id)`,
  sql`create index user_passkeys_by_kek on user_passkeys (kek_id)`,
  sql`create table user_recovery_codes (
    user_id text not null primary key references users (id) on delete cascade,
    created text not null check (length(created) = 24),
    hashes text not null,
    ${sealColumn(bytes)}
  )`,
];

const consents = (bytes: Sql) => [
  sql`create table face_consents (
    user_id text not null references users (id) on delete cascade,
    given text not null check (length(given) = 24),
    version text not null,
    language text not null,
    text text not null,
    ${sealColumn(bytes)},
    primary key (user_id, given)
  )`,
  sql`create table application_consents (
    user_id text not null references users (id) on delete cascade,
    client_id text not null references clients (id) on delete cascade,
    scopes text not null,
    granted text not null check (length(granted) = 24),
    last_used text not null check (length(last_used) = 24),
    ${sealColumn(bytes)},
    primary key (user_id, client_id)
  )`,
];

const signIns = (bytes: Sql) => [
  sql`create table account_sessions (
    id text not null primary key check (length(id) = 64),
    user_id text references users (id) on delete cascade,
    created text not null check (length(created) = 24),
    expires text not null check (length(expires) = 24),
    kind text not null check (kind in ('face', 'link', 'registration', 'passkey', 'mail', 'provider')),
    administrator text check ((administrator is null) = (user_id is not null)),
    second_factor integer check (second_factor = 1),
    browser text,
    network text,
    last_seen text check (length(last_seen) = 24),
    browser_id text,
    ${sealColumn(bytes)}
  )`,
  sql`create index account_sessions_by_user on account_sessions (user_id)`,
  sql`create index account_sessions_by_end on account_sessions (expires)`,
  sql`create table account_links (
    id text not null primary key check (length(id) = 64),
    user_id text not null references users (id) on delete cascade,
    purpose text not null check (purpose in ('confirm-email', 'enrol')),
    email text,
    expires text not null check (length(expires) = 24),
    ${sealColumn(bytes)}
  )`,
  sql`create index account_links_by_user on account_links (user_id)`,
  sql`create table known_browsers (
    user_id text not null references users (id) on delete cascade,
    id text not null check (length(id) = 64),
    public_key text not null,
    browser text,
    created text not null check (length(created) = 24),
    last_used text not null check (length(last_used) = 24),
    ${sealColumn(bytes)},
    primary key (user_id, id)
  )`,
  sql`create index known_browsers_by_use on known_browsers (last_used)`,
  sql`create table sign_ins (
    id text not null primary key check (length(id) = 64),
    nonce text not null,
    identifier text not null,
    user_id text references users (id) on delete cascade,
    challenge text not null,
    attempts integer not null,
    methods text not null,
    expires text not null check (length(expires) = 24),
    ${sealColumn(bytes)}
  )`,
  sql`create index sign_ins_by_end on sign_ins (expires)`,
  sql`create table attempt_limits (
    scope text not null primary key,
    failures integer not null check (failures > 0),
    last_failure text not null check (length(last_failure) = 24),
    locked_until text not null check (length(locked_until) = 24)
  )`,
  sql`create index attempt_limits_by_time on attempt_limits (last_failure)`,
];
