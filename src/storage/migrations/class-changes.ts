/** The feed of changed classes, by which galleries follow the templates. */
import { sql } from 'kysely';
import type { Migration } from './migration.ts';

export const CLASS_CHANGES: Migration = {
  version: 5,
  name: 'feed of changed classes',
  async up(trx) {
    await sql`create table class_changes (
      storage text not null,
      partition text not null,
      class_id bigint not null,
      change text not null check (length(change) = 36),
      changed_ms bigint not null,
      primary key (storage, partition, class_id)
    )`.execute(trx);
    await sql`create index class_changes_by_time on class_changes (changed_ms)`.execute(trx);
  },
};
