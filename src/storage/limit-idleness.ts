/** Ends transactions of processes that have vanished. Their locks would stop all others for hours. */
import { type Kysely, sql } from 'kysely';
import { MINUTE_MS } from '../durations.ts';
import type { Schema } from './schema.ts';

/** Milliseconds between two statements of a transaction that holds locks on PostgreSQL. */
const MOST_IDLE_MS = 2 * MINUTE_MS;

/** Call it first in the transaction. It reads nothing, so it fixes nothing that is seen. */
export const limitIdleness = (trx: Kysely<Schema>) =>
  sql`set local idle_in_transaction_session_timeout = ${sql.lit(MOST_IDLE_MS)}`.execute(trx);
