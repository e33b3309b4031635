/** The recommended networks come to a service that began without them: no request, no person is lost. */
import { join } from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { type Cli, createCli, type Running } from './cli/run-cli.ts';
import { portraitJpeg } from './support/photos.ts';
import { sharedPath } from './support/shared.ts';

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
const MODELS = sharedPath('models');
const readiness = async () => (await fetch(`${service!.url}/readyz`)).json();
const lines = (message: string) =>
  service!
    .output()
    .split('\n')
    .filter((line) => line.includes(`"${message}"`));

test('without a network the encoder of the npm packages serves, and says what is better', async () => {
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
    message: expect.stringMatching(/^dlib-faceres; the recommended one, mobilefacenet-0095, /),
    advice: 'Run "prosopon models pull recommended".',
  });
});

test.skipIf(MODELS === undefined)(
  'packs that are installed meanwhile are taken up',
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
      return response.json() as Promise<{ result?: unknown }>;
    };
    const images: string[] = [];
    for (const person of PEOPLE) {
      const image = (await portraitJpeg(person)).toString('base64');
      const enrolled = await call(`/api/face/v1/enroll/${person}`, [{ image }]);
      expect(enrolled).toMatchObject({ performedAction: 'NEW_TEMPLATE_CREATED' });
      images.push(image);
    }

    const bundle = join(cli.dataDir, 'models.tar');
    const made = { PROSOPON_MODELS: MODELS! };
    expect(await cli.runWith(made, 'models', 'bundle', bundle, 'recommended')).toMatchObject({
      code: 0,
    });
    const packs = ['mobilefacenet', 'omz-0095'];
    expect(await cli.json('models', 'install', bundle)).toEqual({ packs });

    for (let round = 0; lines('templates are upgraded').length === 0; round++) {
      const index = round % PEOPLE.length;
      const verified = await call(`/api/face/v1/verify/${PEOPLE[index]}`, { image: images[index] });
      expect(verified).toMatchObject({ status: 'SUCCEEDED', verified: true });
    }
    const [upgraded] = lines('templates are upgraded');
    expect(JSON.parse(upgraded!)).toMatchObject({ encoderVersion: 2, impossible: 0 });
    const { encoder, missing } = (await readiness()) as { encoder: string; missing: string[] };
    expect(encoder).toBe('mobilefacenet-0095');
    expect(missing.join()).not.toContain('pull recommended');

    for (const [index, classId] of PEOPLE.entries()) {
      const search = { images: [{ image: images[index] }], tags: [], topMatches: false };
      // The gallery follows the upgraded templates within a moment.
      await expect
        .poll(async () => (await call('/api/face/v1/search', search)).result, { timeout: 20_000 })
        .toMatchObject([{ matches: expect.arrayContaining([{ classId, score: 1 }]) }]);
    }
    expect((await cli.json<{ encoder: string }>('models', 'list')).encoder).toBe(encoder);
  },
  180_000,
);
