/** Changes the encoder after checking that the networks load. */
import type { Config } from '../../config/config.ts';
import { ENCODER_SETTING, openFaces, readChoice } from '../../engine/open-faces.ts';
import { writeSetting } from '../../sealing/settings.ts';
import type { Store } from '../../store.ts';
import { cliActor, warn } from '../local-store.ts';

/** Templates to count at most. */
const MOST_COUNTED = 1_000_000;

/** @throws ModelError the networks cannot be loaded, so the setting stays */
export async function useModel(name: string, config: Config, store: Store) {
  const before = await readChoice(store);
  const one = { ...config, workers: 1 };
  const { detector, engine, encoderVersion } = await openFaces(one, store, warn, { choice: name });
  await engine.close();
  await writeSetting(store, ENCODER_SETTING, name);
  const details = { role: 'encoder', before: before ?? null, now: name };
  await store.audit.append({ event: 'model-change', actor: cliActor(), details });
  const outdated = await store.templates.outdated(encoderVersion, MOST_COUNTED);
  return {
    encoder: engine.encoder.name,
    encoderVersion,
    detector,
    /** Of other encoders. */
    outdatedTemplates: outdated.length,
  };
}
