/** Changes encoder or detector after checking that the networks load. */
import type { Config } from '../../config/config.ts';
import {
  DETECTOR_SETTING,
  ENCODER_SETTING,
  type FaceChoice,
  openFaces,
  readFaceChoice,
} from '../../engine/open-faces.ts';
import { writeSetting } from '../../sealing/settings.ts';
import type { Store } from '../../store.ts';
import { cliActor, warn } from '../local-store.ts';

/** Templates to count at most. */
const MOST_COUNTED = 1_000_000;

/** @throws ModelError the networks cannot be loaded, so the settings stay */
export async function useModel(
  role: 'encoder' | 'detector',
  name: string,
  config: Config,
  store: Store,
) {
  const before = await readFaceChoice(store);
  const choice: FaceChoice = { ...before, [role]: name };
  const { detector, engine, encoderVersion } = await openFaces(
    { ...config, workers: 1 },
    store,
    warn,
    { choice },
  );
  await engine.close();
  const setting = role === 'encoder' ? ENCODER_SETTING : DETECTOR_SETTING;
  await writeSetting(store, setting, name);
  const details = { role, before: before[role] ?? null, now: name };
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
