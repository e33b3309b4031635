/**
 * Resources used by a process and its children, from Linux' /proc; NaN elsewhere. The face engine
 * runs in its own processes. Reads synchronously, because promises took four milliseconds of
 * processor time.
 */
import { readdirSync, readFileSync } from 'node:fs';

/** Resident memory in MB (10⁶ bytes). Shared memory counts once. */
export const residentMegabytes = (pid: number): number => sum(tree(pid).map(megabytesIn('Pss')));

/** Resident memory without mapped files, which other programs may share. In MB (10⁶ bytes). */
export const ownMegabytes = (pid: number): number =>
  sum(
    tree(pid).flatMap((each) => ['Pss_Anon', 'Pss_Shmem'].map((kind) => megabytesIn(kind)(each))),
  );

/** Open files, sockets and the like. */
export const openHandles = (pid: number): number =>
  sum(tree(pid).map((each) => ifThere(() => readdirSync(`/proc/${each}/fd`), []).length));

const megabytesIn = (kind: string) => (pid: number) => {
  const [, kilobytes] =
    new RegExp(`^${kind}:\\s+(\\d+) kB`, 'm').exec(readProc(pid, 'smaps_rollup')) ?? [];
  return (Number(kilobytes) * 1024) / 1e6;
};

/** Seconds of processor time, of all threads. */
export function processorSeconds(pid: number): number {
  return sum(tree(pid).map(secondsOf));
}

/** Milliseconds of processor time that this process and its children spend on the work. */
export async function processorTimeOf(work: () => Promise<unknown>): Promise<number> {
  // The kernel only accounts for a running thread at each tick. Children wait meanwhile.
  const ofChildren = () => sum(tree(process.pid).slice(1).map(secondsOf));
  const before = ofChildren();
  const start = process.cpuUsage();
  await work();
  const { user, system } = process.cpuUsage(start);
  return (user + system) / 1000 + (ofChildren() - before) * 1000;
}

function secondsOf(pid: number): number {
  const spent = threadsOf(pid).map((id) => readProc(pid, `task/${id}/schedstat`).split(' ')[0]);
  return sum(spent.map((nanoseconds) => Number(nanoseconds) / 1e9));
}

/** The process, its children and theirs. */
function tree(pid: number): number[] {
  const lists = threadsOf(pid).map((id) => readProc(pid, `task/${id}/children`));
  const children = lists.flatMap((list) => list.split(' ').filter(Boolean).map(Number));
  return [pid, ...children.flatMap(tree)];
}

const threadsOf = (pid: number) => ifThere(() => readdirSync(`/proc/${pid}/task`), []);

const sum = (values: readonly number[]) => values.reduce((total, value) => total + value, 0);

const readProc = (pid: number, file: string) =>
  ifThere(() => readFileSync(`/proc/${pid}/${file}`, 'utf8'), '');

/** Threads and processes may end during the reading. */
function ifThere<T>(read: () => T, otherwise: T): T {
  try {
    return read();
  } catch {
    return otherwise;
  }
}
