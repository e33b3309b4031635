/** Step 1: settings, keys, clients, templates and bookkeeping. */
import { sql } from 'kysely';
import { type Migration, type Sql, sealedColumns } from './migration.ts';

/** The tables of version 1. Never edit a published step, add one. */
const firstTables = (bytes: Sql) => [
  sql`create table settings (
    name text not null primary key,
    value text not null
  )`,
  sql`create table encoder_versions (
    version integer not null primary key check (version > 0),
    name text not null,
    fingerprint text not null unique,
    created text not null check (length(created) = 24)
  )`,
  sql`create table key_encryption_keys (
    id text not null primary key,
    generation integer not null unique check (generation > 0),
    wrapped ${bytes} not null check (length(wrapped) = 60),
    created text not null check (length(created) = 24)
  )`,
  sql`create table clients (
    id text not null primary key check (length(id) between 1 and 64),
    name text not null check (length(name) between 1 and 256),
    storage text not null check (length(storage) between 1 and 64),
    partition text not null check (length(partition) between 1 and 64),
    secret_salt ${bytes} not null check (length(secret_salt) = 32),
    secret_hash ${bytes} not null check (length(secret_hash) = 32),
    settings text not null,
    redirect_uris text not null,
    allowed_origins text not null,
    created text not null check (length(created) = 24)
  )`,
  sql`create table client_keys (
    id text not null primary key,
    client_id text not null references clients (id) on delete cascade,
    created text not null check (length(created) = 24),
    expires text check (length(expires) = 24),
    ${sealedColumns(bytes)}
  )`,
  sql`create index client_keys_by_client on client_keys (client_id)`,
  sql`create index client_keys_by_kek on client_keys (kek_id)`,
  sql`create table templates (
    storage text not null check (length(storage) between 1 and 64),
    partition text not null check (length(partition) between 1 and 64),
    class_id bigint not null check (class_id > 0),
    revision integer not null check (revision > 0),
    encoder_version integer not null check (encoder_version > 0),
    ${sealedColumns(bytes)},
    primary key (storage, partition, class_id)
  )`,
  sql`create index templates_by_encoder on templates (encoder_version)`,
  sql`create index templates_by_kek on templates (kek_id)`,
  sql`create table thumbnails (
    storage text not null,
    partition text not null,
    class_id bigint not null,
    feature_id text not null check (length(feature_id) between 1 and 64),
    enrolled text not null check (length(enrolled) = 24),
    ${sealedColumns(bytes)},
    primary key (storage, partition, class_id, feature_id),
    foreign key (storage, partition, class_id)
      references templates (storage, partition, class_id) on delete cascade
  )`,
  sql`create index thumbnails_by_kek on thumbnails (kek_id)`,
  sql`create table template_tags (
    storage text not null,
    partition text not null,
    class_id bigint not null,
    tag text not null check (length(tag) > 0),
    primary key (storage, partition, class_id, tag),
    foreign key (storage, partition, class_id)
      references templates (storage, partition, class_id) on delete cascade
  )`,
  sql`create index template_tags_by_tag on template_tags (storage, partition, tag)`,
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
    started text not null check (length(started) = 24),
    duration_ms double precision not null check (duration_ms >= 0)
  )`,
  sql`create index jobs_by_client on jobs (client_id, started)`,
  sql`create index jobs_by_start on jobs (started)`,
];

export const FIRST_TABLES: Migration = {
  version: 1,
  name: 'templates, clients and bookkeeping',
  up: firstTables,
};
