/** A thread that asks `/livez` again and again, and measures how long the service held its loop. */
import { readFileSync } from 'node:fs';
import { Agent, get } from 'node:http';
import { setTimeout as sleep } from 'node:timers/promises';
import { parentPort, Worker, workerData } from 'node:worker_threads';

/** Milliseconds between two probes. */
const INTERVAL = 5;

/** The longest wait for an answer, in milliseconds. */
export interface Longest {
  /** On the clock, with the time that the machine gave to others. */
  readonly wall: number;
  /** Of the main thread's own work. */
  readonly work: number;
}

interface Watched {
  readonly url: string;
  readonly pid: number;
}

/** Watches until `close`. `take` returns the longest since the last call. */
export function watchLoop(watched: Watched) {
  const worker = new Worker(new URL(import.meta.url), { workerData: watched });
  return {
    take(): Promise<Longest> {
      const taken = new Promise<Longest>((resolve) => worker.once('message', resolve));
      worker.postMessage('take');
      return taken;
    },
    close: () => worker.terminate(),
  };
}

/** Milliseconds for which the main thread has run. */
const worked = ({ pid }: Watched): number =>
  Number(readFileSync(`/proc/${pid}/task/${pid}/schedstat`, 'utf8').split(' ')[0]) / 1e6;

async function probe(watched: Watched) {
  const agent = new Agent({ keepAlive: true, maxSockets: 1 });
  let longest: Longest = { wall: 0, work: 0 };
  parentPort?.on('message', () => {
    parentPort?.postMessage(longest);
    longest = { wall: 0, work: 0 };
  });
  for (;;) {
    const [wall, work] = [performance.now(), worked(watched)];
    await new Promise<void>((resolve, reject) => {
      const request = get(`${watched.url}/livez`, { agent }, (response) =>
        response.resume().once('end', resolve),
      );
      request.once('error', reject);
    });
    longest = {
      wall: Math.max(longest.wall, performance.now() - wall),
      work: Math.max(longest.work, worked(watched) - work),
    };
    await sleep(INTERVAL);
  }
}

if (parentPort) await probe(workerData as Watched);
