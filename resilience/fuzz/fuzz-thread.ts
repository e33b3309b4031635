/** A thread that may hang or run out of memory. It makes cases for one parser. */
import { getHeapStatistics } from 'node:v8';
import { parentPort, workerData } from 'node:worker_threads';
import { startCoverage } from './coverage.ts';
import { mutated, randomFrom } from './mutate.ts';
import type { Target } from './target.ts';
import { HEAD, NO_CASE, type ThreadJob, type ThreadMessage } from './thread-job.ts';

/** Cases between coverage readings, each of which costs as much as many cases. */
const BATCH = 256;
/** Most milliseconds of processor time for a case. */
const SLOW = 1000;
const BOUND = 64 * 2 ** 20;

const job = workerData as ThreadJob;
const head = new Int32Array(job.current, 0, HEAD / 4);
const bytes = new Uint8Array(job.current, HEAD);
head[2] = NO_CASE;
const tell = (message: ThreadMessage) => parentPort!.postMessage(message);

const coverage = await startCoverage();
const { target } = (await import(job.target)) as { readonly target: Target };
const words = (target.words ?? []).map((word) => Buffer.from(word, 'latin1'));
const corpus: Uint8Array[] = [...target.seeds, ...job.corpus];
const told = new Set<string>();
let slowest = 0;

const found = (what: string, input: Uint8Array) => {
  if (told.has(what)) return;
  told.add(what);
  tell({ kind: 'found', what, input });
};

async function run(number: number, input: Uint8Array): Promise<void> {
  bytes.set(input);
  head[1] = number;
  head[2] = input.length;
  Atomics.add(head, 0, 1);
  const outside = getHeapStatistics().external_memory;
  const { user } = process.threadCpuUsage();
  try {
    await target.parse(input);
  } catch (error) {
    if (!target.isRefusal(error)) found(describe(error), input);
  }
  head[2] = NO_CASE;
  const milliseconds = (process.threadCpuUsage().user - user) / 1000;
  slowest = Math.max(slowest, milliseconds);
  if (milliseconds > SLOW * (target.cost ?? 1)) found('takes too long', input);
  if (getHeapStatistics().external_memory - outside > (target.bound ?? BOUND))
    found('takes too much memory', input);
}

/** The message and the place, without numbers, so that each fault appears once. */
function describe(error: unknown): string {
  if (!(error instanceof Error)) return String(error);
  const place = /[\w-]+\.\w+:\d+/.exec(error.stack?.split('\n    at ')[1] ?? '')?.[0] ?? '';
  const message = JSON.stringify(error.message.slice(0, 80).replace(/[0-9]+/g, 'N'));
  return `${error.name}: ${message} (${place})`;
}

/** Runs cases, and keeps those that led to something new, found by running halves again. */
async function batchOf(batch: readonly Uint8Array[], number: number): Promise<void> {
  for (const [i, input] of batch.entries()) await run(number + i, input);
  const news = await coverage.take();
  if (!news.isNew) return;
  if (batch.length === 1) {
    corpus.push(batch[0]!);
    tell({ kind: 'kept', input: batch[0]! });
  } else {
    const middle = batch.length >> 1;
    await batchOf(batch.slice(0, middle), number);
    await batchOf(batch.slice(middle), number + middle);
  }
  // Also marks code that the halves did not repeat, such as one-time work.
  news.learn();
}

for (const input of corpus) await run(job.from, input);
(await coverage.take()).learn();
for (let number = job.from; number < job.to; number += BATCH) {
  const length = Math.min(BATCH, job.to - number);
  const batch = Array.from({ length }, (_, i) =>
    mutated(randomFrom(number + i), { words, corpus }),
  );
  await batchOf(batch, number);
}
tell({ kind: 'done', milliseconds: slowest });
