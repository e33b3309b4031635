/** Checks the models that the service needs: installed, undamaged, converted, and run once. */
import type { Config } from '../../config/config.ts';
import { isRecommended, RECOMMENDED_ENCODER } from '../../faces/encoding/encoders.ts';
import { checkModels, listModels } from '../../inference/models/models.ts';
import { RECOMMENDED } from '../../inference/packs/encoder-packs.ts';
import { PAD_PACKS } from '../../inference/packs/pad-packs.ts';
import { outdatedClasses } from '../../templates/encoder-version.ts';
import { hasDatabase, withStore } from '../local-store.ts';
import { modelLocations } from '../models/model-locations.ts';
import { networksInUse } from '../models/networks-in-use.ts';
import { type Finding, failed } from './finding.ts';

/** Outdated templates to count. */
const MOST_COUNTED = 10_000;

/** Converts what is not yet converted, as the first start would. */
export async function checkModelFiles(config: Config): Promise<Finding> {
  const check = 'models';
  const checks = await checkModels(await modelLocations(config));
  const broken = checks.filter(({ ok }) => !ok);
  if (broken.length === 0)
    return { check, state: 'ok', message: `${checks.length} verified, converted and run` };
  return {
    check,
    state: 'fail',
    message: broken.map(({ name, detail }) => `${name}: ${detail}`).join('; '),
    advice: 'Run "npm install" for built-in models, "prosopon models pull NAME" for packs.',
  };
}

/** The encoder that a start would load. */
export async function checkEncoder(config: Config): Promise<Finding> {
  const check = 'encoder';
  const inUse = await networksInUse(config).catch((thrown: unknown) =>
    failed(check, thrown, 'See the finding about the database.'),
  );
  if ('check' in inUse) return inUse;
  const { encoder, chosen } = inUse;
  if (!isRecommended(chosen) || encoder === RECOMMENDED_ENCODER)
    return { check, state: 'ok', message: encoder };
  return {
    check,
    state: 'warn',
    message: `${encoder}; the recommended one, ${RECOMMENDED_ENCODER}, makes fewer errors and is faster`,
    advice: `Run "prosopon models pull ${RECOMMENDED}".`,
  };
}

/** Templates that another encoder made. Upgrades take some; those without thumbnails stay. */
export async function checkTemplates(config: Config): Promise<readonly Finding[]> {
  const check = 'templates';
  if (!hasDatabase(config)) return [];
  try {
    const { encoder } = await networksInUse(config);
    const { length } = await withStore((store) => outdatedClasses(store, encoder, MOST_COUNTED));
    if (length === 0) return [{ check, state: 'ok', message: `all of ${encoder}` }];
    const message = `${length < MOST_COUNTED ? length : `more than ${length}`} made by another encoder cannot be found by a search`;
    const advice =
      'The service upgrades those with thumbnails. "prosopon template outdated" lists them.';
    return [{ check, state: 'warn', message, advice }];
  } catch (thrown) {
    return [failed(check, thrown, 'See the finding about the database.')];
  }
}

/** Better liveness models are not shipped. Without them a small one decides (`createPadFinder`). */
export async function checkLivenessModels(config: Config): Promise<Finding> {
  const check = 'liveness models';
  const models = await listModels(config);
  const known = PAD_PACKS.map(({ name }) => name);
  const missing = models.filter(({ name, installed }) => known.includes(name) && !installed);
  if (missing.length === 0) return { check, state: 'ok', message: 'installed' };
  const damaged = missing.flatMap((model) => model.damaged ?? []);
  if (damaged.length > 0)
    return {
      check,
      state: 'fail',
      message: `damaged: ${damaged.join(', ')}; liveness is refused until they are replaced`,
      advice: 'Find out who changed them, then run "prosopon models pull pad".',
    };
  const names = missing.map(({ name }) => name).join(', ');
  return {
    check,
    state: 'warn',
    message: `not installed: ${names}; a smaller network decides, and makes more errors`,
    advice: 'Run "prosopon models pull pad".',
  };
}
