/** Memory kept after loading. */
import { setTimeout as sleep } from 'node:timers/promises';
import { setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';

/** Milliseconds until V8 has returned the memory of ended threads. */
const SETTLED = 10_000;

/** Resident bytes after a full garbage collection. */
export async function settledMemory(): Promise<number> {
  setFlagsFromString('--expose-gc');
  const collect = runInNewContext('gc') as () => void;
  collect();
  await sleep(SETTLED);
  collect();
  return process.memoryUsage().rss;
}
