/** Tables of classes: templates and what belongs to them. */
import { sql } from 'kysely';
import { type Migration, type Sql, sealedColumns } from './migration.ts';

type Kind = Parameters<Migration['up']>[1];

export const templateTables = (bytes: Sql, kind: Kind): readonly Sql[] => [
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
  sql`create table template_revisions (
    storage text not null,
    partition text not null,
    class_id bigint not null,
    revision integer not null check (revision > 0),
    seal ${bytes} not null check (length(seal) = 32),
    primary key (storage, partition, class_id)
  ) ${sql.raw(kind === 'sqlite' ? 'without rowid' : '')}`,
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
  sql`create table class_changes (
    storage text not null,
    partition text not null,
    class_id bigint not null,
    change text not null check (length(change) = 36),
    changed_ms bigint not null,
    primary key (storage, partition, class_id)
  )`,
  sql`create index class_changes_by_time on class_changes (changed_ms)`,
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
];
