/** Packs: files that are found, converted and run. */
import { copyFile, mkdir, mkdtemp, rm, symlink, truncate } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { checkModel, listModels, pullPack } from '../../../src/inference/models/models.ts';
import { prepareModel } from '../../../src/inference/models/prepare.ts';
import { expandPackName } from '../../../src/inference/packs/known-packs.ts';
import { sharedPath } from '../../../testing/shared.ts';

let dataDir: string;
let modelsDir: string;
beforeEach(async () => {
  dataDir = await mkdtemp(join(tmpdir(), 'prosopon-packs-'));
  modelsDir = join(dataDir, 'models-of-the-user');
  await mkdir(modelsDir);
});
afterEach(() => rm(dataDir, { recursive: true }));

const places = () => ({ dataDir, modelsDir });

it('an unknown pack is named with those there are', async () => {
  await expect(pullPack('nobody', places())).rejects.toThrow(/packs are yunet, mbf, /);
});

describe('the recommended packs', () => {
  const upstream = sharedPath('models', 'upstream');

  it('are encoder and detector, with official addresses, and stay absent without a network', async () => {
    const names = expandPackName('recommended');
    expect(names).toEqual(['mbf', 'yunet']);
    const models = await listModels(places());
    for (const name of names) {
      expect(models.find((model) => model.name === name)).toMatchObject({
        role: name === 'yunet' ? 'detect' : 'encode',
        installed: false,
        licence: expect.stringMatching(/^(Apache-2\.0|MIT)/),
      });
      await expect(pullPack(name, places(), { offline: true })).rejects.toThrow('OFFLINE');
    }
  });

  it.skipIf(upstream === undefined)('are found in PROSOPON_MODELS and run', async () => {
    for (const name of expandPackName('recommended'))
      expect(await checkModel(name, { dataDir, modelsDir: sharedPath('models') })).toEqual({
        name,
        ok: true,
        detail: 'ok',
      });
    const file = 'human_face_feat_mbf_s8_v1.espdl';
    await copyFile(join(upstream!, file), join(modelsDir, file));
    expect(await checkModel('mbf', places())).toMatchObject({ ok: true });
    await truncate(join(modelsDir, file), 2_000_000);
    expect((await checkModel('mbf', places())).detail).toMatch(/damaged: .*v1\.espdl/);
  });
});

describe('yunet', () => {
  const name = 'yunet_n_dynamic.onnx';
  const path = sharedPath('models', name);

  it.skipIf(path === undefined)(
    'is used as it is, and not fetched where it is intact',
    async () => {
      await copyFile(path!, join(modelsDir, name));
      expect(await prepareModel('yunet', places())).toMatchObject({ path: join(modelsDir, name) });
      expect(await pullPack('yunet', places())).toMatchObject({ downloaded: false });
      await truncate(join(modelsDir, name), 200_000);
      await expect(prepareModel('yunet', places())).rejects.toThrow(/damaged: .*dynamic\.onnx \(p/);
      await rm(join(modelsDir, name));
      await symlink(name, join(modelsDir, name));
      await expect(prepareModel('yunet', places())).rejects.toThrow(/dynamic\.onnx \(ELOOP\) /);
      await rm(join(modelsDir, name));
      await mkdir(join(modelsDir, name));
      await expect(prepareModel('yunet', places())).rejects.toThrow(
        /dynamic\.onnx \(unreadable\) /,
      );
      await expect(pullPack('yunet', places(), { offline: true })).rejects.toThrow('OFFLINE');
    },
  );
});
