/** Where commands find models, even before a store exists. */
import type { Config } from '../../config/config.ts';
import { MODEL_CACHE, type ModelLocations } from '../../inference/models/model-cache.ts';
import { deriveFromMasterKey } from '../../sealing/keys.ts';
import { hasMasterKey } from '../../sealing/master-key.ts';
import { warn } from '../local-store.ts';

/** Converted models are bound by the master key. Without a key they are not cached. */
export async function modelLocations(config: Config): Promise<ModelLocations> {
  const { dataDir, modelsDir } = config;
  const cacheKey = hasMasterKey(config)
    ? await deriveFromMasterKey(config, MODEL_CACHE, () => undefined)
    : undefined;
  return { dataDir, modelsDir, cacheKey, warn };
}
