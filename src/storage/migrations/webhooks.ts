/** Addresses of webhooks, and the events that wait for them. */
import { sql } from 'kysely';
import { type Migration, type Sql, sealedColumns } from './migration.ts';

const tables = (bytes: Sql) => [
  sql`create table webhooks (
    id text not null primary key check (length(id) = 36),
    client_id text not null references clients (id) on delete cascade,
    url text not null check (length(url) between 1 and 2000),
    events text not null,
    created text not null check (length(created) = 24),
    rotated text not null check (length(rotated) = 24),
    ${sealedColumns(bytes)},
    seal ${bytes} check (length(seal) = 32)
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
];

export const WEBHOOKS: Migration = {
  version: 18,
  name: 'webhooks',
  up: tables,
};
