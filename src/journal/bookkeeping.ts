/** The bookkeeping in SQL: a row per job, without image or vector, erased after its retention. */

import { sql, type Transaction } from 'kysely';
import { ago, DAY_MS } from '../durations.ts';
import { otherSide } from '../errors.ts';
import { JOB_STATUSES, type JobStatus } from '../storage/column-values.ts';
import type { Database } from '../storage/database.ts';
import { type JobOutcome, type RecordedJob, toJob, toRow } from '../storage/jobs-table.ts';
import { findRow } from '../storage/rows.ts';
import type { Schema } from '../storage/schema.ts';
import { RETENTION_DAYS, storedDays } from '../storage/stored-days.ts';
import { readFailures } from './failures.ts';
import { readStatistics, type StatisticsRequest } from './statistics.ts';
import { createWriteQueue } from './write-queue.ts';

export { JOB_STATUSES, type JobOutcome, type JobStatus, type RecordedJob };

export interface JobFilter {
  readonly clientId?: string | undefined;
  readonly classId?: bigint | undefined;
  readonly operation?: string | undefined;
  readonly status?: JobStatus | undefined;
  /** Started at or after. */
  readonly since?: Date | undefined;
  /** Started before. */
  readonly until?: Date | undefined;
  readonly limit?: number | undefined;
}

interface UsedClient {
  readonly id: string;
  readonly created: Date;
  readonly settings: { readonly mirroredCaptures: boolean };
}

const DEFAULT_LIMIT = 100;
const USAGE_DAYS = 30;

export type Bookkeeping = ReturnType<typeof createBookkeeping>;

/** Rows to write in the same transaction as these jobs. */
type WithJobs = (trx: Transaction<Schema>, jobs: readonly RecordedJob[]) => Promise<void>;

export function createBookkeeping(database: Database, writeAlso?: WithJobs) {
  const { db } = database;
  const queue = createWriteQueue<RecordedJob>((jobs) =>
    database.write(async (trx) => {
      await trx
        .insertInto('jobs')
        .values(jobs.map(toRow))
        .onConflict((conflict) => conflict.column('job_id').doNothing())
        .execute();
      await writeAlso?.(trx, jobs);
    }),
  );
  return {
    record: (job: RecordedJob) => queue.add(job),
    /** Jobs that wait to be written. */
    unwritten: queue.waiting,
    /** Resolves when all that was recorded is written. */
    written: queue.empty,

    /** Newest first. */
    async list(filter: JobFilter) {
      const { clientId, classId, operation, status, since, until, limit = DEFAULT_LIMIT } = filter;
      let query = db.selectFrom('jobs').selectAll();
      if (clientId !== undefined) query = query.where('client_id', '=', clientId);
      if (classId !== undefined) query = query.where('class_id', '=', classId);
      if (operation !== undefined) query = query.where('operation', '=', operation);
      if (status !== undefined) query = query.where('status', '=', status);
      if (until !== undefined) query = query.where('started', '<', until.toISOString());
      if (since !== undefined) query = query.where('started', '>=', since.toISOString());
      const rows = await query.orderBy('started', 'desc').orderBy('job_id').limit(limit).execute();
      return rows.map(toJob);
    },

    /** Undefined: there is no such job, or no more. */
    async find(jobId: string) {
      const row = await findRow(db, 'jobs', { job_id: jobId });
      return row && toJob(row);
    },

    /** The use of a client in 30 days. Calls from before it was created are another client's. */
    async usage({ id: clientId, created: began, settings }: UsedClient) {
      const daysAgo = ago(new Date(), USAGE_DAYS * DAY_MS);
      const since = (began > daysAgo ? began : daysAgo).toISOString();
      const row = await db
        .selectFrom('jobs')
        .select([
          sql<number>`cast(count(*) as integer)`.as('calls'),
          sql<number>`cast(count(case when status = 'FAULTED' then 1 end) as integer)`.as('errors'),
          sql<number>`cast(count(case when errors like ${`%${otherSide(settings.mirroredCaptures)}%`}
            then 1 end) as integer)`.as('otherSide'),
        ])
        .where('client_id', '=', clientId)
        .where('started', '>=', since)
        .executeTakeFirstOrThrow();
      const last = await db
        .selectFrom('jobs')
        .select('started')
        .where('client_id', '=', clientId)
        .where('started', '>=', began.toISOString())
        .orderBy('started', 'desc')
        .limit(1)
        .executeTakeFirst();
      return { days: USAGE_DAYS, ...row, lastUsed: last ? new Date(last.started) : null };
    },

    /** Calls, outcomes and durations by time and operation, oldest first. */
    statistics: (request: StatisticsRequest) => readStatistics(database, request),

    /** Jobs that were answered with "no" or failed, by reason, client, class and time. */
    failures: (request: StatisticsRequest) => readFailures(database, request),

    /** Erases jobs older than the retention of their client; returns how many. */
    async sweep(now = new Date()) {
      const cutoff = (days: number) => ago(now, days * DAY_MS).toISOString();
      const deleted = await database.write(async (trx) => {
        const clients = await trx.selectFrom('clients').select(['id', 'settings']).execute();
        const results = [];
        for (const { id, settings } of clients) {
          const retentionDays = storedDays(settings, 'retentionDays') ?? RETENTION_DAYS;
          const ofClient = trx.deleteFrom('jobs').where('client_id', '=', id);
          results.push(
            await ofClient.where('started', '<', cutoff(retentionDays)).executeTakeFirst(),
          );
        }
        const ofOthers = trx
          .deleteFrom('jobs')
          .where('client_id', 'not in', (query) => query.selectFrom('clients').select('id'));
        results.push(
          await ofOthers.where('started', '<', cutoff(RETENTION_DAYS)).executeTakeFirst(),
        );
        return results.reduce((sum, { numDeletedRows }) => sum + Number(numDeletedRows), 0);
      });
      if (deleted > 0) await database.scrub();
      return deleted;
    },
  };
}
