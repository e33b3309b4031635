/** Bundles: the files of packs in a tar file, for machines without a network. */
import { createReadStream, createWriteStream } from 'node:fs';
import { rename, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { pipeline } from 'node:stream/promises';
import { extract, pack as tar } from 'tar-stream';
import { type ModelLocations, writeAtomically } from '../models/model-cache.ts';
import { ModelError } from '../models/model-error.ts';
import { KNOWN_PACKS } from './known-packs.ts';
import { findSource, pullDirectory, readFound, startDigest } from './pack-files.ts';
import type { PackFile } from './pack-schema.ts';

/** Writes the installed files of known packs. @throws ModelError unknown, or not installed */
export async function writeBundle(
  names: readonly string[],
  path: string,
  locations: ModelLocations,
): Promise<void> {
  const archive = tar();
  for (const name of names) {
    const pack = KNOWN_PACKS.find((known) => known.name === name);
    if (pack === undefined)
      throw new ModelError(`${name}: not a pack of ours; copy its files by hand`);
    const { found } = await findSource({ pack, directory: undefined }, locations);
    if (found === undefined) throw new ModelError(`${name}: not installed`);
    for (const file of found.files)
      archive.entry({ name: `${name}/${file.file.name}` }, await readFound(file));
  }
  archive.finalize();
  const part = `${path}.part`;
  try {
    await pipeline(archive, createWriteStream(part));
    await rename(part, path);
  } catch (error) {
    await rm(part, { force: true });
    throw error;
  }
}

/** Installs a bundle, each file verified. @returns names of packs @throws ModelError */
export async function installBundle(path: string, locations: ModelLocations): Promise<string[]> {
  const names = new Set<string>();
  const entries = extract();
  const reading = pipeline(createReadStream(path), entries);
  try {
    for await (const entry of entries) {
      const { name: packName, file } = wanted(entry.header.name, entry.header.size, path);
      const digest = startDigest(file);
      const bytes = await readAll(entry);
      digest.update(bytes);
      if (!digest.ok())
        throw new ModelError(`${path}: ${file.name} is not the file ${packName} names`);
      await writeAtomically(join(pullDirectory(packName, locations), file.name), bytes);
      names.add(packName);
    }
    await reading;
  } catch (error) {
    await reading.catch(() => undefined);
    if (error instanceof ModelError) throw error;
    throw new ModelError(`${path}: ${error instanceof Error ? error.message : String(error)}`);
  }
  if (names.size === 0) throw new ModelError(`${path}: no bundle of models`);
  return [...names];
}

/** The pack, and the file of it, to which an entry belongs. */
function wanted(
  entry: string,
  size: number | undefined,
  path: string,
): { name: string; file: PackFile } {
  const [name = '', fileName] = entry.split('/');
  const sources = KNOWN_PACKS.find((pack) => pack.name === name)?.sources ?? [];
  const files = sources.flatMap(({ files }) => files);
  const file = files.find((candidate) => candidate.name === fileName && candidate.size === size);
  if (file === undefined) throw new ModelError(`${path}: ${entry} is no file of a pack we know`);
  return { name, file };
}

async function readAll(stream: AsyncIterable<unknown>): Promise<Buffer> {
  const chunks: Uint8Array[] = [];
  for await (const chunk of stream) chunks.push(chunk as Uint8Array);
  return Buffer.concat(chunks);
}
