/** Takes the files of packs out of a ZIP archive: one already downloaded, or fetched first. */
import { createWriteStream } from 'node:fs';
import { mkdir, rename, rm } from 'node:fs/promises';
import { basename, dirname, join } from 'node:path';
import { pipeline } from 'node:stream/promises';
import { EnvHttpProxyAgent, fetch } from 'undici';
import { type Entry, openPromise, type ZipFile } from 'yauzl';
import { type DownloadOptions, downloadUnchecked } from './download.ts';
import type { ModelPlaces } from './model-cache.ts';
import { ModelError } from './model-error.ts';
import { isIntact, pullDirectory } from './pack-files.ts';
import type { Pack, PackFile } from './pack-schema.ts';

/** Where a file of a pack goes. */
interface Wanted {
  readonly file: PackFile;
  readonly path: string;
}

/**
 * Writes those files of the packs that the archive holds, by their names in whatever folder, into the
 * pull directories; each is verified by size and digest.
 * @returns names of the files that were taken
 * @throws ModelError no ZIP archive, or a file in it is not the one the pack names
 */
export async function extractPacks(
  archive: string,
  packs: readonly Pack[],
  places: ModelPlaces,
): Promise<string[]> {
  const wanted = new Map<string, Wanted>();
  for (const pack of packs)
    for (const file of pack.sources.flatMap((source) => source.files))
      wanted.set(file.name, { file, path: join(pullDirectory(pack.name, places), file.name) });
  const zip = await openPromise(archive).catch((error: Error) => {
    throw new ModelError(`${archive}: no ZIP archive that can be read (${error.message})`);
  });
  const taken: string[] = [];
  try {
    for await (const entry of zip.eachEntry()) {
      const found = wanted.get(basename(entry.fileName));
      if (found === undefined || entry.fileName.endsWith('/')) continue;
      await extract(zip, entry, found, archive);
      taken.push(found.file.name);
    }
  } finally {
    zip.close();
  }
  return taken;
}

async function extract(
  zip: ZipFile,
  entry: Entry,
  { file, path }: Wanted,
  archive: string,
): Promise<void> {
  if (entry.uncompressedSize !== file.size)
    throw new ModelError(
      `${archive}: ${entry.fileName} has ${entry.uncompressedSize} bytes, expected ${file.size}`,
    );
  await mkdir(dirname(path), { recursive: true });
  const part = `${path}.part`;
  await pipeline(await zip.openReadStreamPromise(entry), createWriteStream(part));
  if (!(await isIntact(file, part))) {
    await rm(part);
    throw new ModelError(`${archive}: ${entry.fileName} is not the file the pack names`);
  }
  await rename(part, path);
}

/**
 * Fetches an archive whose size and digest nobody published; only what is taken out of it is verified.
 * @returns its path; to be removed when it is no longer needed
 * @throws ModelError in one line
 */
export async function fetchArchive(
  url: string,
  { dataDir }: ModelPlaces,
  options: DownloadOptions,
): Promise<string> {
  const name = basename(new URL(url).pathname);
  if (options.offline) throw new ModelError(`${name}: not downloaded because PROSOPON_OFFLINE=1`);
  const path = join(dataDir, 'packs', name);
  await mkdir(dirname(path), { recursive: true });
  await downloadUnchecked({ name, url, size: await sizeAt(url, options) }, path, options);
  return path;
}

async function sizeAt(url: string, { signal, idleTimeout = 20_000 }: DownloadOptions) {
  const dispatcher = new EnvHttpProxyAgent();
  const timeout = AbortSignal.timeout(idleTimeout);
  try {
    const response = await fetch(url, {
      method: 'HEAD',
      dispatcher,
      signal: signal === undefined ? timeout : AbortSignal.any([signal, timeout]),
    });
    const length = Number(response.headers.get('content-length'));
    if (!response.ok || !(length > 0))
      throw new ModelError(`${url}: ${response.status} ${response.statusText}`.trim());
    return length;
  } catch (error) {
    if (error instanceof ModelError) throw error;
    const cause = error instanceof Error && error.cause instanceof Error ? error.cause : error;
    throw new ModelError(`${url}: ${cause instanceof Error ? cause.message : String(cause)}`);
  } finally {
    await dispatcher.destroy();
  }
}
