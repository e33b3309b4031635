/** Tables of clients and of what they own beside templates. */
import { sql } from 'kysely';
import { type Sql, sealColumn, sealedColumns } from './migration.ts';

export const clientTables = (bytes: Sql): readonly Sql[] => [
  sql`create table clients (
    id text not null primary key check (length(id) between 1 and 64),
    name text not null check (length(name) between 1 and 256),
    storage text not null check (length(storage) between 1 and 64),
    partition text not null check (length(partition) between 1 and 64),
    secret_salt ${bytes} not null check (length(secret_salt) = 32),
    secret_hash ${bytes} not null check (length(secret_hash) = 32),
    secret_created text,
    older_secret_salt ${bytes},
    older_secret_hash ${bytes},
    older_secret_ends text,
    settings text not null,
    redirect_uris text not null,
    logout_uris text,
    allowed_origins text not null,
    public_keys text,
    created text not null check (length(created) = 24),
    ${sealColumn(bytes)}
  )`,
  sql`create table client_keys (
    id text not null primary key,
    client_id text not null references clients (id) on delete cascade,
    created text not null check (length(created) = 24),
    expires text check (length(expires) = 24),
    ${sealedColumns(bytes)},
    ${sealColumn(bytes)}
  )`,
  sql`create index client_keys_by_client on client_keys (client_id)`,
  sql`create index client_keys_by_kek on client_keys (kek_id)`,
  ...tasks(bytes),
  ...webhooks(bytes),
];

const tasks = (bytes: Sql) => [
  sql`create table task_tokens (
    token_id text not null primary key check (length(token_id) between 1 and 64),
    client_id text not null references clients (id) on delete cascade,
    expires text not null check (length(expires) = 24),
    max_attempts integer not null check (max_attempts between 1 and 15),
    attempts_used integer not null check (attempts_used between 0 and max_attempts),
    uploads integer not null check (uploads >= 0),
    begun text check (length(begun) = 24),
    result_attempt integer,
    result text,
    ${sealColumn(bytes)}
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
  sql`create table liveness_sessions (
    id text not null primary key check (length(id) = 36),
    client_id text not null references clients (id) on delete cascade,
    created text not null check (length(created) = 24),
    expires text not null check (length(expires) = 24),
    readable_until text not null check (length(readable_until) = 24),
    ended text check (ended in ('succeeded', 'failed')),
    ${sealedColumns(bytes)},
    ${sealColumn(bytes)}
  )`,
  sql`create index liveness_sessions_by_client on liveness_sessions (client_id)`,
  sql`create index liveness_sessions_by_end on liveness_sessions (readable_until)`,
  sql`create index liveness_sessions_by_kek on liveness_sessions (kek_id)`,
];

const webhooks = (bytes: Sql) => [
  sql`create table webhooks (
    id text not null primary key check (length(id) = 36),
    client_id text not null references clients (id) on delete cascade,
    url text not null check (length(url) between 1 and 2000),
    events text not null,
    created text not null check (length(created) = 24),
    rotated text not null check (length(rotated) = 24),
    ${sealedColumns(bytes)},
    ${sealColumn(bytes)}
  )`,
  sql`create index webhooks_by_client on webhooks (client_id)`,
  sql`create index webhooks_by_kek on webhooks (kek_id)`,
  sql`create table webhook_health (
    webhook_id text not null primary key references webhooks (id) on delete cascade,
    delivered text check (length(delivered) = 24),
    failing_since text check (length(failing_since) = 24),
    problem text,
    disabled text check (length(disabled) = 24),
    lost integer not null check (lost >= 0)
  )`,
  sql`create table webhook_deliveries (
    id text not null primary key check (length(id) = 40),
    webhook_id text not null references webhooks (id) on delete cascade,
    created text not null check (length(created) = 24),
    attempts integer not null check (attempts >= 0),
    due_ms bigint not null,
    ${sealedColumns(bytes)}
  )`,
  sql`create index webhook_deliveries_by_time on webhook_deliveries (due_ms)`,
  sql`create index webhook_deliveries_by_webhook on webhook_deliveries (webhook_id, due_ms)`,
  sql`create index webhook_deliveries_by_kek on webhook_deliveries (kek_id)`,
  sql`create table webhook_messages (
    id text not null primary key check (length(id) = 40),
    webhook_id text not null references webhooks (id) on delete cascade,
    created text not null check (length(created) = 24),
    attempts integer not null check (attempts > 0),
    state text not null check (state in ('taken', 'lost')),
    ended text not null check (length(ended) = 24),
    answer text not null,
    ${sealedColumns(bytes)}
  )`,
  sql`create index webhook_messages_by_webhook on webhook_messages (webhook_id, ended)`,
  sql`create index webhook_messages_by_kek on webhook_messages (kek_id)`,
];
