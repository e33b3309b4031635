/** Writers of the same few rows, in any number of processes. */
import { sql, type Transaction } from 'kysely';
import type { Database } from './database.ts';
import type { Schema } from './schema.ts';

/**
 * Waits until no other writer that asked for this is under way, in the order of asking. Before
 * anything is read: PostgreSQL shows a transaction the database as it is at the first read, and one
 * that waits after that has waited in vain.
 */
export async function oneAfterAnother(
  trx: Transaction<Schema>,
  kind: Database['kind'],
): Promise<void> {
  if (kind === 'sqlite') return;
  await sql`lock table set_sums in share update exclusive mode`.execute(trx);
}
