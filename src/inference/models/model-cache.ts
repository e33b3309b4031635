/** Converted models on disk, shared by processes, each with a code that needs the key. */
import { createHash, createHmac, randomBytes, randomUUID, timingSafeEqual } from 'node:crypto';
import { mkdtempSync, rmSync } from 'node:fs';
import { rename, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { giveToOwner, makeFolder } from '../../config/owner.ts';
import { type ModelFile, piecesOf, sha256, withFile } from './model-file.ts';

/** Purpose for which `cacheKey` is derived. */
export const MODEL_CACHE = 'model cache';

export interface ModelLocations {
  /** Converted models are cached in its sub-directory `models`, pulled packs are in `packs`. */
  readonly dataDir: string;
  /** Extra directory searched for packs and their files (PROSOPON_MODELS). */
  readonly modelsDir?: string | undefined;
  /** Binds the cached models. Without it, models are converted again, into a temporary folder. */
  readonly cacheKey?: Uint8Array | undefined;
  /** Receives converted models that were altered, and are not used. */
  readonly warn?: ((message: string) => void) | undefined;
}

/** Raise it when the converters write different files for the same source. */
const CONVERTER_VERSION = 3;

/** The end of a cached file: an ONNX metadata entry (field 14) with the code of earlier bytes. */
function ending(code: string): Buffer {
  const key = Buffer.from('hmac-sha256');
  const value = Buffer.from(code);
  const entry = Buffer.concat([
    Buffer.from([0x0a, key.length]),
    key,
    Buffer.from([0x12, value.length]),
    value,
  ]);
  return Buffer.concat([Buffer.from([0x72, entry.length]), entry]);
}

const ENDING_LENGTH = ending(sha256('')).length;

/** Key, source and converter, and the model; `name` holds the first two as a hash. */
const codeOf = (key: Uint8Array, name: string, model: string) =>
  createHmac('sha256', key).update(`prosopon model 1 ${name} ${model}`).digest('hex');

/** The cached model, if it was made from this source. */
async function find(path: string, key: Uint8Array, name: string): Promise<ModelFile | 'altered'> {
  return withFile(path, async (file, size) => {
    const length = size - ENDING_LENGTH;
    if (length <= 0) return 'altered';
    const hash = createHash('sha256');
    for await (const piece of piecesOf(file, length)) hash.update(piece);
    const expected = ending(codeOf(key, name, hash.copy().digest('hex')));
    const found = Buffer.alloc(ENDING_LENGTH);
    await file.read(found, 0, ENDING_LENGTH, length);
    if (!timingSafeEqual(found, expected)) return 'altered';
    return { path, sha256: hash.update(found).digest('hex') };
  });
}

/** Writes a file atomically, so that other processes see nothing or all of it. */
export async function writeAtomically(path: string, bytes: Uint8Array): Promise<void> {
  await makeFolder(dirname(path));
  const part = `${path}.${randomUUID()}.part`;
  try {
    await writeFile(part, bytes, { flag: 'wx', flush: true });
    giveToOwner(part);
    await rename(part, path);
  } catch (error) {
    await rm(part, { force: true });
    throw error;
  }
}

/** The cache: beside the data, or a folder that no other process uses. */
export function cacheFolder({ dataDir, cacheKey }: ModelLocations): string {
  return cacheKey === undefined ? ownFolder() : join(dataDir, 'models');
}

let own: string | undefined;
function ownFolder(): string {
  if (own !== undefined) return own;
  const made = mkdtempSync(join(tmpdir(), 'prosopon-models-'));
  process.once('exit', () => rmSync(made, { recursive: true, force: true }));
  own = made;
  return made;
}

const OWN_KEY = randomBytes(32);

/** The cached ONNX file of a source, made if absent. @param source its hashes and options */
export async function cached(
  locations: ModelLocations,
  source: readonly string[],
  convert: () => Promise<Uint8Array> | Uint8Array,
): Promise<ModelFile> {
  const { cacheKey = OWN_KEY, warn } = locations;
  const name = sha256(JSON.stringify([CONVERTER_VERSION, ...source]));
  const path = join(cacheFolder(locations), `${name}.onnx`);
  const found = await find(path, cacheKey, name).catch(() => undefined);
  if (found === 'altered')
    warn?.(`${path} is not as this installation made it: it is not used but converted anew`);
  else if (found !== undefined) return found;
  const model = await convert();
  const bytes = Buffer.concat([model, ending(codeOf(cacheKey, name, sha256(model)))]);
  await writeAtomically(path, bytes);
  return { path, sha256: sha256(bytes) };
}
