/** The models the service needs: installed, undamaged, converted, and each one run once. */
import type { Config } from '../../config.ts';
import { checkModels } from '../../inference/models.ts';
import type { Finding } from './finding.ts';

/** Converts what is not converted yet, as the first start would. */
export async function checkModelFiles(config: Config): Promise<Finding> {
  const check = 'models';
  const checks = await checkModels(config);
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
