/** `liveness` and `photo-verify`: the same answers from the local data and a running service. */
import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { makeVideo } from '../../../evaluation/liveness/make-video.ts';
import { type Cli, createCli, type Running } from '../../../testing/cli/run-cli.ts';
import { nobody, portrait } from '../../../testing/people.ts';
import { sharedPath } from '../../../testing/shared.ts';

const OFFLINE = { PROSOPON_OFFLINE: '1' };
const models = sharedPath('models');
const recordings = sharedPath('liveness/videos');

let cli: Cli;
let service: Running;
let folder: string;
let credentials: readonly string[];

beforeAll(async () => {
  cli = await createCli({ convertedModels: true });
  folder = await mkdtemp(join(tmpdir(), 'prosopon-liveness-'));
  const empty = await nobody();
  await Promise.all([
    writeFile(file('ben.jpg'), await portrait('ben')),
    writeFile(file('ben-2.jpg'), await portrait('ben', 2)),
    writeFile(file('dov.jpg'), await portrait('dov')),
    writeFile(file('nobody.png'), empty),
    writeFile(file('blank.mp4'), await makeVideo(Array.from({ length: 8 }, () => empty))),
  ]);
  const { key } = await cli.json<{ key: string }>('client', 'create', '--id', 'shop');
  service = await cli.serve({ ...OFFLINE, ...(models && { PROSOPON_MODELS: models }) });
  credentials = ['--url', service.url, '--client', 'shop', '--key', key];
});

afterAll(async () => {
  await service.stop();
  await cli.remove();
  await rm(folder, { recursive: true, force: true });
});

const file = (name: string) => join(folder, name);

describe.each([
  ['on the local data', () => []],
  ['against the service', () => credentials],
] as const)('photo-verify %s', (_, target) => {
  const verify = (...args: readonly string[]) =>
    cli.run('photo-verify', ...args, '--no-liveness', ...target());

  test('0 from level 4, 1 for another person and for none', async () => {
    const same = await verify(file('ben.jpg'), '--photo', file('ben-2.jpg'));
    expect(same).toMatchObject({
      code: 0,
      out: expect.stringMatching(/^The same person at level/),
    });
    const { code, out } = await verify(file('dov.jpg'), '--photo', file('ben.jpg'), '--json');
    expect(code).toBe(1);
    expect(JSON.parse(out)).toMatchObject({ verificationLevel: 'NOT_RECOGNIZED', errors: [] });
    const nobodyThere = await verify(file('ben.jpg'), '--photo', file('nobody.png'));
    expect(nobodyThere).toMatchObject({ code: 1, out: expect.stringMatching(/FaceNotFound/) });
  });

  test('4 for a file that is no image, with its name', async () => {
    const { code, err } = await verify(file('ben.jpg'), '--photo', file('blank.mp4'));
    expect(code).toBe(4);
    expect(err).toBe(`prosopon: ${file('blank.mp4')}: not a decodable image\n`);
  });
});

test('liveness without the pack: judged by the network of this package', async () => {
  const { code, out } = await cli.runWith(OFFLINE, 'liveness', file('ben.jpg'));
  expect({ code, out }).toMatchObject({ code: 0, out: expect.stringMatching(/^Live: /) });
});

test('liveness: 4 for arguments that make no sense', async () => {
  for (const args of [
    [],
    ['a', 'b', 'c'].map(file),
    [file('ben.jpg'), '--video', file('blank.mp4')],
    [file('ben.jpg'), '--tag', 'up'],
  ])
    expect((await cli.run('liveness', ...args)).code).toBe(4);
});

test('the doctor names missing models, and passes without them', async () => {
  const { code, out } = await cli.runWith(OFFLINE, 'doctor', '--json');
  expect(code).toBe(0);
  const { checks } = JSON.parse(out) as { checks: { check: string }[] };
  expect(checks.find(({ check }) => check === 'liveness models')).toMatchObject({
    state: 'warn',
    advice: expect.stringContaining('models pull pad'),
  });
});

test('the doctor fails on a damaged liveness network, and names it', async () => {
  const brought = file('brought');
  await mkdir(brought);
  await writeFile(join(brought, 'face-antispoof-98.20.onnx'), 'another network');
  const env = { ...OFFLINE, PROSOPON_MODELS: brought };
  const { code, out } = await cli.runWith(env, 'doctor', '--json');
  expect(code).toBe(5);
  const { checks } = JSON.parse(out) as { checks: { check: string }[] };
  expect(checks.find(({ check }) => check === 'liveness models')).toMatchObject({
    state: 'fail',
    message: expect.stringMatching(/damaged: .*brought\/face-antispoof-98\.20\.onnx/),
  });
  expect(await cli.runWith(env, 'liveness', file('ben.jpg'))).toMatchObject({
    code: 5,
    err: expect.stringMatching(/files of its networks are damaged/),
  });
});

describe.skipIf(models === undefined || recordings === undefined)('liveness with models', () => {
  test('videos: 0 for live, 1 without a person', async () => {
    const ask = (path: string) => cli.run('liveness', '--video', path, ...credentials);
    const live = await ask(join(recordings!, 'live/nod-head.mp4'));
    expect(live).toMatchObject({ code: 0, out: expect.stringMatching(/^Live: /) });
    expect(await ask(file('blank.mp4'))).toMatchObject({
      code: 1,
      out: expect.stringMatching(/FailureToAcquire/),
    });
  });

  test('images on the local data', async () => {
    const env = { ...OFFLINE, PROSOPON_MODELS: models! };
    const { code, out } = await cli.runWith(env, 'liveness', file('nobody.png'), '--json');
    expect(code).toBe(1);
    expect(JSON.parse(out)).toMatchObject({
      live: false,
      livenessScore: 0,
      errors: [{ errorCode: 'FaceNotFound' }],
      images: [{ textureLivenessScore: 0, frameNumber: 0 }],
    });
  });
});
