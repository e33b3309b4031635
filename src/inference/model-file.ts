/** A model file that was verified, and its bytes as they were then. */
import { createHash } from 'node:crypto';
import { readFile } from 'node:fs/promises';
import { ModelError } from './model-error.ts';

/** What a process that verified a file tells those that load it. */
export interface ModelFile {
  readonly path: string;
  /** Of the whole file, hexadecimal. */
  readonly sha256: string;
}

export const sha256 = (bytes: Uint8Array | string): string =>
  createHash('sha256').update(bytes).digest('hex');

/** The bytes that were verified. @throws ModelError the file holds others by now, or is gone */
export async function readModel({ path, sha256: verified }: ModelFile): Promise<Buffer> {
  const bytes = await readFile(path).catch((error: unknown) => {
    throw new ModelError(`${path} cannot be read: ${String(error)}`);
  });
  if (sha256(bytes) !== verified) throw new ModelError(`${path} was changed after it was verified`);
  return bytes;
}
