/** Creates the data directory. */
import { stat } from 'node:fs/promises';
import { ConfigError } from '../config/config.ts';
import { makeFolder } from '../config/owner.ts';

/** Creates the folder and its parents, for the owner only. @throws ConfigError */
export async function createDataDirectory(path: string): Promise<void> {
  try {
    await makeFolder(path);
  } catch (error) {
    throw new ConfigError(`PROSOPON_DATA: the folder ${path} cannot be made: ${String(error)}`);
  }
  if (!(await stat(path)).isDirectory())
    throw new ConfigError(`PROSOPON_DATA: ${path} is no folder`);
}
