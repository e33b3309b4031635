/** The cache of converted models: made once, checked every time, safe when shared. */
import { mkdtemp, readdir, readFile, rm, stat, truncate, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { prepareModel } from '../../src/inference/prepare.ts';
import { openSession } from '../../src/inference/session.ts';

let dataDir: string;
beforeEach(async () => {
  dataDir = await mkdtemp(join(tmpdir(), 'prosopon-cache-'));
});
afterEach(() => rm(dataDir, { recursive: true }));

it('converts once and finds the file again', async () => {
  const path = await prepareModel('iris', { dataDir });
  const { mtimeMs } = await stat(path);
  expect(await prepareModel('iris', { dataDir })).toBe(path);
  expect((await stat(path)).mtimeMs).toBe(mtimeMs);
  expect(path.startsWith(join(dataDir, 'models'))).toBe(true);
});

it('makes a truncated or altered file anew', async () => {
  const path = await prepareModel('iris', { dataDir });
  const good = await readFile(path);
  await truncate(path, good.length / 2);
  await prepareModel('iris', { dataDir });
  expect((await readFile(path)).equals(good)).toBe(true);

  const altered = Buffer.from(good);
  altered[good.length >> 1]! ^= 1;
  await writeFile(path, altered);
  await prepareModel('iris', { dataDir });
  expect((await readFile(path)).equals(good)).toBe(true);
});

it('leaves one complete file when several convert at once', async () => {
  const paths = await Promise.all(
    Array.from({ length: 4 }, () => prepareModel('iris', { dataDir })),
  );
  expect(new Set(paths).size).toBe(1);
  expect(await readdir(join(dataDir, 'models'))).toHaveLength(1);
  const session = await openSession(paths[0]!);
  expect(session.inputs).toEqual(['input']);
  await session.close();
});

it('names a model that does not exist', async () => {
  await expect(prepareModel('nobody', { dataDir })).rejects.toThrow('nobody: no model');
});
