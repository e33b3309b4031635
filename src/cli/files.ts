/** Files that a user names: reading, and replacing as a whole. */
import { randomUUID } from 'node:crypto';
import { readdir, readFile, rename, stat, writeFile } from 'node:fs/promises';
import { basename, dirname, join } from 'node:path';
import { readRegular } from '../config/regular-file.ts';
import { InvalidArgument } from '../errors.ts';

/** Writes text to a file, replacing any before. It is written whole or not at all. */
export async function replaceFile(path: string, text: string, mode = 0o666): Promise<void> {
  // A name that nobody can guess, so that no link waits there.
  const draft = `${path}.${randomUUID()}.part`;
  await writeFile(draft, `${text}\n`, { flag: 'wx', mode });
  await rename(draft, path);
}

/** Bytes of a file the user named. @throws InvalidArgument naming it */
export async function readInput(path: string): Promise<Buffer> {
  return readFile(await existingPath(path)).catch((cause: unknown) => {
    throw unreadable(path, cause);
  });
}

/** Bytes of an image to read at most: no call takes a larger one. */
const LARGEST_IMAGE = 50 * 1024 * 1024;

/** Bytes of an image among many, as `readInput`. @throws InvalidArgument also a pipe or a device */
export async function readImage(path: string): Promise<Buffer> {
  return readRegular(await existingPath(path), LARGEST_IMAGE).catch(
    (cause: NodeJS.ErrnoException) => {
      throw cause.code === undefined ? new InvalidArgument(cause.message) : unreadable(path, cause);
    },
  );
}

/**
 * The path, as the file system spells it: an "ü" is one character or two (Unicode NFC, NFD), by the
 * system that wrote the name. Itself if nothing is there.
 */
async function existingPath(path: string): Promise<string> {
  if (!/[^ -~]/.test(path) || (await exists(path))) return path;
  return (await respelled(path)) ?? path;
}

async function respelled(path: string): Promise<string | undefined> {
  if (await exists(path)) return path;
  const parent = dirname(path);
  const folder = parent === path ? undefined : await respelled(parent);
  if (folder === undefined) return undefined;
  const name = basename(path).normalize();
  const names = await readdir(folder).catch(() => []);
  const found = names.find((other) => other.normalize() === name);
  return found === undefined ? undefined : join(folder, found);
}

const exists = (path: string) =>
  stat(path).then(
    () => true,
    () => false,
  );

const REASONS: Readonly<Record<string, string>> = {
  ENOENT: 'no such file',
  EISDIR: 'is a folder, not a file',
  EACCES: 'permission denied',
};

/** Why a file the user named could not be read. */
export function unreadable(path: string, cause: unknown): InvalidArgument {
  const { code = '' } = cause as NodeJS.ErrnoException;
  return new InvalidArgument(`${path}: ${REASONS[code] ?? `cannot be read (${code})`}`);
}
