/** The keys by which galleries that are kept in the database are rotated. */
import { sql } from 'kysely';
import type { Migration } from './migration.ts';

export const GALLERY_KEYS: Migration = {
  version: 6,
  name: 'gallery keys',
  async up(trx) {
    await sql`create table gallery_keys (
      id text not null primary key check (length(id) = 36),
      generation integer not null unique,
      created text not null check (length(created) = 24)
    )`.execute(trx);
  },
};
