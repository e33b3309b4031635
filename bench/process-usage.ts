/**
 * What a running process and its children have used, from Linux' /proc; NaN elsewhere. The face engine
 * works in processes of its own.
 */
import { readdir, readFile } from 'node:fs/promises';

/** Resident memory in MB (10⁶ bytes); what processes share counts once. */
export async function residentMegabytes(pid: number): Promise<number> {
  const shares = (await tree(pid)).map(async (each) => {
    const rollup = await readProc(each, 'smaps_rollup');
    return (Number(/^Pss:\s+(\d+) kB/m.exec(rollup)?.[1]) * 1024) / 1e6;
  });
  return sum(await Promise.all(shares));
}

/** Seconds of processor time, all threads together. */
export async function processorSeconds(pid: number): Promise<number> {
  const times = (await tree(pid)).map(async (each) => {
    const threads = await threadsOf(each);
    const spent = await Promise.all(threads.map((id) => readProc(each, `task/${id}/schedstat`)));
    return sum(spent.map((text) => Number(text.split(' ')[0]) / 1e9));
  });
  return sum(await Promise.all(times));
}

/** Milliseconds of processor time that this process and its children spend until it is done. */
export async function processorTimeOf(work: () => Promise<unknown>): Promise<number> {
  const before = await processorSeconds(process.pid);
  await work();
  return ((await processorSeconds(process.pid)) - before) * 1000;
}

/** The process, its children and theirs. */
async function tree(pid: number): Promise<number[]> {
  const threads = await threadsOf(pid);
  const lists = await Promise.all(threads.map((id) => readProc(pid, `task/${id}/children`)));
  const children = lists.flatMap((list) => list.split(' ').filter(Boolean).map(Number));
  return [pid, ...(await Promise.all(children.map(tree))).flat()];
}

const threadsOf = (pid: number) => readdir(`/proc/${pid}/task`).catch(() => []);

const sum = (values: readonly number[]) => values.reduce((total, value) => total + value, 0);

async function readProc(pid: number, file: string): Promise<string> {
  return readFile(`/proc/${pid}/${file}`, 'utf8').catch(() => '');
}
