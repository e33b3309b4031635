/** Bytes in the memory of running processes, as the kernel shows them to root. */
import { closeSync, openSync, readdirSync, readFileSync, readSync } from 'node:fs';

const PAGE = 4096;
/** Bytes of a page's entry in `pagemap`, whose highest bits say that it is in memory, or swapped. */
const ENTRY = 8;
const AT_ONCE = 2048;

/** The process and all that it started. */
export function processesOf(pid: number): number[] {
  const all = readdirSync('/proc')
    .filter((name) => /^\d+$/.test(name))
    .map(Number);
  const parents = new Map(all.map((each) => [each, parentOf(each)]));
  const found = [pid];
  for (const each of found)
    found.push(...all.filter((other) => parents.get(other) === each && !found.includes(other)));
  return found;
}

function parentOf(pid: number): number | undefined {
  try {
    const stat = readFileSync(`/proc/${pid}/stat`, 'utf8');
    return Number(stat.slice(stat.lastIndexOf(')') + 2).split(' ')[1]);
  } catch {
    return undefined;
  }
}

/** All written memory of the process, in pieces. Pages that nobody has touched are left out. */
export async function* memoryOf(pid: number): AsyncGenerator<Buffer> {
  const [memory, map] = [openSync(`/proc/${pid}/mem`, 'r'), openSync(`/proc/${pid}/pagemap`, 'r')];
  try {
    for (const line of readFileSync(`/proc/${pid}/maps`, 'utf8').split('\n')) {
      const [, from, to, rights] = /^([0-9a-f]+)-([0-9a-f]+) (\S+)/.exec(line) ?? [];
      if (rights === undefined || !rights.startsWith('rw')) continue;
      const [first, end] = [Number.parseInt(from!, 16) / PAGE, Number.parseInt(to!, 16) / PAGE];
      for (let page = first; page < end; page += AT_ONCE)
        yield* presentPages(memory, map, page, Math.min(end, page + AT_ONCE));
      // Nothing reaches from one region into the next.
      yield Buffer.alloc(PAGE);
    }
  } finally {
    closeSync(memory);
    closeSync(map);
  }
}

function* presentPages(memory: number, map: number, first: number, end: number): Generator<Buffer> {
  const entries = Buffer.alloc((end - first) * ENTRY);
  readSync(map, entries, 0, entries.length, first * ENTRY);
  const isThere = (page: number) => entries[(page - first) * ENTRY + ENTRY - 1]! >= 0x40;
  for (let page = first; page < end; ) {
    if (!isThere(page)) {
      page++;
      continue;
    }
    let after = page + 1;
    while (after < end && isThere(after)) after++;
    const bytes = Buffer.alloc((after - page) * PAGE);
    const read = readSync(memory, bytes, 0, bytes.length, page * PAGE);
    yield bytes.subarray(0, read);
    page = after;
  }
}
