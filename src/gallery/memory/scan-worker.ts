/** A scan thread: knows the segments, scans on request. */
import { parentPort, workerData } from 'node:worker_threads';
import { type ScanResult, type ScanTask, scan } from './scan.ts';
import { Segment, type SegmentHandle } from './segment.ts';

export interface ScanWorkerData {
  /** Number of its working space in every segment. */
  readonly thread: number;
}

export type ScanMessage =
  | { readonly kind: 'segment'; readonly handle: SegmentHandle }
  | {
      readonly kind: 'scan';
      readonly id: number;
      readonly task: ScanTask;
      /** Becomes 1 when no caller wants the result any more. */
      readonly stop: Int32Array;
    };

export interface ScanReply {
  readonly id: number;
  /** Undefined: stopped, or `failure` says what went wrong. */
  readonly results: readonly ScanResult[] | undefined;
  readonly failure?: string;
}

const { thread } = workerData as ScanWorkerData;
const segments: Segment[] = [];

parentPort!.on('message', (message: ScanMessage) => {
  if (message.kind === 'segment') {
    segments.push(new Segment(message.handle));
    return;
  }
  const { id, task, stop } = message;
  parentPort!.postMessage(reply(id, task, stop));
});

function reply(id: number, task: ScanTask, stop: Int32Array): ScanReply {
  try {
    return { id, results: scan(segments, thread, task, () => Atomics.load(stop, 0) === 1) };
  } catch (error) {
    return { id, results: undefined, failure: String(error) };
  }
}
