/** Creates the data directory step by step: Node's recursive way hangs if it cannot be created. */
import { mkdir, stat } from 'node:fs/promises';
import { dirname } from 'node:path';
import { ConfigError } from '../config/config.ts';

/** Creates the folder and its parents, for the owner only. @throws ConfigError */
export async function createDataDirectory(path: string): Promise<void> {
  try {
    await createFolder(path);
  } catch (error) {
    throw new ConfigError(`PROSOPON_DATA: the folder ${path} cannot be made: ${String(error)}`);
  }
  if (!(await stat(path)).isDirectory())
    throw new ConfigError(`PROSOPON_DATA: ${path} is no folder`);
}

async function createFolder(path: string): Promise<void> {
  if (await exists(path)) return;
  await createFolder(dirname(path));
  await mkdir(path, { mode: 0o700 }).catch((error: NodeJS.ErrnoException) => {
    // Another process was faster.
    if (error.code !== 'EEXIST') throw error;
  });
}

const exists = (path: string) =>
  stat(path).then(
    () => true,
    () => false,
  );
