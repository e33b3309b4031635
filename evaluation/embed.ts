/** Runs the service's own engine over a dataset, reusing valid results of earlier runs. */
import { createHash } from 'node:crypto';
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { inLanes } from '../src/async.ts';
import { startProgress } from '../src/cli/progress.ts';
import { InvalidImage } from '../src/errors.ts';
import type { FaceEngine } from '../src/faces/analysis.ts';
import type { Dataset } from './dataset.ts';
import { type CachedEmbeddings, readCache, writeCache } from './embedding-cache.ts';
import { agrees, type EncodedImage, encodedImage } from './encoded-image.ts';

export interface EmbeddedDataset extends Dataset {
  /** Parallel to `images`. */
  readonly encoded: readonly EncodedImage[];
  /** Mean milliseconds of one worker for an image, from file to feature vector. */
  readonly workerMilliseconds: number;
}

export interface EmbedOptions {
  /** Folder of analyses from earlier runs. */
  readonly cacheFolder: string;
  /** Ignores earlier analyses. */
  readonly fresh: boolean;
  readonly note: (message: string) => void;
  /** Makes another picture of each file, which is analysed in its place. */
  readonly render?: (bytes: Uint8Array) => Promise<Uint8Array>;
}

/** Images with, and without a vector, that are analysed again to test the cache. */
const SAMPLED = 12;
/** New analyses between writes of the cache. */
const SAVE_EVERY = 1000;

/** Runs every image of the dataset through the engine with all its workers. */
export async function embedDataset(
  engine: FaceEngine,
  dataset: Dataset,
  { cacheFolder, fresh, note, render = async (bytes) => bytes }: EmbedOptions,
): Promise<EmbeddedDataset> {
  const { root, images } = dataset;
  const hashes: string[] = [];
  for (const { path } of images) hashes.push(sha256(await readFile(join(root, path))));
  const analyse = async (index: number) =>
    analyseFile(engine, await render(await readFile(join(root, images[index]!.path))));

  let cached: CachedEmbeddings = { images: new Map(), workerMilliseconds: 0 };
  if (!fresh) {
    const kept = await readCache(cacheFolder);
    if (await stillHolds(kept, hashes, analyse)) cached = kept;
    else note(`${cacheFolder} was made by another pipeline: everything is analysed again.`);
  }

  const missing = [...hashes.keys()].filter((index) => !cached.images.has(hashes[index]!));
  const progress = startProgress('Analysing', 'images');
  const { workers } = engine.status();
  const started = performance.now();
  let done = 0;
  let saving = Promise.resolve();
  // Two images in flight per worker: one in analysis, one waiting.
  await inLanes(workers * 2, missing, async (index) => {
    cached.images.set(hashes[index]!, await analyse(index));
    done++;
    progress.update(done, missing.length);
    if (done % SAVE_EVERY === 0) saving = saving.then(() => writeCache(cacheFolder, cached));
  });
  progress.stop();
  await saving;
  if (missing.length > 0) {
    const elapsed = (performance.now() - started) * workers;
    const before = cached.images.size - missing.length;
    cached.workerMilliseconds = (cached.workerMilliseconds * before + elapsed) / cached.images.size;
    await writeCache(cacheFolder, cached);
  }
  const encoded = hashes.map((hash) => cached.images.get(hash)!);
  return { ...dataset, encoded, workerMilliseconds: cached.workerMilliseconds };
}

/** Whether analysing sample images again gives the cached results. */
async function stillHolds(
  { images }: CachedEmbeddings,
  hashes: readonly string[],
  analyse: (index: number) => Promise<EncodedImage>,
): Promise<boolean> {
  const kept = [...hashes.keys()].filter((index) => images.has(hashes[index]!));
  const keptAs = (index: number) => images.get(hashes[index]!)!;
  const sample = [
    ...spread(kept.filter((index) => keptAs(index).features !== undefined)),
    ...spread(kept.filter((index) => keptAs(index).problem !== undefined)),
  ];
  const results = await Promise.all(
    sample.map(async (index) => agrees(await analyse(index), keptAs(index))),
  );
  return results.every(Boolean);
}

/** At most SAMPLED values at equal distances. */
function spread(values: readonly number[]): number[] {
  const step = Math.max(1, values.length / SAMPLED);
  const count = Math.min(SAMPLED, values.length);
  return Array.from({ length: count }, (_, i) => values[Math.floor(i * step)]!);
}

async function analyseFile(engine: FaceEngine, bytes: Uint8Array): Promise<EncodedImage> {
  try {
    return encodedImage(await engine.analyse(bytes));
  } catch (error) {
    if (error instanceof InvalidImage) {
      return { problem: 'InvalidImage', rotated: 0, faces: [], qualityScore: 0 };
    }
    throw error;
  }
}

function sha256(bytes: Uint8Array): string {
  return createHash('sha256').update(bytes).digest('hex');
}
