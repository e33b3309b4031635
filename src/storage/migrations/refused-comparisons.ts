/** Refused comparisons of the last hour by class, and the exact score of a comparison with its job. */
import { sql } from 'kysely';
import type { Migration } from './migration.ts';

export const REFUSED_COMPARISONS: Migration = {
  version: 13,
  name: 'refused comparisons',
  async up(trx) {
    await sql`alter table jobs add column score double precision
      check (score between 0 and 1)`.execute(trx);
    await sql`create table refused_comparisons (
      job_id text not null primary key check (length(job_id) = 36),
      storage text not null,
      partition text not null,
      class_id bigint not null,
      refused text not null check (length(refused) = 24)
    )`.execute(trx);
    await sql`create index refused_comparisons_by_class
      on refused_comparisons (storage, partition, class_id, refused)`.execute(trx);
    await sql`create index refused_comparisons_by_time on refused_comparisons (refused)`.execute(
      trx,
    );
  },
};
