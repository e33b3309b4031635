/** Packs: descriptions that are read or refused, files that are found, fetched, converted and run. */
import { createHash } from 'node:crypto';
import { once } from 'node:events';
import { copyFile, mkdir, mkdtemp, rm, truncate, writeFile } from 'node:fs/promises';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { readModel } from '../../../src/inference/models/model-file.ts';
import {
  checkModel,
  checkModels,
  listModels,
  pullPack,
} from '../../../src/inference/models/models.ts';
import { prepareModel } from '../../../src/inference/models/prepare.ts';
import { expandPackName, KNOWN_PACKS } from '../../../src/inference/packs/known-packs.ts';
import { parsePack } from '../../../src/inference/packs/pack-schema.ts';
import { findPack, findPacks } from '../../../src/inference/packs/packs.ts';
import { testModels } from '../../../testing/models.ts';
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

/** A user's encoder: any ONNX file with a vector will do, here the face mesh. */
async function userPack(more: object = {}, fileMore: object = {}) {
  const bytes = await readModel(await prepareModel('facemesh', await testModels()));
  const file = {
    name: 'mine.onnx',
    size: bytes.length,
    sha256: createHash('sha256').update(bytes).digest('hex'),
    ...fileMore,
  };
  const pack = {
    name: 'mine',
    kind: 'encoder',
    description: 'my own',
    licence: 'mine',
    provenance: 'home',
    sources: [{ format: 'onnx', files: [file] }],
    input: {
      width: 192,
      height: 192,
      channels: 'rgb',
      mean: [127.5, 127.5, 127.5],
      scale: 0.0078125,
    },
    encoder: {
      output: 'Identity_2',
      dimension: 1404,
      alignment: { template: 'arcface', scale: 1 },
    },
    ...more,
  };
  return { pack, bytes };
}

describe('a description', () => {
  it('of every known pack passes its own schema', () => {
    for (const pack of KNOWN_PACKS)
      expect(parsePack(JSON.stringify(pack), pack.name)).toEqual(pack);
  });

  it.each([
    ['no JSON', '{', /x\.json: no JSON/],
    ['another kind', '{"kind":"liveness"}', /\/kind must be/],
    ['null', 'null', /\/kind must be/],
  ])('is refused: %s', (_, text, message) => {
    expect(() => parsePack(text, 'x.json')).toThrow(message);
  });

  it.each<[string, object, object, RegExp]>([
    ['a path in a file name', {}, { name: '../../etc/passwd' }, /sources\/0\/files\/0\/name/],
    ['a foreign member', { colour: 'red' }, {}, /colour/],
    ['a name with capitals', { name: 'Mine' }, {}, /\/name/],
    ['no digest', {}, { sha256: undefined }, /sources\/0\/files\/0/],
    ['a file: address', {}, { url: 'file:///etc/passwd' }, /url/],
  ])('is refused: %s', async (_, more, fileMore, message) => {
    const { pack } = await userPack(more, fileMore);
    expect(() => parsePack(JSON.stringify(pack), 'x.json')).toThrow(message);
  });
});

