/** The clock of the database, which all processes share. */
import { type Kysely, sql } from 'kysely';
import type { Database } from './database.ts';
import type { Schema } from './schema.ts';

/** Milliseconds since 1970. Read before writing: all nodes must write the same value. */
export async function readClock(db: Kysely<Schema>, kind: Database['kind']): Promise<number> {
  const now =
    kind === 'postgres'
      ? sql`cast(extract(epoch from clock_timestamp()) * 1000 as bigint)`
      : sql`cast(unixepoch('subsec') * 1000 as integer)`;
  const { rows } = await sql<{ now: bigint | number }>`select ${now} as now`.execute(db);
  return Number(rows[0]!.now);
}
