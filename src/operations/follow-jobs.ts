/** Jobs as they end, for live views. */
import { pause } from '../async.ts';
import { MINUTE_MS } from '../durations.ts';
import type { JobFilter, RecordedJob } from '../journal/bookkeeping.ts';
import type { OperationParts } from './context.ts';

/** Milliseconds between two polls, and that a job may have run. */
const [INTERVAL, LONGEST] = [1000, 3 * MINUTE_MS];
/** Jobs that are told of at once; of more, the newest. */
const MOST = 200;

/** Jobs that end from now on, oldest first: a list each second, until the signal aborts. */
export async function* followJobs(
  { bookkeeping }: { readonly bookkeeping: Pick<OperationParts['bookkeeping'], 'list'> },
  filter: Omit<JobFilter, 'since' | 'until' | 'limit'>,
  signal: AbortSignal,
  interval = INTERVAL,
): AsyncGenerator<readonly RecordedJob[]> {
  const look = () =>
    bookkeeping.list({ ...filter, since: new Date(Date.now() - LONGEST), limit: MOST });
  const idsOf = (jobs: readonly RecordedJob[]) => new Set(jobs.map(({ jobId }) => jobId));
  let known = idsOf(await look());
  yield [];
  while (!signal.aborted) {
    await pause(interval, signal);
    const jobs = await look();
    yield jobs.filter(({ jobId }) => !known.has(jobId)).toReversed();
    known = idsOf(jobs);
  }
}
