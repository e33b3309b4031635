/** The recommended networks come to a service that began without them: no request, no person is lost. */
import { copyFile, mkdir, rename } from 'node:fs/promises';
import { basename, join } from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { type Cli, createCli, type Running } from '../testing/cli/run-cli.ts';
import { portraitJpeg } from '../testing/photos.ts';
import { sharedPath } from '../testing/shared.ts';

let cli: Cli;
let service: Running | undefined;

beforeEach(async () => {
  cli = await createCli({ convertedModels: true });
});

afterEach(async () => {
  await service?.stop('SIGKILL');
  service = undefined;
  await cli.remove();
});

const PEOPLE = [1, 2, 3, 4];
/** They are enrolled while the networks change. */
const LATER = [5, 6];
const MODELS = sharedPath('models');
/** Packs and their files, as `models pull` would leave them. */
const RECOMMENDED = [
  ['mbf', 'upstream/human_face_feat_mbf_s8_v1.espdl'],
  ['yunet', 'yunet_n_dynamic.onnx'],
] as const;
const readiness = async () => (await fetch(`${service!.url}/readyz`)).json();
const lines = (message: string) =>
  service!
    .output()
    .split('\n')
    .filter((line) => line.includes(`"${message}"`));

test('without a network serves the encoder of the npm packages, and names a better one', async () => {
  service = await cli.serve({ PROSOPON_OFFLINE: '1' });
  const missing = expect.arrayContaining([expect.stringMatching(/models pull recommended"\.$/)]);
  expect(await readiness()).toMatchObject({ ready: true, encoder: 'dlib-faceres', missing });
  await expect.poll(() => lines('ready'), { timeout: 10_000 }).toHaveLength(1);
  expect(lines('ready')[0]).toContain('"encoder":"dlib-faceres"');
  await expect.poll(() => service!.output(), { timeout: 10_000 }).toMatch(/pull recommended/);
  const { checks } = JSON.parse((await cli.run('doctor', '--json')).out);
  expect(checks).toContainEqual({
    check: 'encoder',
    state: 'warn',
    message: expect.stringMatching(/^dlib-faceres; the recommended one, mbf, /),
    advice: 'Run "prosopon models pull recommended".',
  });
});

test.skipIf(MODELS === undefined)(
  'switches to packs that are installed meanwhile, under load',
  async () => {
    service = await cli.serve({ PROSOPON_OFFLINE: '1' });
    const { token } = await cli.json<{ token: string }>('token', '--client', 'demo');
    const call = async (path: string, body: unknown) => {
      const response = await fetch(service!.url + path, {
        method: 'POST',
        headers: {
          authorization: `Bearer ${token}`,
          'content-type': 'application/json',
          'transaction-id': 'test',
        },
        body: JSON.stringify(body),
      });
      return response.json() as Promise<{ result?: unknown; errors?: unknown }>;
    };
    const images = new Map<number, string>();
    const enroll = async (person: number) => {
      const image = (await portraitJpeg(person)).toString('base64');
      const enrolled = await call(`/api/face/v1/enroll/${person}`, [{ image }]);
      expect(enrolled).toMatchObject({ performedAction: 'NEW_TEMPLATE_CREATED' });
      images.set(person, image);
    };
    const look = (person: number) =>
      call('/api/face/v1/search', {
        images: [{ image: images.get(person) }],
        tags: [],
        topMatches: false,
      });
    for (const person of PEOPLE) await enroll(person);

    for (const [pack, file] of RECOMMENDED) {
      const folder = join(cli.dataDir, 'packs', pack);
      await mkdir(folder, { recursive: true });
      const whole = join(folder, basename(file));
      await copyFile(join(MODELS!, file), `${whole}.part`);
      await rename(`${whole}.part`, whole);
    }

    const changing = () => lines('changing the networks').length > 0;
    const upgradedYet = () => lines('templates are upgraded').length > 0;
    const verifying = async () => {
      for (let round = 0; !upgradedYet(); round++) {
        const person = PEOPLE[round % PEOPLE.length]!;
        const image = images.get(person);
        const verified = await call(`/api/face/v1/verify/${person}`, { image });
        expect(verified).toMatchObject({ status: 'SUCCEEDED', verified: true });
      }
    };
    const searching = async () => {
      for (let round = 0; !upgradedYet(); round++) {
        const person = PEOPLE[round % PEOPLE.length]!;
        const found = await look(person);
        expect(found).toMatchObject({ status: 'SUCCEEDED' });
        for (const { errorCode } of found.errors as { errorCode: string }[])
          expect(errorCode).toBe('DifferentFeatureVersions');
        const [{ matches }] = found.result as [{ matches: { classId: number }[] }];
        // The right one too: the lesser encoder takes one of them for another. A search that is
        // still under way on it misses people whose templates are upgraded.
        if (!changing())
          expect(matches).toContainEqual(expect.objectContaining({ classId: person }));
      }
    };
    const enrolling = async () => {
      await expect.poll(changing, { timeout: 60_000 }).toBe(true);
      for (const person of LATER) await enroll(person);
    };
    await Promise.all([verifying(), searching(), enrolling()]);
    const [upgraded] = lines('templates are upgraded');
    expect(JSON.parse(upgraded!)).toMatchObject({ encoderVersion: 2, impossible: 0 });
    const { encoder, missing } = (await readiness()) as { encoder: string; missing: string[] };
    expect(encoder).toBe('mbf');
    expect(missing.join()).not.toContain('pull recommended');

    // The gallery follows the upgraded templates within a moment.
    for (const classId of [...PEOPLE, ...LATER])
      await expect
        .poll(async () => (await look(classId)).result, { timeout: 20_000 })
        .toMatchObject([
          { matches: expect.arrayContaining([{ classId, score: expect.closeTo(1, 3) }]) },
        ]);
    expect(await cli.json('models', 'list')).toMatchObject({ encoder, detector: 'yunet' });
    expect(missing.join()).not.toContain('yunet');
  },
  180_000,
);
