import { readdir } from 'node:fs/promises';
import { fileURLToPath } from 'node:url';
import { expect, it } from 'vitest';
import { MODELS } from '../../../src/inference/models/manifest.ts';
import { checkModel, listModels } from '../../../src/inference/models/models.ts';
import { OWN_MODELS } from '../../../src/inference/models/own-models.ts';
import { testModels } from '../../../testing/models.ts';

const FOLDER = fileURLToPath(new URL('../../../models', import.meta.url));
const names = OWN_MODELS.map(({ name }) => name);

it('are the files of models/, each with its digest in the manifest and a unique name', async () => {
  expect((await readdir(FOLDER)).sort()).toEqual(names.map((name) => `${name}.onnx`).sort());
  expect(new Set([...names, ...MODELS.map(({ name }) => name)]).size).toBe(
    names.length + MODELS.length,
  );
});

it.each(names)(
  '%s is unchanged since training, with the stated inputs and outputs',
  async (name) => {
    expect(await checkModel(name, await testModels())).toEqual({ name, ok: true, detail: 'ok' });
  },
);

it('are listed with licence and provenance, and need no download', async () => {
  const models = await listModels(await testModels());
  const listed = models.filter(({ name }) => names.includes(name));
  expect(listed.map(({ name }) => name)).toEqual(names);
  for (const { installed, origin, provenance } of listed)
    expect({ installed, origin, provenance }).toEqual({
      installed: true,
      origin: 'built-in',
      provenance: expect.stringContaining('training/'),
    });
});
