/** Files of packs on disk: where they may be, and whether they are what the pack says. */
import { createHash } from 'node:crypto';
import { join } from 'node:path';
import type { ModelLocations } from '../models/model-cache.ts';
import { piecesOf, withFile } from '../models/model-file.ts';
import type { Pack, PackFile } from './pack.ts';

/** Where `models pull` puts the files of a pack. */
export const pullDirectory = (name: string, { dataDir }: ModelLocations): string =>
  join(dataDir, 'packs', name);

/** The directories to search for a pack's file. */
function searchPath({ name }: Pack, locations: ModelLocations): string[] {
  const { modelsDir } = locations;
  return [
    ...(modelsDir === undefined
      ? []
      : [join(modelsDir, name), modelsDir, join(modelsDir, 'upstream')]),
    pullDirectory(name, locations),
  ];
}

/** Whether a file on disk has the content stated in the pack. */
async function isIntact(file: PackFile, path: string): Promise<boolean> {
  return withFile(path, async (handle, size) => {
    if (size !== file.size) return false;
    const hash = createHash('sha256');
    for await (const piece of piecesOf(handle, size)) hash.update(piece);
    return hash.digest('hex') === file.sha256;
  });
}

/** Finds and verifies the file of a pack. */
export async function findFile(
  pack: Pack,
  locations: ModelLocations,
): Promise<{
  /** Absent: it is not there, or damaged. */
  readonly path?: string;
  /** Files of its name with the wrong content, or with the code of why they cannot be read. */
  readonly damaged: readonly string[];
}> {
  const damaged: string[] = [];
  for (const directory of searchPath(pack, locations)) {
    const path = join(directory, pack.file.name);
    try {
      if (await isIntact(pack.file, path)) return { path, damaged };
      damaged.push(path);
    } catch (error) {
      const { code = 'unreadable' } = error as NodeJS.ErrnoException;
      if (code !== 'ENOENT' && code !== 'ENOTDIR') damaged.push(`${path} (${code})`);
    }
  }
  return { damaged };
}

/** Whether the files of these packs are all there and intact. */
export async function hasPacks(
  packs: readonly Pack[],
  locations: ModelLocations,
): Promise<boolean> {
  for (const pack of packs) if ((await findFile(pack, locations)).path === undefined) return false;
  return true;
}

/** Files that have the names of these packs' files, but prevent their installation. */
export async function damagedFiles(
  packs: readonly Pack[],
  locations: ModelLocations,
): Promise<readonly string[]> {
  const files: string[] = [];
  for (const pack of packs) {
    const { path, damaged } = await findFile(pack, locations);
    if (path === undefined) files.push(...damaged);
  }
  return files;
}
