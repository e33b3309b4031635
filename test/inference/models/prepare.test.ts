/** The cache of converted models: made once, checked every time, safe when shared. */
import { createHash } from 'node:crypto';
import { existsSync } from 'node:fs';
import { mkdtemp, readdir, readFile, rm, stat, truncate, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import {
  type ModelFile,
  type ModelLocations,
  prepareModel,
} from '../../../src/inference/models/prepare.ts';
import { openSession } from '../../../src/inference/session.ts';

const warn = vi.fn();
let locations: ModelLocations;
beforeEach(async () => {
  const dataDir = await mkdtemp(join(tmpdir(), 'prosopon-cache-'));
  locations = { dataDir, cacheKey: Buffer.alloc(32, 'key'), warn };
  warn.mockClear();
});
afterEach(() => rm(locations.dataDir, { recursive: true }));

it('converts once and finds the file again', async () => {
  const model = await prepareModel('blazeface', locations);
  const { mtimeMs } = await stat(model.path);
  expect(await prepareModel('blazeface', locations)).toEqual(model);
  expect((await stat(model.path)).mtimeMs).toBe(mtimeMs);
  expect(dirname(model.path)).toBe(join(locations.dataDir, 'models'));
  expect(warn).not.toHaveBeenCalled();
});

describe('a changed cached model', () => {
  /** Prepares it after `change`, and expects what was there before. */
  async function isMadeAnew(change: (path: string, good: Buffer) => Promise<void>) {
    const { path, sha256 } = await prepareModel('blazeface', locations);
    const good = await readFile(path);
    await change(path, good);
    expect(await prepareModel('blazeface', locations)).toEqual({ path, sha256 });
    expect((await readFile(path)).equals(good)).toBe(true);
    expect(warn).toHaveBeenCalledWith(expect.stringContaining(path));
  }

  it('is rebuilt if truncated', () => isMadeAnew((path, good) => truncate(path, good.length >> 1)));

  it('is rebuilt if a byte of the network differs', () =>
    isMadeAnew((path, good) => {
      const altered = Buffer.from(good);
      altered[good.length >> 1]! ^= 1;
      return writeFile(path, altered);
    }));

  it('is rebuilt if its code differs', () =>
    isMadeAnew((path, good) => {
      const altered = Buffer.from(good);
      altered[good.length - 1]! ^= 1;
      return writeFile(path, altered);
    }));

  it('is rebuilt if it ends in its own hash, which is easily forged', () =>
    isMadeAnew((path, good) => {
      const network = Buffer.from(good.subarray(0, good.length >> 1));
      const hash = createHash('sha256').update(network).digest('hex');
      const entry = Buffer.concat([Buffer.from('\x0a\x06sha256\x12\x40'), Buffer.from(hash)]);
      return writeFile(path, Buffer.concat([network, Buffer.from([0x72, entry.length]), entry]));
    }));

  it('is rebuilt if it is another model of this cache', async () => {
    const other = await readFile((await prepareModel('facemesh', locations)).path);
    await isMadeAnew((path) => writeFile(path, other));
  });

  it('is rebuilt if another key made it', async () => {
    const stranger = { ...locations, cacheKey: Buffer.alloc(32, 'other') };
    await isMadeAnew(async (path) => {
      await rm(path);
      await prepareModel('blazeface', stranger);
    });
  });

  it('is not loaded if changed after its verification', async () => {
    const model = await prepareModel('blazeface', locations);
    const other = await prepareModel('facemesh', locations);
    await writeFile(model.path, await readFile(other.path));
    await expect(openSession(model)).rejects.toThrow('was changed after it was verified');
  });
});

/** Looks at a black image. */
async function expectWhole(model: ModelFile): Promise<void> {
  const session = await openSession(model);
  const input = { data: new Float32Array(3 * 256 * 256), dims: [1, 3, 256, 256] };
  expect((await session.run({ input })).Identity?.dims).toEqual([1, 512, 1]);
  await session.close();
}

it('without a key stores nothing next to the data, and trusts nothing there', async () => {
  const kept = await prepareModel('blazeface', locations);
  await writeFile(kept.path, 'altered');
  const model = await prepareModel('blazeface', { dataDir: locations.dataDir });
  expect(dirname(model.path)).not.toBe(dirname(kept.path));
  expect(existsSync(model.path)).toBe(true);
  await expectWhole(model);
});

it('leaves one complete file if several convert at once', async () => {
  const models = await Promise.all(
    Array.from({ length: 4 }, () => prepareModel('blazeface', locations)),
  );
  expect(new Set(models.map(({ path }) => path)).size).toBe(1);
  expect(await readdir(join(locations.dataDir, 'models'))).toHaveLength(1);
  await expectWhole(models[0]!);
});

it('names an unknown model', async () => {
  await expect(prepareModel('nobody', locations)).rejects.toThrow('nobody: no model');
});
