/** Tables of the service itself: settings, keys, bookkeeping, the audit trail and counters. */
import { sql } from 'kysely';
import { type Sql, sealColumn, sealedColumns } from './migration.ts';

export const serviceTables = (bytes: Sql): readonly Sql[] => [
  sql`create table settings (
    name text not null primary key,
    value text not null,
    ${sealColumn(bytes)}
  )`,
  sql`create table encoder_versions (
    version integer not null primary key check (version > 0),
    name text not null,
    fingerprint text not null unique,
    created text not null check (length(created) = 24),
    ${sealColumn(bytes)}
  )`,
  ...keys(bytes),
  ...journal(bytes),
  sql`create table image_hashes (
    hash ${bytes} not null primary key check (length(hash) = 32),
    seen text not null check (length(seen) = 24)
  )`,
  sql`create index image_hashes_by_time on image_hashes (seen)`,
  sql`create table quotas (
    id text not null primary key,
    used integer not null check (used > 0),
    ends text not null check (length(ends) = 24)
  )`,
  sql`create index quotas_by_end on quotas (ends)`,
];

const keys = (bytes: Sql) => [
  sql`create table key_encryption_keys (
    id text not null primary key,
    generation integer not null unique check (generation > 0),
    wrapped ${bytes} not null check (length(wrapped) = 60),
    created text not null check (length(created) = 24)
  )`,
  sql`create table service_keys (
    id text not null primary key,
    purpose text not null check (length(purpose) between 1 and 64),
    created text not null check (length(created) = 24),
    ${sealedColumns(bytes)}
  )`,
  sql`create index service_keys_by_purpose on service_keys (purpose, created)`,
  sql`create index service_keys_by_kek on service_keys (kek_id)`,
  sql`create table gallery_keys (
    id text not null primary key check (length(id) = 36),
    generation integer not null unique,
    created text not null check (length(created) = 24)
  )`,
];

const journal = (bytes: Sql) => [
  sql`create table jobs (
    job_id text not null primary key,
    client_id text not null,
    operation text not null,
    class_id bigint check (class_id > 0),
    reference_number text,
    transaction_id text,
    status text not null check (status in ('SUCCEEDED', 'FAULTED', 'CANCELLED')),
    errors text not null,
    decision text,
    suspicions text,
    score double precision check (score between 0 and 1),
    started text not null check (length(started) = 24),
    duration_ms double precision not null check (duration_ms >= 0)
  )`,
  sql`create index jobs_by_client on jobs (client_id, started)`,
  sql`create index jobs_by_start on jobs (started)`,
  sql`create table audit_entries (
    seq bigint not null primary key check (seq > 0),
    time text check (length(time) = 24),
    event text,
    client_id text,
    transaction_id text,
    entry text,
    digest ${bytes} not null check (length(digest) = 32),
    hash ${bytes} not null check (length(hash) = 32),
    pruned ${bytes} check (length(pruned) = 32)
  )`,
  sql`create index audit_entries_by_time on audit_entries (time)`,
  sql`create index audit_entries_by_event on audit_entries (event, seq)`,
  sql`create index audit_entries_by_client on audit_entries (client_id, seq)`,
  sql`create index audit_entries_by_transaction
    on audit_entries (transaction_id, seq)`,
  sql`create table audit_marks (
    name text not null primary key check (name in ('floor', 'head')),
    seq bigint not null check (seq > 0),
    hash ${bytes} not null check (length(hash) = 32),
    seal ${bytes} not null check (length(seal) = 32)
  )`,
];
