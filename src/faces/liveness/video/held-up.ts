/** Measures how long a process waited for a busy processor, from Linux' /proc. */
import { readdirSync, readFileSync } from 'node:fs';

/** Milliseconds since this call in which the process waited for a processor. 0 outside Linux. */
export function heldUp(pid: number | undefined): () => number {
  const before = delays(pid);
  return () =>
    Math.max(0, ...[...delays(pid)].map(([thread, delay]) => delay - (before.get(thread) ?? 0)));
}

/** Milliseconds of delay by thread. */
function delays(pid: number | undefined): ReadonlyMap<string, number> {
  const tasks = `/proc/${pid}/task`;
  try {
    return new Map(readdirSync(tasks).map((thread) => [thread, delayOf(`${tasks}/${thread}`)]));
  } catch {
    return new Map();
  }
}

/** The second figure of `schedstat`: nanoseconds spent waiting in the run queue. */
function delayOf(task: string): number {
  const [, nanoseconds = ''] = readFileSync(`${task}/schedstat`, 'utf8').split(' ');
  return Number(nanoseconds) / 1e6;
}
