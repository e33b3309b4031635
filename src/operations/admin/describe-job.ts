/** One job for administrators: its row, its entries in the trail, and what this process knows of it. */
import type { User } from '../../access/accounts/user.ts';
import { MINUTE_MS } from '../../durations.ts';
import { NotFound } from '../../errors.ts';
import { MOST_LISTED } from '../../journal/most-listed.ts';
import { recentJob } from '../../tracing/recent-jobs.ts';
import type { OperationParts } from '../context.ts';
import { rightsOf } from '../rights.ts';

/** Milliseconds after a job within which its entries are written. */
const ENTRIES_WITHIN = MINUTE_MS;

/** @param since the beginning of the client, for its administrators @throws NotFound */
export async function describeJob(
  { bookkeeping, audit }: Pick<OperationParts, 'bookkeeping' | 'audit'>,
  user: User,
  { client, jobId, since }: { client: string; jobId: string; since: Date | undefined },
) {
  const job = await bookkeeping.find(jobId);
  if (job?.clientId !== client || (since !== undefined && job.started < since))
    throw new NotFound('There is no such job.');
  const to = new Date(job.started.getTime() + job.durationMs + ENTRIES_WITHIN);
  const around = await audit.list({ client, from: job.started, to, limit: MOST_LISTED });
  // Lines tell of the service itself.
  const recent = rightsOf(user).includes('see-service') ? recentJob(jobId) : undefined;
  return {
    ...job,
    entries: around.filter((entry) => entry.jobId === jobId),
    /** Null: not known here, or not for this user. */
    lines: recent?.lines ?? null,
    spans: recent?.spans ?? null,
  };
}
