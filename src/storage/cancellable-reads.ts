/** Reads that the database ends, on whatever nodes, when nobody waits for them any more. */

import { addAbortListener } from 'node:events';
import { type Kysely, sql } from 'kysely';
import { Cancelled } from '../errors.ts';
import { beginReadOnly } from './one-moment.ts';
import type { Schema } from './schema.ts';

/** Runs `work`, which reads as of one moment, until the signal fires. @throws Cancelled */
export async function readCancellably<T>(
  db: Kysely<Schema>,
  signal: AbortSignal,
  work: (trx: Kysely<Schema>) => Promise<T>,
): Promise<T> {
  return beginReadOnly(db).execute(async (trx) => {
    const backend = await beginReading(trx);
    let over = false;
    let cancelling: Promise<unknown> | undefined;
    const cancel = () =>
      db.connection().execute(async (connection) => {
        // Until there was a connection the work may have ended, and the backend serve somebody
        // else.
        if (over) return;
        cancelling = sql`select pg_cancel_backend(cast(${backend} as integer))`.execute(connection);
        await cancelling;
      });
    try {
      if (signal.aborted) throw new Cancelled();
      using _listening = addAbortListener(signal, () => void cancel().catch(() => undefined));
      return await work(trx);
    } catch (error) {
      throw signal.aborted ? new Cancelled() : error;
    } finally {
      over = true;
      await cancelling?.catch(() => undefined);
    }
  });
}

/**
 * Returns the process of the database server that serves the transaction. Where that has several
 * nodes, they read in parallel, as in our transactions otherwise they do not, and hear of its
 * settings; to a single one this says nothing.
 */
async function beginReading(trx: Kysely<Schema>): Promise<number> {
  const { rows } = await sql<{ backend: number }>`select pg_backend_pid() as backend,
    set_config('citus.multi_shard_modify_mode', 'parallel', true),
    set_config('citus.propagate_set_commands', 'local', true)`.execute(trx);
  return rows[0]!.backend;
}
