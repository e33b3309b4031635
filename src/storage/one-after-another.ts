/** Serialises writers of the same few rows, across processes. */
import { sql, type Transaction } from 'kysely';
import type { Database } from './database.ts';
import type { Schema } from './schema.ts';

/**
 * Waits for all earlier callers of this function to finish. Call it before reading: PostgreSQL
 * fixes what a transaction sees at its first read, so later waiting would be in vain.
 */
export async function oneAfterAnother(
  trx: Transaction<Schema>,
  kind: Database['kind'],
): Promise<void> {
  if (kind === 'sqlite') return;
  await sql`lock table set_sums in share update exclusive mode`.execute(trx);
}
