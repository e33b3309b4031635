/** Reads that the database cancels, on all nodes, when their caller leaves. */

import { addAbortListener } from 'node:events';
import { type Kysely, sql } from 'kysely';
import { Cancelled } from '../errors.ts';
import { beginReadOnly } from './in-snapshot.ts';
import type { Schema } from './schema.ts';

/** Runs `work`, which reads the state of one moment, until the signal fires. @throws Cancelled */
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
        // The work may have ended meanwhile, and the backend may serve another transaction.
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
 * Returns the process id of the backend for the transaction. On a cluster it also lets the nodes
 * read in parallel, and passes settings to them. Our transactions otherwise do neither. On a single
 * server this has no effect.
 */
async function beginReading(trx: Kysely<Schema>): Promise<number> {
  const { rows } = await sql<{ backend: number }>`select pg_backend_pid() as backend,
    set_config('citus.multi_shard_modify_mode', 'parallel', true),
    set_config('citus.propagate_set_commands', 'local', true)`.execute(trx);
  return rows[0]!.backend;
}
