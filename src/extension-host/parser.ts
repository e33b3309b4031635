/** A confined process of an extension, which parses what strangers sent. */
import { lazily } from '../async.ts';
import { type ErrorCode, InvalidArgument, ServiceError, Unavailable } from '../errors.ts';
import type { Parse } from '../extensions.ts';
import { packageOf } from '../inference/processes/confinement.ts';
import { createWorkerPool } from '../inference/processes/pool.ts';
import { WorkerDied } from '../inference/processes/worker-process.ts';
import type { Work } from '../scheduling/fair-queue.ts';
import type { ParserData } from './parser-process.ts';

/** Milliseconds in the queue, and again in the process. */
const TASK_TIMEOUT = 10_000;
/** Resident bytes. */
const MOST_MEMORY = 768 * 1024 ** 2;
const MOST_WAITING = 32;
const MOST_BYTES = 64 * 1024 ** 2;

export interface Parser<Task extends object, Result> {
  readonly parse: Parse<Task, Result>;
  close(): Promise<void>;
}

export function createParser<Task extends object, Result>(
  module: URL,
  data: unknown,
  { taskTimeout = TASK_TIMEOUT } = {},
): Parser<Task, Result> {
  const workerData: ParserData = { module: module.href, data };
  let used = false;
  const open = lazily(() => {
    used = true;
    return createWorkerPool<Task, Result>({
      entry: new URL('./parser-process.ts', import.meta.url),
      workers: 1,
      mostWaiting: MOST_WAITING,
      mostBytes: MOST_BYTES,
      taskTimeout,
      workerData,
      mostMemory: MOST_MEMORY,
      readable: [packageOf(module)],
    });
  });
  return {
    async parse(task, work: Work = {}) {
      const pool = await open();
      const bytes = bytesOf(task);
      const reply = await pool.run(task, { ...work, bytes }).catch(asRefusal);
      if (reply.ok) return reply.value;
      throw new ServiceError(reply.name as ErrorCode, reply.message, { detail: reply.detail });
    },
    async close() {
      if (used)
        await open().then(
          (pool) => pool.close(),
          () => {},
        );
    },
  };
}

const bytesOf = (task: object): number =>
  Object.values(task).reduce(
    (sum: number, value) =>
      sum + (value instanceof Uint8Array || typeof value === 'string' ? value.length : 0),
    0,
  );

/** What ends the process counts as unusable; a kill from outside does not. */
function asRefusal(error: unknown): never {
  if (error instanceof WorkerDied && error.signal === 'SIGKILL')
    throw new Unavailable('The process that read the request was ended; try again.');
  if (error instanceof WorkerDied)
    throw new InvalidArgument('The request cannot be processed.', error.message);
  throw error;
}
