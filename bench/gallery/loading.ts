/** Cost of loading: processor time of each stage, and memory kept afterwards. */
import { setTimeout as sleep } from 'node:timers/promises';
import { setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';
import { createPreparer } from '../../src/gallery/memory/prepare.ts';
import type { GallerySpace } from '../../src/gallery/memory/space.ts';
import { createVectorEncoder } from '../../src/gallery/memory/vector-encoder.ts';
import type { TemplateStore } from '../../src/templates/store.ts';
import type { StoredVectors } from '../../src/templates/template.ts';

/** Microseconds of processor time per template, in one warm thread. */
export interface LoadStages {
  /** Reading rows from the database. */
  readonly read: number;
  /** Checking signatures, opening and decoding records. */
  readonly open: number;
  /** Encoding vectors into columns. */
  readonly encode: number;
}

const PAGES = 200;
const ROUNDS = 3;
/** Milliseconds until V8 has returned the memory of ended threads. */
const SETTLED = 10_000;

/** The least of several rounds, because disturbances only add. */
export async function measureLoadStages(
  templates: Pick<TemplateStore, 'scanVectors'>,
  space: GallerySpace,
): Promise<LoadStages> {
  const { prepare } = createPreparer(createVectorEncoder(space), 1);
  const goThrough = async (work: (page: Iterable<StoredVectors>) => void) => {
    let pages = 0;
    for await (const page of templates.scanVectors({})) {
      work(page);
      if (++pages === PAGES) break;
    }
  };
  let seen = 0;
  await goThrough((page) => {
    for (const _ of page) seen++;
  });
  const costOf = async (work: (page: Iterable<StoredVectors>) => void) => {
    const costs: number[] = [];
    for (let round = 0; round < ROUNDS; round++) {
      const start = process.threadCpuUsage();
      await goThrough(work);
      const { user, system } = process.threadCpuUsage(start);
      costs.push((user + system) / seen);
    }
    return Math.min(...costs);
  };
  // Templates of a page are opened only on demand.
  const read = await costOf(() => undefined);
  const opened = await costOf((page) => {
    for (const _ of page);
  });
  const encoded = await costOf((page) => void prepare(page));
  return { read, open: opened - read, encode: encoded - opened };
}

/** Resident bytes after a full garbage collection. */
export async function settledMemory(): Promise<number> {
  setFlagsFromString('--expose-gc');
  const collect = runInNewContext('gc') as () => void;
  collect();
  await sleep(SETTLED);
  collect();
  return process.memoryUsage().rss;
}
