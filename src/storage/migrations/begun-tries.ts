/** Attempts of task tokens that began when their challenge was told. */
import { sql } from 'kysely';
import type { Migration } from './migration.ts';

export const BEGUN_TRIES: Migration = {
  version: 8,
  name: 'begun tries',
  async up(trx) {
    await sql`alter table task_tokens add column begun text check (length(begun) = 24)`.execute(
      trx,
    );
  },
};
