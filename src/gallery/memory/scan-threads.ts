/** The scan threads. They share the work of a scan while other scans leave them free. */

import { addAbortListener } from 'node:events';
import { Worker } from 'node:worker_threads';
import { Cancelled, Internal, shuttingDown } from '../../errors.ts';
import { mergeResults, type ScanResult, type ScanTask } from './scan.ts';
import type { ScanMessage, ScanReply, ScanWorkerData } from './scan-worker.ts';
import type { SegmentHandle } from './segment.ts';

interface Waiting {
  readonly resolve: (results: readonly ScanResult[]) => void;
  readonly reject: (error: unknown) => void;
}

interface Thread {
  /** Number of its working space. */
  readonly number: number;
  readonly worker: Worker;
  readonly waiting: Map<number, Waiting>;
}

/** Rows below which a second thread costs more than it gains. */
const WORTH_SHARING = 20_000;

/** Threads start when the first scan needs them. */
export function createScanThreads(count: number) {
  const handles: SegmentHandle[] = [];
  const threads: Thread[] = [];
  let closed = false;
  let lastId = 0;

  const send = ({ worker }: Thread, message: ScanMessage) => worker.postMessage(message);

  const start = (): Thread => {
    const taken = new Set(threads.map(({ number }) => number));
    const number = [...Array(count).keys()].find((free) => !taken.has(free))!;
    const workerData: ScanWorkerData = { thread: number };
    const worker = new Worker(new URL('./scan-worker.ts', import.meta.url), { workerData });
    const thread: Thread = { number, worker, waiting: new Map() };
    worker.unref();
    worker.on('message', ({ id, results, failure }: ScanReply) => {
      const waiting = thread.waiting.get(id);
      thread.waiting.delete(id);
      if (results !== undefined) waiting?.resolve(results);
      else waiting?.reject(failure === undefined ? new Cancelled() : new Internal(failure));
    });
    const fail = (error: unknown) => {
      if (threads.includes(thread)) threads.splice(threads.indexOf(thread), 1);
      for (const { reject } of thread.waiting.values()) reject(error);
    };
    worker.on('error', (error) => fail(new Internal(error)));
    worker.on('exit', () => fail(shuttingDown()));
    for (const handle of handles) send(thread, { kind: 'segment', handle });
    threads.push(thread);
    return thread;
  };

  const run = (thread: Thread, task: ScanTask, stop: Int32Array) =>
    new Promise<readonly ScanResult[]>((resolve, reject) => {
      const id = ++lastId;
      thread.waiting.set(id, { resolve, reject });
      // Keeps the process alive while a result is awaited: a command would end too early.
      thread.worker.ref();
      send(thread, { kind: 'scan', id, task, stop });
    }).finally(() => {
      if (thread.waiting.size === 0) thread.worker.unref();
    });

  return {
    /** Rows of the segment can be scanned from now on. */
    addSegment(handle: SegmentHandle) {
      handles.push(handle);
      for (const thread of threads) send(thread, { kind: 'segment', handle });
    },
    /** Returns one result per probe. @throws Cancelled; Unavailable it was closed */
    async scan(task: ScanTask, signal: AbortSignal) {
      if (closed) throw shuttingDown();
      if (signal.aborted) throw new Cancelled();
      while (threads.length < count) start();
      const [least, ...others] = threads.toSorted((p, q) => p.waiting.size - q.waiting.size);
      const idle = rowsOf(task.ranges) < WORTH_SHARING ? [] : others.filter(isIdle);
      const chosen = [least!, ...(isIdle(least!) ? idle : [])];
      const stop = new Int32Array(new SharedArrayBuffer(4));
      using _listening = addAbortListener(signal, () => void Atomics.store(stop, 0, 1));
      const parts = splitRanges(task.ranges, chosen.length);
      const results = await Promise.all(
        parts.map((ranges, i) => run(chosen[i]!, { ...task, ranges }, stop)),
      );
      return task.probes.map((_, i) =>
        mergeResults(
          results.map((part) => part[i]!),
          task.classes,
        ),
      );
    },
    async close() {
      closed = true;
      await Promise.all(threads.map(({ worker }) => worker.terminate()));
    },
  };
}

const isIdle = ({ waiting }: Thread): boolean => waiting.size === 0;

function rowsOf(ranges: Uint32Array): number {
  let rows = 0;
  for (let i = 1; i < ranges.length; i += 2) rows += ranges[i]!;
  return rows;
}

/** Parts of about as many rows each, divided at blocks of 1024 rows. */
function splitRanges(ranges: Uint32Array, parts: number): Uint32Array[] {
  if (parts === 1) return [ranges];
  const share = Math.ceil(rowsOf(ranges) / parts / 1024) * 1024;
  const split: number[][] = Array.from({ length: parts }, () => []);
  let part = 0;
  let room = share;
  for (let i = 0; i < ranges.length; i += 2) {
    let [first, count] = [ranges[i]!, ranges[i + 1]!];
    while (count > 0) {
      if (room === 0) {
        part = Math.min(part + 1, parts - 1);
        room = part === parts - 1 ? Number.POSITIVE_INFINITY : share;
      }
      const taken = Math.min(room, count);
      split[part]!.push(first, taken);
      first += taken;
      count -= taken;
      room -= taken;
    }
  }
  return split.filter((list) => list.length > 0).map((list) => Uint32Array.from(list));
}
