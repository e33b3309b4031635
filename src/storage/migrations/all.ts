/** The steps from an empty database to the current tables, equal for both kinds. */
import { sql } from 'kysely';
import { ACCOUNTS } from './accounts.ts';
import { AUDIT_TRAIL } from './audit-trail.ts';
import { BOUND_ROWS } from './bound-rows.ts';
import { CALLBACKS } from './callbacks.ts';
import { FIRST_TABLES } from './first-tables.ts';
import { LIVE_ROWS } from './live-rows.ts';
import { LIVENESS_SESSIONS } from './liveness-sessions.ts';
import { MAIL_SESSIONS } from './mail-sessions.ts';
import { type Migration, sealedColumns } from './migration.ts';
import { PASSKEYS } from './passkeys.ts';
import { TASK_TOKENS } from './task-tokens.ts';
import { WEBHOOKS } from './webhooks.ts';

/** Never edit a published step. Add one: small ones here, large ones in their own file. */
export const MIGRATIONS: readonly Migration[] = [
  FIRST_TABLES,
  AUDIT_TRAIL,
  ACCOUNTS,
  TASK_TOKENS,
  // The feed of changed classes, by which galleries follow the templates.
  {
    version: 5,
    name: 'feed of changed classes',
    up: () => [
      sql`create table class_changes (
        storage text not null,
        partition text not null,
        class_id bigint not null,
        change text not null check (length(change) = 36),
        changed_ms bigint not null,
        primary key (storage, partition, class_id)
      )`,
      sql`create index class_changes_by_time on class_changes (changed_ms)`,
    ],
  },
  // The keys that rotate galleries kept in the database.
  {
    version: 6,
    name: 'gallery keys',
    up: () => [
      sql`create table gallery_keys (
        id text not null primary key check (length(id) = 36),
        generation integer not null unique,
        created text not null check (length(created) = 24)
      )`,
    ],
  },
  // Perceptual hashes of recent images.
  {
    version: 7,
    name: 'image looks',
    up: (bytes) => [
      sql`create table image_looks (
        id text not null primary key check (length(id) = 36),
        scope ${bytes} not null check (length(scope) = 32),
        seen text not null check (length(seen) = 24),
        ${sealedColumns(bytes)}
      )`,
      sql`create index image_looks_by_scope on image_looks (scope, seen)`,
      sql`create index image_looks_by_time on image_looks (seen)`,
      sql`create index image_looks_by_kek on image_looks (kek_id)`,
    ],
  },
  // Task-token attempts that began when their challenge was told.
  {
    version: 8,
    name: 'begun tries',
    up: () => [sql`alter table task_tokens add column begun text check (length(begun) = 24)`],
  },
  BOUND_ROWS,
  // Distinguishes sign-ins in progress from earlier ones under the same key.
  {
    version: 10,
    name: 'nonces of sign-ins',
    up: () => [
      sql`delete from sign_ins`,
      sql`alter table sign_ins add column nonce text not null default ''`,
    ],
  },
  // Suspicions against the camera of a job.
  {
    version: 11,
    name: 'job suspicions',
    up: () => [sql`alter table jobs add column suspicions text`],
  },
  // Whether a code of the second factor was given in a session.
  {
    version: 12,
    name: 'second factor of sessions',
    up: () => [
      sql`alter table account_sessions
        add column second_factor integer check (second_factor = 1)`,
    ],
  },
  // Refused comparisons of the last hour by class, and the exact score of each comparison.
  {
    version: 13,
    name: 'refused comparisons',
    up: () => [
      sql`alter table jobs add column score double precision
        check (score between 0 and 1)`,
      sql`create table refused_comparisons (
        job_id text not null primary key check (length(job_id) = 36),
        storage text not null,
        partition text not null,
        class_id bigint not null,
        refused text not null check (length(refused) = 24)
      )`,
      sql`create index refused_comparisons_by_class
        on refused_comparisons (storage, partition, class_id, refused)`,
      sql`create index refused_comparisons_by_time on refused_comparisons (refused)`,
    ],
  },
  // Browsers in which users have signed in: strangers who try a name do not slow them down.
  {
    version: 14,
    name: 'known browsers',
    up: () => [
      sql`create table known_browsers (
        user_id text not null references users (id) on delete cascade,
        id text not null check (length(id) = 64),
        last_used text not null check (length(last_used) = 24),
        primary key (user_id, id)
      )`,
      sql`create index known_browsers_by_use on known_browsers (last_used)`,
    ],
  },
  // Counts actions for an owner in a period, to limit them.
  {
    version: 15,
    name: 'quotas',
    up: () => [
      sql`create table quotas (
        id text not null primary key,
        used integer not null check (used > 0),
        ends text not null check (length(ends) = 24)
      )`,
      sql`create index quotas_by_end on quotas (ends)`,
    ],
  },
  // Moves the keys of the OAuth provider to the other keys of the service, still sealed.
  {
    version: 16,
    name: 'one table of service keys',
    up: () => [
      sql`insert into service_keys (id, purpose, created, kek_id, data_key, body, signature)
        select id, 'oauth ' || purpose, created, kek_id, data_key, body, signature from oauth_keys`,
      sql`drop table oauth_keys`,
    ],
  },
  // Renames tries to attempts everywhere. Seals cover the column name, so sign-ins start anew.
  {
    version: 17,
    name: 'attempts',
    up: () => [
      sql`alter table task_tokens rename column max_tries to max_attempts`,
      sql`alter table task_tokens rename column tries_used to attempts_used`,
      sql`alter table task_tokens rename column result_try to result_attempt`,
      sql`delete from sign_ins`,
      sql`alter table sign_ins rename column tries to attempts`,
    ],
  },
  WEBHOOKS,
  // Roles of the administration. Seals ignore null columns, so earlier administrators become owners
  // without being rewritten.
  {
    version: 20,
    name: 'roles and disabled users',
    up: () =>
      ['role', 'role_client', 'disabled'].map(
        (column) => sql`alter table users add column ${sql.ref(column)} text`,
      ),
  },
  PASSKEYS,
  // A replaced secret stays valid for a while.
  {
    version: 22,
    name: 'older secrets of clients',
    up: (bytes) => [
      sql`alter table clients add column secret_created text`,
      sql`alter table clients add column older_secret_salt ${bytes}`,
      sql`alter table clients add column older_secret_hash ${bytes}`,
      sql`alter table clients add column older_secret_ends text`,
    ],
  },
  MAIL_SESSIONS,
  LIVE_ROWS,
  // Where a logout leads, and keys that authenticate applications.
  {
    version: 25,
    name: 'logouts and public keys of clients',
    up: () => [
      sql`alter table clients add column logout_uris text`,
      sql`alter table clients add column public_keys text`,
    ],
  },
  LIVENESS_SESSIONS,
  CALLBACKS,
  // Paths that recordings of earlier logins would answer, and the told path of a token's attempt.
  {
    version: 28,
    name: 'followed paths',
    up: () => [
      sql`create table followed_paths (
        storage text not null,
        partition text not null,
        class_id bigint not null,
        paths text not null,
        primary key (storage, partition, class_id)
      )`,
      sql`alter table task_tokens add column path text`,
    ],
  },
];
