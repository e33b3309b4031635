/** Opens the networks chosen by `models use`. */
import { type Config, ConfigError } from '../config/config.ts';
import { MODEL_CACHE, type ModelLocations } from '../inference/models/model-cache.ts';
import { readSetting, type SettingsParts } from '../sealing/settings.ts';
import type { Store } from '../store.ts';
import { countByEncoder, currentEncoderVersion } from '../templates/encoder-version.ts';

/** Names of the settings that `models use` writes. */
export const ENCODER_SETTING = 'encoder';
export const DETECTOR_SETTING = 'detector';

/** Encoder and detector by name; undefined: the default. */
export interface FaceChoice {
  readonly encoder: string | undefined;
  readonly detector: string | undefined;
}

/** The choice of `models use`. */
export async function readFaceChoice(store: SettingsParts): Promise<FaceChoice> {
  return {
    encoder: await readSetting(store, ENCODER_SETTING),
    detector: await readSetting(store, DETECTOR_SETTING),
  };
}

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
  { encoder }: FaceChoice,
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
  { choice, decoders = [] }: { choice?: FaceChoice; decoders?: readonly URL[] } = {},
) {
  // Imported here, because most commands need no networks and should not wait for them.
  const { createFaceEngine } = await import('../faces/engine.ts');
  const { resolveDetectorName } = await import('../faces/detection/detectors.ts');
  const chosen = choice ?? (await readFaceChoice(store));
  const { workers, maxPixels } = config;
  const locations = modelLocations(config, store, warn);
  const weaker = await wouldWeaken(chosen, store, locations);
  if (weaker !== undefined) throw new ConfigError(`encoder: ${weaker}`);
  const detector = await resolveDetectorName(chosen.detector, locations);
  const engine = await createFaceEngine({ ...locations, workers, maxPixels, decoders, ...chosen });
  try {
    const encoderVersion = await currentEncoderVersion(store, engine.encoder);
    return { choice: chosen, detector, engine, encoderVersion };
  } catch (cause) {
    await engine.close();
    throw cause;
  }
}
