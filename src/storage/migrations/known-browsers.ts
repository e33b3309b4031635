/** Browsers in which users have signed in: strangers who try a name do not slow these down. */
import { sql } from 'kysely';
import type { Migration } from './migration.ts';

export const KNOWN_BROWSERS: Migration = {
  version: 14,
  name: 'known browsers',
  async up(trx) {
    await sql`create table known_browsers (
      user_id text not null references users (id) on delete cascade,
      id text not null check (length(id) = 64),
      last_used text not null check (length(last_used) = 24),
      primary key (user_id, id)
    )`.execute(trx);
    await sql`create index known_browsers_by_use on known_browsers (last_used)`.execute(trx);
  },
};
