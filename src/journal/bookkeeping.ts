/** The bookkeeping in SQL: one row per job, erased when the client's retention is over. */
import type { Database } from '../storage/database.ts';
import type { JobsTable } from '../storage/schema.ts';
import type { Bookkeeping, JobEntry } from './job.ts';
import { readStatistics } from './statistics.ts';
import { createWriteQueue } from './write-queue.ts';

const DAY_MS = 86_400_000;
/** For jobs of clients that are gone. */
const DEFAULT_RETENTION_DAYS = 365;
const DEFAULT_LIMIT = 100;

export function createBookkeeping(database: Database): Bookkeeping {
  const { db } = database;
  const queue = createWriteQueue<JobsTable>((rows) =>
    database.write(async (trx) => {
      await trx
        .insertInto('jobs')
        .values([...rows])
        .onConflict((conflict) => conflict.column('job_id').doNothing())
        .execute();
    }),
  );
  return {
    record: (entry) => queue(toRow(entry)),

    async list({ clientId, operation, status, since, until, limit = DEFAULT_LIMIT }) {
      let query = db.selectFrom('jobs').selectAll();
      if (clientId !== undefined) query = query.where('client_id', '=', clientId);
      if (operation !== undefined) query = query.where('operation', '=', operation);
      if (status !== undefined) query = query.where('status', '=', status);
      if (until !== undefined) query = query.where('started', '<', until.toISOString());
      if (since !== undefined) query = query.where('started', '>=', since.toISOString());
      const rows = await query.orderBy('started', 'desc').orderBy('job_id').limit(limit).execute();
      return rows.map(toEntry);
    },

    statistics: (request) => readStatistics(database, request),

    async sweep(now = new Date()) {
      const cutoff = (days: number) => new Date(now.getTime() - days * DAY_MS).toISOString();
      const deleted = await database.write(async (trx) => {
        const clients = await trx.selectFrom('clients').select(['id', 'settings']).execute();
        const results = [];
        for (const { id, settings } of clients) {
          const { retentionDays = DEFAULT_RETENTION_DAYS } = JSON.parse(settings);
          const ofClient = trx.deleteFrom('jobs').where('client_id', '=', id);
          results.push(
            await ofClient.where('started', '<', cutoff(retentionDays)).executeTakeFirst(),
          );
        }
        const ofOthers = trx
          .deleteFrom('jobs')
          .where('client_id', 'not in', (query) => query.selectFrom('clients').select('id'));
        results.push(
          await ofOthers.where('started', '<', cutoff(DEFAULT_RETENTION_DAYS)).executeTakeFirst(),
        );
        return results.reduce((sum, { numDeletedRows }) => sum + Number(numDeletedRows), 0);
      });
      if (deleted > 0) await database.scrub();
      return deleted;
    },
  };
}

function toRow(entry: JobEntry): JobsTable {
  return {
    job_id: entry.jobId,
    client_id: entry.clientId,
    operation: entry.operation,
    class_id: entry.classId ?? null,
    reference_number: entry.referenceNumber ?? null,
    transaction_id: entry.transactionId ?? null,
    status: entry.status,
    errors: JSON.stringify(entry.errors),
    decision: entry.decision ?? null,
    started: entry.started.toISOString(),
    duration_ms: entry.durationMs,
  };
}

function toEntry(row: JobsTable): JobEntry {
  return {
    jobId: row.job_id,
    clientId: row.client_id,
    operation: row.operation,
    ...(row.class_id !== null && { classId: row.class_id }),
    ...(row.reference_number !== null && { referenceNumber: row.reference_number }),
    ...(row.transaction_id !== null && { transactionId: row.transaction_id }),
    status: row.status,
    errors: JSON.parse(row.errors),
    ...(row.decision !== null && { decision: row.decision }),
    started: new Date(row.started),
    durationMs: row.duration_ms,
  };
}
