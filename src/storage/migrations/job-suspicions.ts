/** What the bookkeeping notes against the camera of a job. */
import { sql } from 'kysely';
import type { Migration } from './migration.ts';

export const JOB_SUSPICIONS: Migration = {
  version: 11,
  name: 'job suspicions',
  async up(trx) {
    await sql`alter table jobs add column suspicions text`.execute(trx);
  },
};
