/** Free disk space, and when it is low. */
import { statfs } from 'node:fs/promises';
import { dirname } from 'node:path';

const GB = 1024 ** 3;
/** Bytes: converted models take 100 MB, each person about 100 kB. */
export const LITTLE_SPACE = 2 * GB;
export const NO_SPACE = 0.3 * GB;

/** Free bytes at the present or future place of the folder; undefined: not measurable. */
export async function freeSpace(
  folder: string,
): Promise<{ readonly path: string; readonly free: number } | undefined> {
  for (let path = folder; ; path = dirname(path)) {
    const found = await statfs(path).catch(() => undefined);
    if (found !== undefined) return { path, free: found.bavail * found.bsize };
    if (path === dirname(path)) return undefined;
  }
}
