/** Inspected photographs of LFW: what people wear. */
import { readFile } from 'node:fs/promises';
import { basename } from 'node:path';

const DRESSED = new URL('../../training/measures/dressed.txt', import.meta.url);

/** Words for a photograph: `head`, `eyes`, `unsure`. None if nothing is worn. */
export async function readDressed(): Promise<(path: string) => readonly string[]> {
  const worn = new Map<string, readonly string[]>();
  for (const line of (await readFile(DRESSED, 'utf8')).trim().split('\n')) {
    const [name, ...what] = line.split(' ') as [string, ...string[]];
    worn.set(name, what);
  }
  return (path) => worn.get(basename(path)) ?? [];
}
