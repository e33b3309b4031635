/** Keys of the service, attempts and results of task tokens, their samples, and seen images. */
import { sql } from 'kysely';
import { type Migration, type Sql, sealedColumns } from './migration.ts';

const tables = (bytes: Sql) => [
  sql`create table service_keys (
    id text not null primary key,
    purpose text not null check (length(purpose) between 1 and 64),
    created text not null check (length(created) = 24),
    ${sealedColumns(bytes)}
  )`,
  sql`create index service_keys_by_purpose on service_keys (purpose, created)`,
  sql`create index service_keys_by_kek on service_keys (kek_id)`,
  sql`create table task_tokens (
    token_id text not null primary key check (length(token_id) between 1 and 64),
    client_id text not null references clients (id) on delete cascade,
    expires text not null check (length(expires) = 24),
    max_tries integer not null check (max_tries between 1 and 15),
    tries_used integer not null check (tries_used between 0 and max_tries),
    uploads integer not null check (uploads >= 0),
    result_try integer,
    result text
  )`,
  sql`create index task_tokens_by_client on task_tokens (client_id)`,
  sql`create index task_tokens_by_expiry on task_tokens (expires)`,
  sql`create table task_samples (
    token_id text not null references task_tokens (token_id) on delete cascade,
    sample_index integer not null check (sample_index >= 0),
    tags text not null,
    size integer not null check (size > 0),
    ${sealedColumns(bytes)},
    primary key (token_id, sample_index)
  )`,
  sql`create index task_samples_by_kek on task_samples (kek_id)`,
  sql`create table image_hashes (
    hash ${bytes} not null primary key check (length(hash) = 32),
    seen text not null check (length(seen) = 24)
  )`,
  sql`create index image_hashes_by_time on image_hashes (seen)`,
];

export const TASK_TOKENS: Migration = {
  version: 4,
  name: 'task tokens',
  up: tables,
};
