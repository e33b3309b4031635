/** `models`: what is listed, checked and refused without a network. */
import { afterAll, beforeAll, expect, test } from 'vitest';
import { type Cli, createCli } from '../../../testing/cli/run-cli.ts';

let cli: Cli;

beforeAll(async () => {
  cli = await createCli({ convertedModels: true });
});

afterAll(() => cli.remove());

test('list names licence and provenance of every model, and the active encoder', async () => {
  const { encoder, models } = await cli.json<{
    encoder: string;
    models: readonly Record<string, unknown>[];
  }>('models', 'list');
  expect(encoder).toBe('dlib-faceres');
  for (const model of models)
    expect(model).toMatchObject({
      name: expect.stringMatching(/./),
      origin: expect.stringMatching(/^(built-in|pack)$/),
      licence: expect.stringMatching(/./),
      provenance: expect.stringMatching(/./),
      installed: expect.any(Boolean),
    });
  const { out } = await cli.run('models', 'list');
  expect(out).toMatch(/^NAME +FROM +ROLE +STATE +LICENCE$/m);
  expect(out).toMatch(/^dlib-resnet +built-in +encode +installed +MIT/m);
  expect(out).toMatch(/\nIn use: encoder dlib-faceres, detector blazeface\n$/);
});

test('check verifies, converts and runs', async () => {
  expect(await cli.json('models', 'check', 'facemesh')).toEqual({
    ok: true,
    checks: [{ name: 'facemesh', ok: true, detail: 'ok' }],
  });
  const { code, out } = await cli.run('models', 'check', 'yunet');
  expect(code).toBe(5);
  expect(out).toMatch(/^yunet +\S/m);
});

test('check compares the networks in use with the release', async () => {
  const { ok, outputs } = await cli.json<{
    ok: boolean;
    outputs: readonly { readonly part: string; readonly state: string }[];
  }>('models', 'check');
  expect(ok).toBe(true);
  expect(outputs).toHaveLength(5);
  for (const { state } of outputs) expect(state).toBe('same');
});

test.each(['pull', 'check', 'use'])('%s of an unknown model: exit code 4', async (command) => {
  const { code, err } = await cli.run('models', command, 'facemash');
  expect(code).toBe(4);
  expect(err).toMatch(/no model "facemash"; there are blazeface, /);
});
