/** Reads everything as of one moment, even on several nodes, while others write. */
import { type Kysely, sql } from 'kysely';
import type { Database } from './database.ts';
import { distributedBy } from './distribution/placements.ts';
import { limitIdleness } from './limit-idleness.ts';
import type { Schema } from './schema.ts';
import { excludeWritersOfPeople } from './writers-of-people.ts';

/** Runs `work` in a read-only transaction. */
export async function inSnapshot<T>(
  { db, kind }: Pick<Database, 'db' | 'kind'>,
  work: (db: Kysely<Schema>) => Promise<T>,
): Promise<T> {
  if (kind === 'sqlite') return onSqlite(db, work);
  const isDistributed = (await distributedBy(db)) !== undefined;
  return beginReadOnly(db).execute(async (trx) => {
    if (isDistributed) await whileNobodyCommits(db, () => lookAtEveryNode(trx));
    return work(trx);
  });
}

export const beginReadOnly = (db: Kysely<Schema>) =>
  db.transaction().setIsolationLevel('repeatable read').setAccessMode('read only');

/** Does not use Kysely's transaction, which would block writers. */
function onSqlite<T>(db: Kysely<Schema>, work: (db: Kysely<Schema>) => Promise<T>): Promise<T> {
  return db.connection().execute(async (connection) => {
    await sql`begin`.execute(connection);
    try {
      return await work(connection);
    } finally {
      await sql`rollback`.execute(connection);
    }
  });
}

function whileNobodyCommits(db: Kysely<Schema>, work: () => Promise<void>): Promise<void> {
  return db.transaction().execute(async (trx) => {
    await limitIdleness(trx);
    await excludeWritersOfPeople(trx, 'postgres');
    await work();
  });
}

/** A node fixes its view when first asked. So this asks each, over the connection it keeps. */
async function lookAtEveryNode(trx: Kysely<Schema>): Promise<void> {
  await sql`set local citus.max_adaptive_executor_pool_size = 1`.execute(trx);
  await sql`select count(*) from template_revisions where revision = 0`.execute(trx);
  await sql`select count(*) from audit_marks where seq = 0`.execute(trx);
}
