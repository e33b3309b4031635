/** Runs cases in threads and supervises them. A hanging or dying thread is a finding. */
import { setTimeout as sleep } from 'node:timers/promises';
import { Worker } from 'node:worker_threads';
import { LONGEST } from './mutate.ts';
import type { Finding, ThreadJob, ThreadMessage } from './thread-job.ts';
import { HEAD, NO_CASE } from './thread-job.ts';

/** Most milliseconds for a case, on a busy machine. */
const HUNG = 30_000;
const LOOK_EVERY = 100;
/** After this many cases that ended a thread, others would only repeat it. */
const MOST_ENDS = 3;
const HEAP_MEBIBYTES = 512;

export interface CasesReport {
  readonly cases: number;
  readonly found: readonly Finding[];
  /** Inputs that led to something new. */
  readonly kept: readonly Uint8Array[];
  /** Processor time of the slowest case, in milliseconds. */
  readonly slowest: number;
}

/** Runs the cases in threads. A case that hangs, or ends its thread, is a finding. */
export async function runCases(job: Omit<ThreadJob, 'current'>, hung = HUNG): Promise<CasesReport> {
  const found: Finding[] = [];
  const kept: Uint8Array[] = [];
  let slowest = 0;
  let from = job.from;
  for (let ends = 0; from < job.to && ends < MOST_ENDS; ends++) {
    const part = await runThread({ ...job, from, corpus: [...job.corpus, ...kept] }, hung);
    kept.push(...part.kept);
    found.push(...part.found);
    slowest = Math.max(slowest, part.slowest);
    from = part.ended === undefined ? job.to : part.ended + 1;
  }
  return { cases: from - job.from, found, kept, slowest };
}

/** Undefined `ended`: all cases ran. Otherwise the case that ended the thread. */
async function runThread(job: Omit<ThreadJob, 'current'>, hung: number) {
  const current = new SharedArrayBuffer(HEAD + LONGEST);
  const head = new Int32Array(current, 0, HEAD / 4);
  head[1] = job.from;
  head[2] = NO_CASE;
  const thread = new Worker(new URL('fuzz-thread.ts', import.meta.url), {
    workerData: { ...job, current } satisfies ThreadJob,
    resourceLimits: { maxOldGenerationSizeMb: HEAP_MEBIBYTES },
  });
  const found: Finding[] = [];
  const kept: Uint8Array[] = [];
  let slowest: number | undefined;
  let failure: Error | undefined;
  thread.on('message', (message: ThreadMessage) => {
    if (message.kind === 'kept') kept.push(message.input);
    else if (message.kind === 'found') found.push(message);
    else slowest = message.milliseconds;
  });
  thread.on('error', (error: Error) => {
    failure ??= error;
  });
  const over = new Promise((resolve) => thread.once('exit', resolve));
  const watch = new AbortController();
  void over.then(() => watch.abort());
  let [seen, since] = [-1, performance.now()];
  while (!watch.signal.aborted) {
    await sleep(LOOK_EVERY, undefined, { signal: watch.signal }).catch(() => undefined);
    const begun = Atomics.load(head, 0);
    if (begun !== seen || head[2] === NO_CASE) [seen, since] = [begun, performance.now()];
    else if (performance.now() - since > hung) {
      failure ??= new Error('does not end');
      await thread.terminate();
    }
  }
  if (slowest !== undefined) return { found, kept, slowest, ended: undefined };
  const length = head[2]!;
  if (length === NO_CASE) throw failure ?? new Error('a thread ended between two cases');
  const input = new Uint8Array(new Uint8Array(current, HEAD, length));
  found.push({ what: failure?.message ?? 'ends the thread', input });
  return { found, kept, slowest: 0, ended: head[1]! };
}
