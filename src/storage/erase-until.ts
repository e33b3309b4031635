/** Erases expired rows. */
import { sql } from 'kysely';
import type { Database } from './database.ts';
import type { Schema } from './schema.ts';

/** Rows whose `column` has that date or an earlier one. Returns how many. */
export function eraseUntil<Table extends keyof Schema>(
  database: Pick<Database, 'write'>,
  table: Table,
  column: keyof Schema[Table] & string,
  date: Date,
): Promise<number> {
  return database.write(async (trx) => {
    const { numAffectedRows } = await sql`delete from ${sql.table(table)}
      where ${sql.ref(column)} <= ${date.toISOString()}`.execute(trx);
    return Number(numAffectedRows);
  });
}
