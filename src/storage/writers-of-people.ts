/** Whoever needs the tables of people at rest waits for their writers, across processes and nodes. */
import { sql, type Transaction } from 'kysely';
import type { Database } from './database.ts';
import type { Schema } from './schema.ts';

/** A table that lies on one machine, and that only migrations change. */
const TABLE = sql.table('schema_versions');

/** Called by each writer of people, before its first read. They do not wait for one another. */
export async function joinWritersOfPeople(
  trx: Transaction<Schema>,
  kind: Database['kind'],
): Promise<void> {
  if (kind === 'sqlite') return;
  await sql`lock table ${TABLE} in row exclusive mode`.execute(trx);
}

/**
 * Waits for the writers of people, and keeps others out until the transaction ends. Call it before
 * reading: PostgreSQL fixes what a transaction sees at its first read.
 */
export async function excludeWritersOfPeople(
  trx: Transaction<Schema>,
  kind: Database['kind'],
): Promise<void> {
  if (kind === 'sqlite') return;
  await sql`lock table ${TABLE} in share row exclusive mode`.execute(trx);
}
