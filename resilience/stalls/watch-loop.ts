/** Measures for how long a service holds its event loop at a time. */
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

/** Start the service with `env`. `take` returns the longest hold since the last call. */
export function watchLoop() {
  const folder = mkdtempSync(join(tmpdir(), 'prosopon-holds-'));
  const file = join(folder, 'holds');
  writeFileSync(file, '');
  let seen = 0;
  const program = new URL(`note-holds.ts?file=${file}`, import.meta.url);
  return {
    env: { NODE_OPTIONS: `--import=${program.href}` },
    /** Milliseconds of work. @param url of the service, whose loop turns twice before */
    async take(url: string): Promise<number> {
      for (let turn = 0; turn < 2; turn++) await (await fetch(`${url}/livez`)).text();
      const holds = readFileSync(file, 'utf8').trimEnd().split('\n');
      const longest = Math.max(0, ...holds.slice(seen).map(Number));
      seen = holds.length;
      return longest;
    },
    close: () => rmSync(folder, { recursive: true, force: true }),
  };
}
