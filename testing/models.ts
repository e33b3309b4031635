/** Converted models that stay in the temporary folder for the next test, bound by a known key. */
import { mkdir, symlink, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { MODEL_CACHE, type ModelLocations } from '../src/inference/models/model-cache.ts';
import { deriveFromMasterKey } from '../src/sealing/keys.ts';

/** Holds no data but models. */
export const TEST_MODELS = join(tmpdir(), 'prosopon-test-models');

/** Of everything that shares these models. */
export const TEST_MASTER_KEY = Buffer.alloc(32, 'test').toString('base64');

export async function testModels(): Promise<ModelLocations> {
  const config = { masterKey: TEST_MASTER_KEY, keyFile: '', keyFileIsDefault: false };
  const cacheKey = await deriveFromMasterKey(config, MODEL_CACHE, () => {});
  return { dataDir: TEST_MODELS, cacheKey };
}

/** Makes a data directory that begins with these models, and their key. */
export async function shareModels(dataDir: string): Promise<void> {
  const shared = join(TEST_MODELS, 'models');
  await mkdir(shared, { recursive: true });
  await mkdir(dataDir, { mode: 0o700 });
  await symlink(shared, join(dataDir, 'models'));
  await writeFile(join(dataDir, 'master.key'), `${TEST_MASTER_KEY}\n`, { mode: 0o600 });
}
