/**
 * Loaded into the service (`--import`): notes each turn of its event loop that worked for long, by
 * the processor time of the main thread, so that a busy machine changes nothing.
 */
import { appendFileSync } from 'node:fs';
import { isMainThread } from 'node:worker_threads';

const INTERVAL = 5;
const LEAST = 5;
const file = new URL(import.meta.url).searchParams.get('file')!;

/** Milliseconds for which this thread has run. */
function worked(): number {
  const { user, system } = process.threadCpuUsage();
  return (user + system) / 1000;
}

if (isMainThread) {
  let before = worked();
  setInterval(() => {
    const now = worked();
    if (now - before > LEAST) appendFileSync(file, `${now - before}\n`);
    before = now;
  }, INTERVAL).unref();
}
