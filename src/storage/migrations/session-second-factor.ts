/** Whether a code of the second factor was given in a session. */
import { sql } from 'kysely';
import type { Migration } from './migration.ts';

export const SESSION_SECOND_FACTOR: Migration = {
  version: 12,
  name: 'second factor of sessions',
  async up(trx) {
    await sql`alter table account_sessions
      add column second_factor integer check (second_factor = 1)`.execute(trx);
  },
};
