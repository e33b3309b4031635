/** Files that a user names: reading, and replacing as a whole. */
import { readFile, rename, writeFile } from 'node:fs/promises';
import { InvalidArgument } from '../errors.ts';

/** Text of a file. Undefined: it does not exist. */
export async function readIfThere(path: string): Promise<string | undefined> {
  return readFile(path, 'utf8').catch((error: NodeJS.ErrnoException) => {
    if (error.code === 'ENOENT') return undefined;
    throw error;
  });
}

/** Writes text to a file, replacing any before. It is written whole or not at all. */
export async function replaceFile(path: string, text: string): Promise<void> {
  const draft = `${path}.${process.pid}.part`;
  await writeFile(draft, `${text}\n`);
  await rename(draft, path);
}

/** Bytes of a file the user named. @throws InvalidArgument naming it */
export async function readInput(path: string): Promise<Buffer> {
  return readFile(path).catch((cause: unknown) => {
    throw unreadable(path, cause);
  });
}

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
