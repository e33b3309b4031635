/** Opens the networks chosen by `models use`. */
import { type Config, ConfigError } from '../config/config.ts';
import { MODEL_CACHE, type ModelLocations } from '../inference/models/model-cache.ts';
import { readSetting, type SettingsParts } from '../sealing/settings.ts';
import type { Store } from '../store.ts';
import { countByEncoder, currentEncoderVersion } from '../templates/encoder-version.ts';

/** Name of the setting that `models use` writes. */
export const ENCODER_SETTING = 'encoder';

/** The encoder that `models use` has chosen; undefined: the default. */
export const readChoice = (store: SettingsParts): Promise<string | undefined> =>
  readSetting(store, ENCODER_SETTING);

/** The face engine, and the version of its encoder in this database. */
export type LoadedFaces = Awaited<ReturnType<typeof openFaces>>;

/** Where models are, and the key that binds converted models. */
export function modelLocations(
  { dataDir, modelsDir }: Config,
  { keyRing }: Pick<Store, 'keyRing'>,
  warn: (message: string) => void,
): ModelLocations {
  return { dataDir, modelsDir, cacheKey: keyRing.derive(MODEL_CACHE), warn };
}

/**
 * Templates that a start would re-encode with the weaker built-in encoder, because the recommended
 * pack is not installed. Undefined: none.
 */
export async function wouldWeaken(
  encoder: string | undefined,
  store: Pick<Store, 'database'>,
  locations: ModelLocations,
): Promise<string | undefined> {
  const { isRecommended, resolveEncoderName } = await import('../faces/encoding/encoders.ts');
  const { DLIB_FACERES } = await import('../faces/encoding/built-in-encoder.ts');
  const builtIn = DLIB_FACERES.name;
  if (!isRecommended(encoder) || (await resolveEncoderName(encoder, locations)) !== builtIn)
    return undefined;
  const others = [...(await countByEncoder(store))].filter(([name]) => name !== builtIn);
  if (others.length === 0) return undefined;
  const made = others.map(([name, templates]) => `${templates} templates of ${name}`).join(', ');
  return (
    `there are ${made}, and the recommended encoder is not installed. ` +
    'Run "prosopon models pull recommended". To re-encode them with the weaker built-in encoder, ' +
    `run "prosopon models use ${builtIn}".`
  );
}

/**
 * Loads the networks; `warn` receives altered converted models.
 * @throws ModelError; ConfigError see `wouldWeaken`
 */
export async function openFaces(
  config: Config,
  store: Pick<Store, 'database' | 'keyRing'>,
  warn: (message: string) => void,
  { choice, decoders = [] }: { choice?: string; decoders?: readonly URL[] } = {},
) {
  // Imported here, because most commands need no networks and should not wait for them.
  const { createFaceEngine } = await import('../faces/engine.ts');
  const { detectorInUse } = await import('../faces/detection/detectors.ts');
  const encoder = choice ?? (await readChoice(store));
  const { workers, maxPixels } = config;
  const locations = modelLocations(config, store, warn);
  const weaker = await wouldWeaken(encoder, store, locations);
  if (weaker !== undefined) throw new ConfigError(`encoder: ${weaker}`);
  const detector = await detectorInUse(locations);
  const engine = await createFaceEngine({ ...locations, workers, maxPixels, decoders, encoder });
  try {
    const encoderVersion = await currentEncoderVersion(store, engine.encoder);
    return { choice: encoder, detector, engine, encoderVersion };
  } catch (cause) {
    await engine.close();
    throw cause;
  }
}
