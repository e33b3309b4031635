/** What a running process has used, from Linux' /proc; NaN elsewhere. */
import { readFile } from 'node:fs/promises';

/** Clock ticks a second in /proc, on every platform Node runs on. */
const TICKS = 100;

/** Resident memory in MB (10⁶ bytes). */
export async function residentMegabytes(pid: number): Promise<number> {
  const status = await readProc(pid, 'status');
  return (Number(/^VmRSS:\s+(\d+) kB/m.exec(status)?.[1]) * 1024) / 1e6;
}

/** Seconds of processor time, all threads together. */
export async function processorSeconds(pid: number): Promise<number> {
  const fields = (await readProc(pid, 'stat')).replace(/^.*\) /s, '').split(' ');
  return (Number(fields[11]) + Number(fields[12])) / TICKS;
}

async function readProc(pid: number, file: string): Promise<string> {
  return readFile(`/proc/${pid}/${file}`, 'utf8').catch(() => '');
}
