/** Files of packs on disk: where they may lie, and whether they are the ones the pack names. */
import { createHash } from 'node:crypto';
import { join } from 'node:path';
import type { ModelPlaces } from '../models/model-cache.ts';
import { piecesOf, readVerified, withFile } from '../models/model-file.ts';
import type { Pack, PackFile, PackSource } from './pack-schema.ts';

/** A pack and the directory its description was read from (undefined: it is built in). */
export interface LocatedPack {
  readonly pack: Pack;
  readonly directory: string | undefined;
}

/** Where `models pull` puts the files of a pack. */
export const pullDirectory = (name: string, { dataDir }: ModelPlaces): string =>
  join(dataDir, 'packs', name);

/** The directories searched for a pack's files, the nearest to its description first. */
function searchPath({ pack, directory }: LocatedPack, places: ModelPlaces): string[] {
  const { modelsDir } = places;
  return [
    ...(directory === undefined ? [] : [directory]),
    ...(modelsDir === undefined
      ? []
      : [join(modelsDir, pack.name), modelsDir, join(modelsDir, 'upstream')]),
    pullDirectory(pack.name, places),
  ];
}

/** A digest in progress that ends as the pack file gives it. */
export function startDigest(file: PackFile): { update(bytes: Uint8Array): void; ok(): boolean } {
  const hash = createHash(file.sha256 === undefined ? 'sha384' : 'sha256');
  return {
    update: (bytes) => void hash.update(bytes),
    ok: () => hash.digest('hex') === digestOf(file),
  };
}

/** Whether a file on disk has the content that the pack names. */
export async function isIntact(file: PackFile, path: string): Promise<boolean> {
  return withFile(path, async (handle, size) => {
    if (size !== file.size) return false;
    const digest = startDigest(file);
    for await (const piece of piecesOf(handle, size)) digest.update(piece);
    return digest.ok();
  });
}

/** What identifies the file's content. */
export const digestOf = ({ sha256, sha384 }: PackFile): string => sha256 ?? sha384 ?? '';

/** A file of a pack, and where it was found intact. */
export interface FoundFile {
  readonly file: PackFile;
  readonly path: string;
}

/** The bytes of a file that was found. @throws ModelError it holds others by now, or is gone */
export const readFound = ({ file, path }: FoundFile): Promise<Buffer> =>
  readVerified(path, (bytes) => {
    const digest = startDigest(file);
    digest.update(bytes);
    return digest.ok();
  });

export interface SourceSearch {
  /** The first source of the pack of which every file is there and intact. */
  readonly found?: { readonly source: PackSource; readonly files: readonly FoundFile[] };
  /** Files that have the right name and the wrong content, or cannot be read. */
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

/**
 * Finds and verifies the files of a pack. Later sources replace a missing one, not a damaged one.
 */
export async function findSource(located: LocatedPack, places: ModelPlaces): Promise<SourceSearch> {
  const directories = searchPath(located, places);
  const damaged: string[] = [];
  for (const source of located.pack.sources) {
    const files = await Promise.all(source.files.map((file) => locate(file, directories, damaged)));
    if (files.every((file) => file !== undefined)) return { found: { source, files }, damaged };
    if (damaged.length > 0) break;
  }
  return { damaged };
}

/** Whether each of these known packs has all its files, intact. */
export async function hasPacks(packs: readonly Pack[], places: ModelPlaces): Promise<boolean> {
  for (const pack of packs)
    if ((await findSource({ pack, directory: undefined }, places)).found === undefined)
      return false;
  return true;
}

/** What keeps known packs from being installed though it has the names of their files. */
export async function damagedFiles(
  packs: readonly Pack[],
  places: ModelPlaces,
): Promise<readonly string[]> {
  const files: string[] = [];
  for (const pack of packs) {
    const { found, damaged } = await findSource({ pack, directory: undefined }, places);
    if (found === undefined) files.push(...damaged);
  }
  return files;
}
