/** Files of packs on disk: possible locations, and verification against the pack. */
import { createHash } from 'node:crypto';
import { join } from 'node:path';
import type { ModelLocations } from '../models/model-cache.ts';
import { piecesOf, readVerified, withFile } from '../models/model-file.ts';
import type { Pack, PackFile, PackSource } from './pack-schema.ts';

/** A pack, and the directory of its description (undefined: built in). */
export interface LocatedPack {
  readonly pack: Pack;
  readonly directory: string | undefined;
}

/** Where `models pull` puts the files of a pack. */
export const pullDirectory = (name: string, { dataDir }: ModelLocations): string =>
  join(dataDir, 'packs', name);

/** The directories to search for a pack's files, nearest to its description first. */
function searchPath({ pack, directory }: LocatedPack, locations: ModelLocations): string[] {
  const { modelsDir } = locations;
  return [
    ...(directory === undefined ? [] : [directory]),
    ...(modelsDir === undefined
      ? []
      : [join(modelsDir, pack.name), modelsDir, join(modelsDir, 'upstream')]),
    pullDirectory(pack.name, locations),
  ];
}

/** A running digest of the content of a file. */
export function startDigest(file: PackFile): { update(bytes: Uint8Array): void; ok(): boolean } {
  const hash = createHash('sha256');
  return {
    update: (bytes) => void hash.update(bytes),
    ok: () => hash.digest('hex') === file.sha256,
  };
}

/** Whether a file on disk has the content stated in the pack. */
export async function isIntact(file: PackFile, path: string): Promise<boolean> {
  return withFile(path, async (handle, size) => {
    if (size !== file.size) return false;
    const digest = startDigest(file);
    for await (const piece of piecesOf(handle, size)) digest.update(piece);
    return digest.ok();
  });
}

/** A file of a pack, and where it was found intact. */
export interface FoundFile {
  readonly file: PackFile;
  readonly path: string;
}

/** The bytes of a found file. @throws ModelError the file has changed, or is gone */
export const readFound = ({ file, path }: FoundFile): Promise<Buffer> =>
  readVerified(path, (bytes) => {
    const digest = startDigest(file);
    digest.update(bytes);
    return digest.ok();
  });

export interface SourceSearch {
  /** The first source of the pack whose files are all present and intact. */
  readonly found?: { readonly source: PackSource; readonly files: readonly FoundFile[] };
  /** Files with the right name but the wrong content, or unreadable. */
  readonly damaged: readonly string[];
}

/** The first file on the search path with the right content. */
async function locate(
  file: PackFile,
  directories: readonly string[],
  damaged: string[],
): Promise<FoundFile | undefined> {
  for (const directory of directories) {
    const path = join(directory, file.name);
    const intact = await isIntact(file, path).catch((error: NodeJS.ErrnoException) =>
      error.code === 'ENOENT' || error.code === 'ENOTDIR' ? undefined : false,
    );
    if (intact) return { file, path };
    if (intact === false) damaged.push(path);
  }
  return undefined;
}

/** Finds and verifies the files of a pack. A later source replaces a missing, not a damaged one. */
export async function findSource(
  located: LocatedPack,
  locations: ModelLocations,
): Promise<SourceSearch> {
  const directories = searchPath(located, locations);
  const damaged: string[] = [];
  for (const source of located.pack.sources) {
    const files = await Promise.all(source.files.map((file) => locate(file, directories, damaged)));
    if (files.every((file) => file !== undefined)) return { found: { source, files }, damaged };
    if (damaged.length > 0) break;
  }
  return { damaged };
}

/** Whether all files of these known packs are present and intact. */
export async function hasPacks(
  packs: readonly Pack[],
  locations: ModelLocations,
): Promise<boolean> {
  for (const pack of packs)
    if ((await findSource({ pack, directory: undefined }, locations)).found === undefined)
      return false;
  return true;
}

/** Files that have names of known packs' files, but prevent their installation. */
export async function damagedFiles(
  packs: readonly Pack[],
  locations: ModelLocations,
): Promise<readonly string[]> {
  const files: string[] = [];
  for (const pack of packs) {
    const { found, damaged } = await findSource({ pack, directory: undefined }, locations);
    if (found === undefined) files.push(...damaged);
  }
  return files;
}
