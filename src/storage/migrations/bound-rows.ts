/** Seals of rows that grant something, the revision of each template, sums. */
import { sql } from 'kysely';
import type { Migration } from './migration.ts';

/** The key ring fills them when it next opens, because it has the key. */
const BOUND = [
  'settings',
  'encoder_versions',
  'clients',
  'client_keys',
  'task_tokens',
  'users',
  'user_totp',
  'face_consents',
  'application_consents',
  'account_sessions',
  'account_links',
  'sign_ins',
];

export const BOUND_ROWS: Migration = {
  version: 9,
  name: 'bound rows',
  up: (bytes, kind) => [
    ...BOUND.map(
      (table) => sql`alter table ${sql.table(table)}
        add column seal ${bytes} check (length(seal) = 32)`,
    ),
    sql`alter table users
      add column totp_created text check (length(totp_created) = 24)`,
    sql`create table class_generations (
      storage text not null,
      partition text not null,
      class_id bigint not null,
      revision integer not null check (revision > 0),
      seal ${bytes} not null check (length(seal) = 32),
      primary key (storage, partition, class_id)
    ) ${sql.raw(kind === 'sqlite' ? 'without rowid' : '')}`,
    sql`create table set_sums (
      name text not null primary key,
      changes integer not null check (changes > 0),
      body ${bytes} not null check (length(body) = 60)
    )`,
  ],
};
