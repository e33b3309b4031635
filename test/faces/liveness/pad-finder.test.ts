/** Which networks judge liveness: the pack where it is installed, and until then our own. */
import { cp, mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, it } from 'vitest';
import {
  createPadFinder,
  PAD_DAMAGED,
  PAD_MISSING,
} from '../../../src/faces/liveness/pad-finder.ts';
import { PAD_PACKS } from '../../../src/inference/packs/pad-packs.ts';
import { sharedPath } from '../../../testing/shared.ts';

let dataDir: string;
let modelsDir: string;
beforeEach(async () => {
  dataDir = await mkdtemp(join(tmpdir(), 'prosopon-pad-'));
  modelsDir = join(dataDir, 'brought');
  await mkdir(modelsDir);
});
afterEach(() => rm(dataDir, { recursive: true }));

const namesOf = (files: readonly { readonly pack: { readonly name: string } }[]) =>
  files.map(({ pack }) => pack.name);

it('returns our own network while the pack is missing, and says so', async () => {
  const finder = createPadFinder({ dataDir, modelsDir });
  expect(namesOf(await finder.find())).toEqual(['recapture']);
  expect(await finder.missing()).toEqual([PAD_MISSING]);
});

const models = sharedPath('models');

it.skipIf(models === undefined)('returns the pack as soon as it is complete', async () => {
  const finder = createPadFinder({ dataDir, modelsDir });
  const bring = (name: string) => cp(join(models!, name), join(modelsDir, name));
  await bring(join('upstream', '2.7_80x80_MiniFASNetV2.pth'));
  await bring(join('upstream', '4_0_0_80x80_MiniFASNetV1SE.pth'));
  expect(namesOf(await finder.find()), 'two of three').toEqual(['recapture']);
  await bring('face-antispoof-98.20.onnx');
  expect(namesOf(await finder.find())).toEqual(PAD_PACKS.map(({ name }) => name));
  expect(await finder.missing()).toEqual([]);
});

it.each(PAD_PACKS.map(({ file }) => file))(
  'is none while $name is another file: nobody weakens liveness unnoticed',
  async ({ name, size }) => {
    const finder = createPadFinder({ dataDir, modelsDir });
    await writeFile(join(modelsDir, name), Buffer.alloc(size));
    await expect(finder.find()).rejects.toMatchObject({
      code: 'Unavailable',
      message: PAD_DAMAGED,
    });
    expect(await finder.missing()).toEqual([PAD_DAMAGED]);
    await rm(join(modelsDir, name));
    expect(namesOf(await finder.find()), 'taken away').toEqual(['recapture']);
  },
);

it('returns nothing while a file cannot be read', async () => {
  await mkdir(join(modelsDir, 'face-antispoof-98.20.onnx'));
  await expect(createPadFinder({ dataDir, modelsDir }).find()).rejects.toThrow(PAD_DAMAGED);
});
