/**
 * What a running process and its children have used, from Linux' /proc; NaN elsewhere. The face engine
 * works in processes of its own.
 */
import { readdir, readFile } from 'node:fs/promises';

/** Clock ticks a second in /proc, on every platform Node runs on. */
const TICKS = 100;

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
    const fields = (await readProc(each, 'stat')).replace(/^.*\) /s, '').split(' ');
    return (Number(fields[11]) + Number(fields[12])) / TICKS;
  });
  return sum(await Promise.all(times));
}

/** The process, its children and theirs. */
async function tree(pid: number): Promise<number[]> {
  const threads = await readdir(`/proc/${pid}/task`).catch(() => []);
  const lists = await Promise.all(threads.map((id) => readProc(pid, `task/${id}/children`)));
  const children = lists.flatMap((list) => list.split(' ').filter(Boolean).map(Number));
  return [pid, ...(await Promise.all(children.map(tree))).flat()];
}

const sum = (values: readonly number[]) => values.reduce((total, value) => total + value, 0);

async function readProc(pid: number, file: string): Promise<string> {
  return readFile(`/proc/${pid}/${file}`, 'utf8').catch(() => '');
}
