/** Lists of the bound rows in force, and seals for rows that had none. */
import { sql } from 'kysely';
import type { Migration } from './migration.ts';

export const LIVE_ROWS: Migration = {
  version: 24,
  name: 'live rows',
  up: (bytes) => [
    sql`create table live_rows (
      name text not null primary key,
      changes integer not null check (changes > 0),
      body ${bytes} not null check (length(body) >= 28)
    )`,
    sql`alter table oauth_records add column seal ${bytes}`,
  ],
};
