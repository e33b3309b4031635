/** Changes the encoder setting, after it was seen that the encoder loads. */
import type { Config } from '../config.ts';
import { ENCODER_SETTING, openFaces, type Store } from '../main.ts';
import { writeSetting } from '../storage/settings.ts';

export interface ChosenEncoder {
  readonly encoder: string;
  readonly encoderVersion: number;
  /** Templates of other encoders. */
  readonly outdatedTemplates: number;
}

/** Templates counted at most; more than anybody wants to read exactly. */
const MOST_COUNTED = 1_000_000;

/** @throws ModelError the encoder cannot be loaded: the setting stays as it was */
export async function useEncoder(
  name: string,
  config: Config,
  store: Store,
): Promise<ChosenEncoder> {
  const { engine, encoderVersion } = await openFaces({ ...config, workers: 1 }, store, name);
  await engine.close();
  await writeSetting(store.database, ENCODER_SETTING, name);
  const outdated = await store.templates.outdated(encoderVersion(), MOST_COUNTED);
  return {
    encoder: engine.encoder.name,
    encoderVersion: encoderVersion(),
    outdatedTemplates: outdated.length,
  };
}
