/** Shared by commands on sealed files: their secret, and files written whole or not at all. */
import { createReadStream, createWriteStream, existsSync } from 'node:fs';
import { link, rm } from 'node:fs/promises';
import { pipeline } from 'node:stream/promises';
import type { ArchiveSecret } from '../../archive/sealed-stream.ts';
import { InvalidArgument } from '../../errors.ts';
import { readInput, unreadable } from '../files.ts';

export interface SecretOptions {
  readonly passphraseFile?: string;
}

const SHORTEST = 12;

/** @throws InvalidArgument no passphrase in the file, or too short */
export async function readPassphrase(path: string): Promise<ArchiveSecret> {
  const [passphrase = ''] = (await readInput(path)).toString('utf8').split(/\r?\n/, 1);
  if (passphrase.length < SHORTEST)
    throw new InvalidArgument(`${path}: its first line must have at least ${SHORTEST} characters`);
  return { kind: 'passphrase', passphrase };
}

/** Readable by its owner only, and on disk when it resolves. @throws InvalidArgument it exists */
export async function writeWhole(path: string, pieces: AsyncIterable<Uint8Array>): Promise<void> {
  const taken = () => new InvalidArgument(`${path} already exists: name another file.`);
  if (existsSync(path)) throw taken();
  const draft = `${path}.${process.pid}.part`;
  try {
    await pipeline(pieces, createWriteStream(draft, { mode: 0o600, flags: 'wx', flush: true }));
    // Unlike a rename, a link never replaces a file that appeared meanwhile.
    await link(draft, path).catch((error: NodeJS.ErrnoException) => {
      throw error.code === 'EEXIST' ? taken() : error;
    });
  } finally {
    await rm(draft, { force: true });
  }
}

/** Bytes of a file the user named. @throws InvalidArgument it cannot be read */
export async function* readPieces(path: string): AsyncGenerator<Buffer> {
  try {
    yield* createReadStream(path, { highWaterMark: 1 << 18 });
  } catch (cause) {
    throw unreadable(path, cause);
  }
}
