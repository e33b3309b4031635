/** Converted models on disk: one self-checking ONNX file for each source, shared by processes. */
import { createHash, randomUUID } from 'node:crypto';
import { mkdir, open, readFile, rename, rm } from 'node:fs/promises';
import { dirname, join } from 'node:path';

export interface ModelPlaces {
  /** Converted models are kept in its sub-directory `models`, pulled packs in `packs`. */
  readonly dataDir: string;
  /** Extra directory searched for packs and their files (PROSOPON_MODELS). */
  readonly modelsDir?: string | undefined;
}

/** Raise it when the converters write different files for the same source. */
const CONVERTER_VERSION = 2;

export const sha256 = (bytes: Uint8Array | string): string =>
  createHash('sha256').update(bytes).digest('hex');

/**
 * The end of every cached file: an ONNX metadata entry `sha256` = hash of all bytes before it.
 * (Protocol buffers may be joined: the entry is field 14 of the model message, so that the file
 * stays a valid model.)
 */
function seal(hash: string): Buffer {
  const key = Buffer.from('sha256');
  const value = Buffer.from(hash);
  const entry = Buffer.concat([
    Buffer.from([0x0a, key.length]),
    key,
    Buffer.from([0x12, value.length]),
    value,
  ]);
  return Buffer.concat([Buffer.from([0x72, entry.length]), entry]);
}

const SEAL_LENGTH = seal(sha256('')).length;

/** Whether the file exists and holds what was written. */
async function intact(path: string): Promise<boolean> {
  const bytes = await readFile(path).catch(() => undefined);
  if (bytes === undefined || bytes.length <= SEAL_LENGTH) return false;
  const body = bytes.subarray(0, -SEAL_LENGTH);
  return bytes.subarray(-SEAL_LENGTH).equals(seal(sha256(body)));
}

/** Writes a file so that other processes see nothing or all of it. */
export async function writeAtomically(path: string, bytes: Uint8Array): Promise<void> {
  await mkdir(dirname(path), { recursive: true });
  const part = `${path}.${randomUUID()}.part`;
  try {
    const file = await open(part, 'wx');
    try {
      await file.writeFile(bytes);
      await file.sync();
    } finally {
      await file.close();
    }
    await rename(part, path);
  } catch (error) {
    await rm(part, { force: true });
    throw error;
  }
}

/**
 * The path of the ONNX file (or of trees) made from a source, made now when it is absent or damaged. Two
 * processes that do so at once write the same bytes; the later rename wins.
 * @param source what the file depends on: hashes of the source files and conversion options
 */
export async function cached(
  dataDir: string,
  source: readonly string[],
  convert: () => Promise<Uint8Array> | Uint8Array,
  extension = 'onnx',
): Promise<string> {
  const key = sha256(JSON.stringify([CONVERTER_VERSION, ...source]));
  const path = join(dataDir, 'models', `${key}.${extension}`);
  if (await intact(path)) return path;
  const model = await convert();
  await writeAtomically(path, Buffer.concat([model, seal(sha256(model))]));
  return path;
}
