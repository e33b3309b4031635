/** How pictures looked that were seen lately. */
import { sql } from 'kysely';
import { type Migration, sealedColumns } from './migration.ts';

export const IMAGE_LOOKS: Migration = {
  version: 7,
  name: 'image looks',
  async up(trx, kind) {
    const bytes = kind === 'postgres' ? 'bytea' : 'blob';
    await sql`create table image_looks (
      id text not null primary key check (length(id) = 36),
      scope ${sql.raw(bytes)} not null check (length(scope) = 32),
      seen text not null check (length(seen) = 24),
      ${sealedColumns(bytes)}
    )`.execute(trx);
    await sql`create index image_looks_by_scope on image_looks (scope, seen)`.execute(trx);
    await sql`create index image_looks_by_time on image_looks (seen)`.execute(trx);
    await sql`create index image_looks_by_kek on image_looks (kek_id)`.execute(trx);
  },
};
