/** A pool of worker threads with a bounded queue, cancellation and recovery from dead workers. */
import { Piscina } from 'piscina';
import { Cancelled, DeadlineExceeded, Internal, ServiceError, Unavailable } from '../errors.ts';

export interface PoolOptions {
  /** Module whose default export takes a WorkerTask, or undefined to warm up; it loads once per worker. */
  readonly entry: URL;
  readonly workers: number;
  /** Tasks that may wait before `run` answers Unavailable. */
  readonly maxQueue: number;
  /** Milliseconds in queue and worker together; then the task is dropped and its worker replaced. */
  readonly taskTimeout: number;
  /** Structured-cloneable data every worker starts with (`workerData`). */
  readonly workerData: unknown;
}

/** What a worker receives. It sets `flags[STARTED]` first and looks at `flags[STOP]` between stages. */
export interface WorkerTask<P> {
  readonly payload: P;
  readonly flags: Int32Array;
}

/** Index of the flag that becomes 1 when the caller has gone. */
export const STOP = 0;
/** Index of the flag by which a worker says that it has begun. */
export const STARTED = 1;

/** What a worker answers; errors travel as data because classes do not survive the thread border. */
export type WorkerReply<R> =
  | { readonly ok: true; readonly value: R }
  | {
      readonly ok: false;
      readonly name: string;
      readonly message: string;
      readonly detail?: string;
    };

export interface WorkerPool<P, R> {
  /**
   * @throws Unavailable the queue is full or the pool is closed; Cancelled; DeadlineExceeded; Internal
   */
  run(payload: P, signal?: AbortSignal, transfer?: readonly ArrayBuffer[]): Promise<WorkerReply<R>>;
  readonly size: number;
  readonly queued: () => number;
  close(): Promise<void>;
}

/** Starts the workers; resolves when every one of them has loaded its module. */
export async function createWorkerPool<P, R>(options: PoolOptions): Promise<WorkerPool<P, R>> {
  const piscina = new Piscina({
    filename: options.entry.href,
    minThreads: options.workers,
    maxThreads: options.workers,
    idleTimeout: Number.POSITIVE_INFINITY,
    concurrentTasksPerWorker: 1,
    atomics: 'disabled',
    workerData: options.workerData,
    recordTiming: false,
  });
  // A worker that dies idle is replaced; the tasks of one that dies busy are rejected below.
  piscina.on('error', () => {});
  try {
    await Promise.all(Array.from({ length: options.workers }, () => piscina.run(undefined)));
  } catch (cause) {
    await piscina.destroy();
    throw cause;
  }
  // Counted here, because piscina does not count abortable tasks towards its maxQueue.
  let pending = 0;
  let closed = false;

  return {
    size: options.workers,
    queued: () => Math.max(0, pending - options.workers),
    async run(payload, signal, transfer = []) {
      if (closed) throw new Unavailable('The service is shutting down.');
      if (signal?.aborted) throw new Cancelled();
      if (pending >= options.workers + options.maxQueue)
        throw new Unavailable('Too many requests are being processed.');
      pending += 1;
      const flags = new Int32Array(new SharedArrayBuffer(8));
      const kill = new AbortController();
      const onAbort = () => {
        Atomics.store(flags, STOP, 1);
        if (Atomics.load(flags, STARTED) === 0) kill.abort('cancelled');
      };
      signal?.addEventListener('abort', onAbort, { once: true });
      const timer = setTimeout(() => kill.abort('timeout'), options.taskTimeout);
      try {
        return await piscina.run({ payload, flags } satisfies WorkerTask<P>, {
          signal: kill.signal,
          transferList: [...transfer],
        });
      } catch (cause) {
        if (signal?.aborted) throw new Cancelled();
        if (kill.signal.aborted) throw new DeadlineExceeded('Processing took too long.');
        throw cause instanceof ServiceError ? cause : new Internal(cause);
      } finally {
        pending -= 1;
        clearTimeout(timer);
        signal?.removeEventListener('abort', onAbort);
      }
    },
    async close() {
      closed = true;
      await piscina.close({ force: false });
    },
  };
}
