/** A pool of worker processes with fair queues, cancellation and recovery from dead workers. */

import { addAbortListener } from 'node:events';
import { abortAfter } from '../../async.ts';
import { Cancelled, DeadlineExceeded, shuttingDown } from '../../errors.ts';
import { createFairQueue, type Share, type Work } from '../../scheduling/fair-queue.ts';
import { traced } from '../../tracing/spans.ts';
import type { WorkerReply } from './messages.ts';
import { startWorker, type WorkerProcess, type WorkerSetup } from './worker-process.ts';

export interface PoolOptions extends WorkerSetup {
  readonly workers: number;
  /** Tasks of a client that may wait before `run` throws Unavailable. */
  readonly mostWaiting: number;
  /** Bytes of tasks that may wait, of all clients together. */
  readonly mostBytes: number;
  /** Milliseconds in the queue, and again in a worker, which is then replaced. */
  readonly taskTimeout: number;
}

/** The owner of a task, and its size. */
export interface TaskWork extends Work {
  readonly bytes?: number;
}

export interface WorkerPool<P extends object, R> {
  /** @throws WorkerDied; Unavailable full or closed; Cancelled; DeadlineExceeded; ModelError */
  run(payload: P, work?: TaskWork): Promise<WorkerReply<R>>;
  /** See `createFairQueue`. */
  requireRoom(share: Share): void;
  readonly queued: () => number;
  /** False: no worker is left, and none could be started. The next task tries again. */
  readonly starts: () => boolean;
  close(): Promise<void>;
}

/** Starts the workers. Resolves when all are ready. @throws ModelError */
export async function createWorkerPool<P extends object, R>(
  options: PoolOptions,
): Promise<WorkerPool<P, R>> {
  const { workers, taskTimeout } = options;
  const started = await Promise.allSettled(
    Array.from({ length: workers }, () => startWorker(options)),
  );
  const idle = started.flatMap((one) => (one.status === 'fulfilled' ? [one.value] : []));
  const failed = started.find((one) => one.status === 'rejected');
  if (failed !== undefined) {
    await Promise.all(idle.map((worker) => worker.kill()));
    throw failed.reason;
  }
  const queue = createFairQueue({ ...options, slots: workers });
  const running = new Set<Promise<unknown>>();
  let closed = false;
  const overdue = () => overdueAfter(taskTimeout);
  let unnamed = 0;
  let starts = true;

  const startAnother = async (): Promise<WorkerProcess> => {
    try {
      const worker = await startWorker(options);
      starts = true;
      return worker;
    } catch (error) {
      starts = false;
      throw error;
    }
  };

  /** Waits for a worker, at most as long as a task may take. */
  const takeTurn = async ({ share, bytes = 0, signal }: TaskWork): Promise<() => void> => {
    using patience = abortAfter(taskTimeout);
    const any = AbortSignal.any([patience.signal, ...(signal === undefined ? [] : [signal])]);
    const own = { client: '', caller: `${++unnamed}` };
    try {
      return await queue.take({ share: share ?? own, bytes, signal: any });
    } catch (error) {
      if (patience.signal.aborted && !signal?.aborted) throw overdue();
      throw error;
    }
  };

  const perform = async (
    worker: WorkerProcess,
    payload: P,
    signal: AbortSignal | undefined,
  ): Promise<WorkerReply<R>> => {
    if (signal?.aborted) throw new Cancelled();
    using _listening = signal && addAbortListener(signal, () => worker.stop());
    let late = false;
    const timer = setTimeout(() => {
      late = true;
      void worker.kill();
    }, taskTimeout);
    try {
      return (await worker.run(payload)) as WorkerReply<R>;
    } catch (error) {
      throw late ? overdue() : error;
    } finally {
      clearTimeout(timer);
    }
  };

  /** A dead worker is replaced in the turn of the task that killed it. */
  const performWith = async (payload: P, { signal }: TaskWork): Promise<WorkerReply<R>> => {
    let worker = idle.pop();
    try {
      if (!worker?.alive) worker = await startAnother();
      return await perform(worker, payload, signal);
    } finally {
      if (worker?.alive !== true && !closed) worker = await startAnother().catch(() => undefined);
      if (worker !== undefined) idle.push(worker);
    }
  };

  return {
    queued: queue.waiting,
    starts: () => starts || idle.some(({ alive }) => alive),
    requireRoom: queue.requireRoom,
    async run(payload, work = {}) {
      if (closed) throw shuttingDown();
      const task = traced('worker wait', {}, () => takeTurn(work)).then((release) =>
        traced('worker run', {}, () => performWith(payload, work)).finally(release),
      );
      running.add(task);
      return task.finally(() => running.delete(task));
    },
    async close() {
      closed = true;
      await Promise.allSettled(running);
      await Promise.all(idle.map((worker) => worker.kill()));
    },
  };
}

const overdueAfter = (milliseconds: number) =>
  new DeadlineExceeded(
    `Processing took longer than ${milliseconds / 1000} seconds; try again, or send less at once.`,
  );
