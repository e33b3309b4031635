/** The data directory is made, or it is said why it cannot be. */
import { mkdtemp, rm, stat, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { ConfigError } from '../../src/config/config.ts';
import { createDataDirectory } from '../../src/storage/data-directory.ts';

let folder: string;
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'prosopon-data-'));
});
afterAll(() => rm(folder, { recursive: true }));

it('is made with its parents, for its owner only, by several processes at once', async () => {
  const path = join(folder, 'a', 'b', 'data');
  await Promise.all([createDataDirectory(path), createDataDirectory(path)]);
  expect((await stat(path)).mode & 0o777).toBe(0o700);
  await createDataDirectory(path);
});

it('is named if it cannot be made', async () => {
  await writeFile(join(folder, 'file'), '');
  for (const path of [join(folder, 'file'), join(folder, 'file', 'data')])
    await expect(createDataDirectory(path)).rejects.toThrow(ConfigError);
  await expect(createDataDirectory(join(folder, 'file'))).rejects.toThrow(/file is no folder/);
});

it.skipIf(process.platform !== 'linux')('is not waited for where there can be none', async () => {
  await expect(createDataDirectory('/proc/prosopon/data')).rejects.toThrow(
    /^PROSOPON_DATA: the folder \/proc\/prosopon\/data cannot be made: Error: ENOENT/,
  );
});
