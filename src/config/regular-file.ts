/** Reads regular files alone: a pipe in the place of one would keep its reader waiting for ever. */
import { constants } from 'node:fs';
import { type FileHandle, open } from 'node:fs/promises';

/** Opens a file for reading. @throws the error of the file system; Error it is no regular file */
export async function openRegular(path: string): Promise<FileHandle> {
  // Without O_NONBLOCK, opening a pipe would wait for a writer.
  const file = await open(path, constants.O_RDONLY | constants.O_NONBLOCK);
  if ((await file.stat()).isFile()) return file;
  await file.close();
  throw new Error(`${path} is not a regular file`);
}

/** Its bytes. @param most bytes to read @throws as `openRegular`; Error it is larger */
export async function readRegular(path: string, most = Number.POSITIVE_INFINITY): Promise<Buffer> {
  await using file = await openRegular(path);
  if ((await file.stat()).size > most) throw new Error(`${path} is larger than ${most} bytes`);
  return await file.readFile();
}

/** Its text. Undefined: it does not exist. @throws as `readRegular` */
export async function readIfThere(path: string): Promise<string | undefined> {
  const bytes = await readRegular(path).catch((error: NodeJS.ErrnoException) => {
    if (error.code === 'ENOENT') return undefined;
    throw error;
  });
  return bytes?.toString('utf8');
}
