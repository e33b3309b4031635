/** What was done for whom in a period, so that it is not done too often. */
import { sql } from 'kysely';
import type { Migration } from './migration.ts';

export const QUOTAS: Migration = {
  version: 15,
  name: 'quotas',
  async up(trx) {
    await sql`create table quotas (
      id text not null primary key,
      used integer not null check (used > 0),
      ends text not null check (length(ends) = 24)
    )`.execute(trx);
    await sql`create index quotas_by_end on quotas (ends)`.execute(trx);
  },
};
