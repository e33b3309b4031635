/** The data directory is made, or it is said why it cannot be. */
import { chown, mkdtemp, readdir, rm, stat, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { closing } from '../../src/async.ts';
import { ConfigError, parseConfig } from '../../src/config/config.ts';
import { writeAtomically } from '../../src/inference/models/model-cache.ts';
import { createDataDirectory } from '../../src/storage/data-directory.ts';
import { openStore } from '../../src/store.ts';

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

it.skipIf(process.getuid?.() !== 0)(
  'belongs with all in it to its owner, if root fills it',
  async () => {
    const path = join(folder, 'owned');
    await createDataDirectory(path);
    await chown(path, 65_534, 65_534);
    const config = parseConfig({ PROSOPON_DATA: path });
    await using _ = closing(await openStore(config, () => undefined));
    await writeAtomically(join(path, 'packs', 'some', 'file'), Buffer.from('network'));
    const names = await readdir(path, { recursive: true });
    expect(names.toSorted()).toEqual([
      'master.key',
      'packs',
      'packs/some',
      'packs/some/file',
      'prosopon.db',
      'prosopon.db-shm',
      'prosopon.db-wal',
    ]);
    for (const name of names)
      expect(await stat(join(path, name)), name).toMatchObject({ uid: 65_534, gid: 65_534 });
  },
);

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