describe("a user's pack", () => {
  it('is found in PROSOPON_MODELS, listed, checked and run', async () => {
    const { pack, bytes } = await userPack();
    await mkdir(join(modelsDir, 'mine'));
    await writeFile(join(modelsDir, 'mine', 'pack.json'), JSON.stringify(pack));
    await writeFile(join(modelsDir, 'mine', 'mine.onnx'), bytes);
    const { models, problems } = await listModels(places());
    expect(problems).toEqual([]);
    const mine = models.find((model) => model.name === 'mine');
    expect(mine).toMatchObject({ installed: true, downloadable: false, licence: 'mine' });
    expect(await checkModel('mine', places())).toEqual({ name: 'mine', ok: true, detail: 'ok' });
    expect(await prepareModel('mine', places())).toEqual({
      path: join(modelsDir, 'mine', 'mine.onnx'),
      sha256: pack.sources[0]!.files[0]!.sha256,
      isNamedByUser: true,
    });
  });

  it('is refused if its file differs, or its output is missing', async () => {
    const { pack, bytes } = await userPack();
    await writeFile(join(modelsDir, 'mine.pack.json'), JSON.stringify(pack));
    await writeFile(join(modelsDir, 'mine.onnx'), bytes.fill(0, 100, 200));
    await expect(prepareModel('mine', places())).rejects.toThrow(/damaged: .*mine\.onnx/);

    const other = await userPack({ encoder: { ...pack.encoder, output: 'fc1' } });
    await writeFile(join(modelsDir, 'mine.pack.json'), JSON.stringify(other.pack));
    await writeFile(join(modelsDir, 'mine.onnx'), other.bytes);
    const { detail } = await checkModel('mine', places());
    expect(detail).toBe('no output fc1; there are Identity_1, Identity_2');
  });

  it('cannot take the name of a known pack or model', async () => {
    for (const name of ['yunet', 'faceres']) {
      const { pack } = await userPack({ name });
      await writeFile(join(modelsDir, `${name}.pack.json`), JSON.stringify(pack));
    }
    const { packs, problems } = await findPacks(places());
    expect(packs).toHaveLength(KNOWN_PACKS.length);
    expect(problems).toHaveLength(2);
    expect(problems[0]).toMatch(/the name faceres is taken$/);
    const checks = await checkModels(places());
    expect(checks.filter((check) => !check.ok)).toHaveLength(2);
  });

  it('is pulled, and pulled again only if damaged', async () => {
    const { pack, bytes } = await userPack();
    let requests = 0;
    const server = createServer((_, response) => {
      requests++;
      response.end(bytes);
    });
    server.listen(0, '127.0.0.1');
    await once(server, 'listening');
    try {
      const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}/mine.onnx`;
      const description = await userPack({}, { url });
      await writeFile(join(modelsDir, 'mine.pack.json'), JSON.stringify(description.pack));
      await expect(pullPack('mine', places(), { offline: true })).rejects.toThrow(/OFFLINE/);
      const progress: number[] = [];
      const onProgress = (done: number) => progress.push(done);
      expect(await pullPack('mine', places(), { onProgress })).toMatchObject({ downloaded: true });
      expect(progress.at(-1)).toBe(bytes.length);
      expect(await pullPack('mine', places())).toMatchObject({ downloaded: false });
      await writeFile(join(dataDir, 'packs', 'mine', 'mine.onnx'), 'broken');
      expect(await pullPack('mine', places())).toMatchObject({ downloaded: true });
      expect(requests).toBe(2);
    } finally {
      server.closeAllConnections();
      server.close();
    }
    expect(pack.name).toBe('mine');
  });

  it('cannot be pulled without addresses; an unknown one is named', async () => {
    const { pack } = await userPack();
    await writeFile(join(modelsDir, 'mine.pack.json'), JSON.stringify(pack));
    await expect(pullPack('mine', places())).rejects.toThrow(/put mine\.onnx into PROSOPON_MODELS/);
    await expect(findPack('nobody', places())).rejects.toThrow(/packs are yunet, mbf, /);
  });
});

describe('the recommended packs', () => {
  const upstream = sharedPath('models', 'upstream');

  it('are encoder and detector, with official addresses, and stay absent without a network', async () => {
    const names = expandPackName('recommended');
    expect(names).toEqual(['mbf', 'yunet']);
    const { models } = await listModels(places());
    for (const name of names) {
      expect(models.find((model) => model.name === name)).toMatchObject({
        role: name === 'yunet' ? 'detect' : 'encode',
        installed: false,
        downloadable: true,
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
  const path = sharedPath('models', 'yunet_n_dynamic.onnx');

  it.skipIf(path === undefined)('is accepted from PROSOPON_MODELS', async () => {
    await copyFile(path!, join(modelsDir, 'yunet_n_dynamic.onnx'));
    expect(await checkModel('yunet', places())).toMatchObject({ ok: true });
  });
});
