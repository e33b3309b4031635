/** A verified model file, and its bytes at that time. */
import { createHash } from 'node:crypto';
import type { FileHandle } from 'node:fs/promises';
import { openRegular, readRegular } from '../../config/regular-file.ts';
import { ModelError } from './model-error.ts';

/** Sent by the process that verified a file to the processes that load it. */
export interface ModelFile {
  readonly path: string;
  /** Of the whole file, hexadecimal. */
  readonly sha256: string;
}

export const sha256 = (bytes: Uint8Array | string): string =>
  createHash('sha256').update(bytes).digest('hex');

/** Bytes of a file to read at a time: whole files would be garbage outside the heap. */
const PIECE = 256 * 1024;

/** The first `length` bytes of a file. Each piece overwrites the last. */
export async function* piecesOf(file: FileHandle, length: number): AsyncGenerator<Buffer> {
  const piece = Buffer.allocUnsafeSlow(Math.min(PIECE, length));
  for (let at = 0; at < length; ) {
    const { bytesRead } = await file.read(piece, 0, Math.min(PIECE, length - at), at);
    if (bytesRead === 0) return;
    yield piece.subarray(0, bytesRead);
    at += bytesRead;
  }
}

/** Calls `look` with a file and its size. @throws the error of the file system */
export async function withFile<T>(
  path: string,
  look: (file: FileHandle, size: number) => Promise<T>,
): Promise<T> {
  await using file = await openRegular(path);
  return await look(file, (await file.stat()).size);
}

/** The bytes that were verified. @throws ModelError the file has changed, or is gone */
export async function readModel({ path, sha256: verified }: ModelFile): Promise<Buffer> {
  const bytes = await readRegular(path).catch((error: unknown) => {
    throw new ModelError(`${path} cannot be read: ${String(error)}`);
  });
  if (sha256(bytes) !== verified) throw new ModelError(`${path} was changed after it was verified`);
  return bytes;
}
