/** Ports that nobody else is given: neither another test file, which runs beside this one, nor the system. */
import { randomInt } from 'node:crypto';
import { once } from 'node:events';
import { mkdirSync, rmSync } from 'node:fs';
import { createServer } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

/** Below those that systems hand out by themselves, as to every other server of the tests. */
const [FIRST, BEYOND] = [10_000, 30_000];
const taken: string[] = [];

process.once('exit', () => {
  // One that is gone already must not fail the whole process as it exits.
  for (const folder of taken) rmSync(folder, { recursive: true, force: true });
});

/** A port that is free, and from now on this process's own. */
export async function freePort(): Promise<number> {
  mkdirSync(join(tmpdir(), 'prosopon-test-ports'), { recursive: true });
  for (;;) {
    const port = randomInt(FIRST, BEYOND);
    if (reserve(join(tmpdir(), 'prosopon-test-ports', String(port))) && (await isFree(port)))
      return port;
  }
}

/** Making a folder is atomic: of two processes one has made it. */
function reserve(folder: string): boolean {
  try {
    mkdirSync(folder);
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'EEXIST') return false;
    throw error;
  }
  taken.push(folder);
  return true;
}

async function isFree(port: number): Promise<boolean> {
  const server = createServer().listen(port, '127.0.0.1');
  try {
    await once(server, 'listening');
    server.close();
    await once(server, 'close');
    return true;
  } catch {
    return false;
  }
}
