/** Reports that a database is not writable, until it is again. */
import { sql, type Transaction } from 'kysely';
import { Unavailable } from '../errors.ts';
import type { Database } from './database.ts';
import type { Schema } from './schema.ts';

/** Seconds to wait before another attempt. */
const RETRY_AFTER = 30;

/**
 * The database with failed writes turned into `Unavailable` if an obstacle explains them. From then
 * on `ping` attempts a write, and rejects with the obstacle until that succeeds.
 * @param obstacleOf words for the obstacle behind an error; undefined: it is another error
 */
export function reportWriteFailures(
  database: Database,
  obstacleOf: (error: unknown) => string | undefined,
): Database {
  let noticed = false;
  const write: Database['write'] = async (fn, options) => {
    try {
      const result = await database.write(fn, options);
      noticed = false;
      return result;
    } catch (error) {
      const obstacle = obstacleOf(error);
      if (obstacle === undefined) throw error;
      noticed = true;
      const message = `The database cannot be written: ${obstacle}.`;
      throw Object.assign(new Unavailable(message, RETRY_AFTER), { cause: error });
    }
  };
  return {
    ...database,
    write,
    async ping() {
      await database.ping();
      if (noticed) await write((trx) => tryOut(trx, database.kind));
    },
  };
}

/** A write that changes nothing. */
async function tryOut(trx: Transaction<Schema>, kind: Database['kind']): Promise<void> {
  await sql`update schema_versions set name = name`.execute(trx);
  if (kind === 'sqlite') return;
  // On a full disk PostgreSQL still has free pages. So many numbers need a temporary file.
  await sql`set local work_mem = '64kB'`.execute(trx);
  await sql`select count(*) from generate_series(1, 100000)`.execute(trx);
}
