/** Other search libraries on the same float vectors, each in a process with one thread. */
import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { createInterface } from 'node:readline';

/** A peer that searches one probe at a time, and measures itself. */
export interface Peer {
  readonly name: string;
  /** Milliseconds of one search for the ten faces most similar to that probe. */
  search(probe: number): Promise<number>;
  stop(): void;
}

/**
 * Starts FAISS, if that Python has it, and usearch, on files of little-endian f32.
 * @param python undefined: no FAISS
 */
export async function startPeers(
  vectors: string,
  probes: string,
  dimension: number,
  python: string,
): Promise<readonly Peer[]> {
  const script = (name: string) => new URL(name, import.meta.url).pathname;
  const args = [vectors, probes, String(dimension)];
  const started = await Promise.all([
    startPeer('FAISS IndexFlatIP', python, [script('faiss-search.py'), ...args]),
    startPeer('usearch exactSearch', process.execPath, [script('usearch-search.mjs'), ...args]),
  ]);
  return started.filter((peer) => peer !== undefined);
}

async function startPeer(
  name: string,
  command: string,
  args: readonly string[],
): Promise<Peer | undefined> {
  const child: ChildProcess = spawn(command, args, { stdio: ['pipe', 'pipe', 'pipe'] });
  let said = '';
  child.stderr!.on('data', (data) => {
    said += data;
  });
  child.on('error', (error) => {
    said += error.message;
  });
  const lines = createInterface(child.stdout!);
  const ended = once(child, 'close').then(() => undefined);
  const line = () =>
    Promise.race([
      once(lines, 'line').then(([text]) => String(text)),
      ended.catch(() => undefined),
    ]);
  if ((await line()) !== 'ready') {
    process.stderr.write(`${name} is left out: ${said.trim().split('\n').at(-1)}\n`);
    return undefined;
  }
  return {
    name,
    async search(probe) {
      const answer = line();
      child.stdin!.write(`${probe}\n`);
      return Number(await answer);
    },
    stop: () => void child.kill(),
  };
}
