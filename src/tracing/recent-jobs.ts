/** Log lines and spans of the latest jobs of this process, for administrators. They stay in memory. */
import { AsyncLocalStorage } from 'node:async_hooks';
import { shortened } from '../errors.ts';

const MOST_JOBS = 100;
/** Lines, and spans, of one job. */
const MOST_OF_ONE = 100;
/** Characters of a text in a line. */
const LONGEST_TEXT = 2000;

/** Work that has ended, in milliseconds since the job began. */
interface EndedSpan {
  readonly name: string;
  /** The statement, of a query. */
  readonly about: string;
  readonly after: number;
  readonly ms: number;
  readonly failed: boolean;
}

interface RecentJob {
  readonly began: number;
  readonly spans: EndedSpan[];
  /** JSON, as logged. */
  readonly lines: string[];
}

const jobs = new Map<string, RecentJob>();
const currentJob = new AsyncLocalStorage<RecentJob>();

/** Runs `work` as part of the job, whose lines and spans are kept from now on. */
export function rememberJob<T>(jobId: string, work: () => T): T {
  const job = jobs.get(jobId) ?? { began: performance.now(), spans: [], lines: [] };
  jobs.set(jobId, job);
  if (jobs.size > MOST_JOBS) jobs.delete(jobs.keys().next().value!);
  return currentJob.run(job, work);
}

/** Keeps work of the current job that has just ended. @param ms how long it took */
export function rememberSpan(name: string, ms: number, { about = '', failed = false } = {}): void {
  const job = currentJob.getStore();
  if (job === undefined || job.spans.length >= MOST_OF_ONE) return;
  job.spans.push({ name, about, after: performance.now() - ms - job.began, ms, failed });
}

/** Undefined: another process ran it, or too many were run since. */
export const recentJob = (jobId: string): RecentJob | undefined => jobs.get(jobId);

interface Logs {
  bindings(): Readonly<Record<string, unknown>>;
}

/** Of pino: keeps what is logged about jobs. */
export const LOG_HOOKS = {
  logMethod<Args extends unknown[]>(
    this: Logs,
    args: Args,
    method: (this: Logs, ...args: Args) => void,
    level: number,
  ): void {
    const [given, msg = given] = args;
    const line = typeof given === 'object' ? given : {};
    const { jobId } = { ...line, ...this.bindings() } as { readonly jobId?: string };
    const job = jobId === undefined ? undefined : jobs.get(jobId);
    if (job !== undefined && job.lines.length < MOST_OF_ONE)
      job.lines.push(JSON.stringify({ time: new Date(), level, msg, ...line }, readable));
    method.apply(this, args);
  },
};

function readable(_name: string, value: unknown): unknown {
  if (value instanceof Error) return shortened(value.stack ?? value.message, LONGEST_TEXT);
  return typeof value === 'string' ? shortened(value, LONGEST_TEXT) : value;
}
