/** `enroll`, `verify` and `template`: the same answers from the local data and a running service. */
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { type Cli, createCli, type Running } from '../../../testing/cli/run-cli.ts';
import { groupOfSixteen, portraitJpeg } from '../../../testing/photos.ts';

let cli: Cli;
let service: Running;
let photos: string;
let credentials: readonly string[];

beforeAll(async () => {
  cli = await createCli({ convertedModels: true });
  photos = await mkdtemp(join(tmpdir(), 'prosopon-photos-'));
  await Promise.all([
    writeFile(join(photos, 'alice.jpg'), await portraitJpeg(3)),
    writeFile(join(photos, 'alice-small.jpg'), await portraitJpeg(3, 300)),
    writeFile(join(photos, 'bob.jpg'), await portraitJpeg(11)),
    writeFile(join(photos, 'everybody.jpg'), await groupOfSixteen()),
    writeFile(join(photos, 'letter.jpg'), 'Dear all,'),
  ]);
  const { key } = await cli.json<{ key: string }>('client', 'create', '--id', 'shop');
  service = await cli.serve({ PROSOPON_AUDIENCE: 'faces.example' });
  credentials = ['--client', 'shop', '--key', key];
});

afterAll(async () => {
  await service.stop();
  await cli.remove();
  await rm(photos, { recursive: true, force: true });
});

const photo = (name: string) => join(photos, name);

describe.each([
  ['on the local data, beside a running service', 41, () => []],
  ['against the service', 42, () => ['--url', service.url, ...credentials]],
] as const)('%s', (_, classNumber, target) => {
  const classId = String(classNumber);
  /** Of what both do alike: with local data every command starts the networks. */
  const onceFor = classNumber === 42 ? test : test.skip;

  test('enrols photographs of one person, and lists the others', async () => {
    const files = ['alice.jpg', 'everybody.jpg'].map(photo);
    const { code, out } = await cli.run('enroll', classId, ...files, ...target(), '--json');
    expect(code).toBe(0);
    expect(JSON.parse(out)).toEqual({
      classId: classNumber,
      performedAction: 'NEW_TEMPLATE_CREATED',
      enrolledImages: 1,
      refused: [
        {
          file: photo('everybody.jpg'),
          errorCode: 'MultipleFacesFound',
          message: 'More than one face was found in the image.',
        },
      ],
    });
  });

  onceFor('exit code 1 if nobody could be enrolled, 4 if the file is no image', async () => {
    const refused = await cli.run('enroll', '77', photo('everybody.jpg'), ...target());
    expect(refused.code).toBe(1);
    expect(refused.out).toMatch(/^Class 77 was not enrolled: 0 face images enrolled, 1 refused/);
    const noImage = await cli.run('enroll', '77', photo('letter.jpg'), ...target());
    expect(noImage.code).toBe(4);
    expect(noImage.out).toMatch(/letter\.jpg: not a decodable image/);
  });

  test('verify: 0 for the same person, 1 for another one or none', async () => {
    const same = await cli.run('verify', classId, photo('alice-small.jpg'), ...target());
    expect(same).toMatchObject({
      code: 0,
      out: expect.stringMatching(/^Verified: the same person \(score /),
    });

    const { code, out } = await cli.run('verify', classId, photo('bob.jpg'), ...target(), '--json');
    expect(code).toBe(1);
    expect(JSON.parse(out)).toEqual({
      classId: classNumber,
      status: 'SUCCEEDED',
      verified: false,
      score: expect.any(Number),
      errors: [],
    });

    const group = await cli.run('verify', classId, photo('everybody.jpg'), ...target());
    expect(group).toMatchObject({ code: 1, out: expect.stringMatching(/More than one face/) });
  });

  onceFor('verify: 4 without template, and for a file that is no image', async () => {
    const nobody = await cli.run('verify', '99', photo('bob.jpg'), ...target());
    expect(nobody).toMatchObject({ code: 4, err: expect.stringMatching(/template .* class 99/) });
    const letter = await cli.run('verify', classId, photo('letter.jpg'), ...target());
    expect(letter.code).toBe(4);
    expect(letter.err).toBe(`prosopon: ${photo('letter.jpg')}: not a decodable image\n`);
  });

  const files = () => [photo('alice-small.jpg'), photo('bob.jpg')] as const;

  test('search: 0 found, 1 not found', async () => {
    const [alice, bob] = files();
    const found = await cli.run('search', alice, bob, ...target());
    expect(found.code).toBe(0);
    expect(found.out).toContain(`${alice}: class ${classId} (`);
    expect(found.out).toContain(`${bob}: not identified`);
  });

  onceFor('search: lists the most similar, 4 for a file that is no image', async () => {
    const [alice] = files();
    const { code, out } = await cli.run('search', alice, '--json', '--top', ...target());
    expect(code).toBe(0);
    expect(out).toContain(`"classId": ${classId}`);
    const letter = await cli.run('search', alice, photo('letter.jpg'), ...target());
    expect(letter.code).toBe(4);
    expect(letter.err).toBe(`prosopon: ${photo('letter.jpg')}: not a decodable image\n`);
  });

  test('template: status, tags, delete', async () => {
    const run = (...args: readonly string[]) => cli.run('template', ...args, ...target());
    expect((await run('tags', classId, 'staff', 'night shift')).code).toBe(0);
    expect(JSON.parse((await run('status', classId, '--json')).out)).toEqual({
      classId: classNumber,
      available: true,
      enrolled: expect.stringMatching(/^\d{4}-.*Z$/),
      tags: ['night shift', 'staff'],
      encoderVersion: 1,
      featureVectors: 1,
      thumbnailsStored: 1,
      consent: null,
    });
    expect((await run('tags', classId, 'a\nb')).code).toBe(4);
    expect((await run('tags', classId, '--clear')).code).toBe(0);
    expect((await run('status', classId)).out).toMatch(/no tags/);
    expect((await run('delete', classId, '--yes')).code).toBe(0);
    expect((await run('status', classId)).out).toMatch(/has no template/);
    expect((await run('delete', classId, '--yes')).code).toBe(4);
  });
});

test('records all of them with their decisions', async () => {
  const jobs = await cli.json<{ operation: string; decision?: string }[]>('jobs', '--limit', '99');
  for (const decision of ['verified', 'not verified', 'NEW_TEMPLATE_CREATED', 'deleted'])
    expect(jobs.filter((job) => job.decision === decision).length).toBeGreaterThanOrEqual(2);
});

test('deletes a client with templates only if they are erased as well', async () => {
  const id = ['--client', 'tenant'];
  await cli.json('client', 'create', '--id', 'tenant');
  expect((await cli.run('enroll', '5', photo('bob.jpg'), ...id)).code).toBe(0);
  const refused = await cli.run('client', 'delete', 'tenant', '--yes');
  expect(refused.code).toBe(4);
  expect(refused.err).toMatch(/1 template.*\(--erase\)\.\n$/);
  expect((await cli.run('client', 'delete', 'tenant', '--erase', '--yes')).code).toBe(0);
});

test('a wrong key: exit code 2', async () => {
  const wrong = Buffer.alloc(64, 7).toString('base64');
  const target = ['--url', service.url, '--client', 'shop', '--key', wrong];
  const { code, err } = await cli.run('template', 'status', '1', ...target);
  expect(code).toBe(2);
  expect(err).toMatch(/^prosopon: Missing or invalid .*--key.*PROSOPON_AUDIENCE.*\n$/);
});

test('calls a service at another address by its configured name', async () => {
  const target = ['--url', service.url.replace('127.0.0.1', 'localhost'), ...credentials];
  const status = ['template', 'status', '1', ...target];
  expect((await cli.run(...status)).code).toBe(2);
  const named = await cli.runWith({ PROSOPON_AUDIENCE: 'faces.example' }, ...status);
  expect(named).toMatchObject({ code: 0, err: '' });
});

test('calls for a client with one-minute tokens, by --url and by "token"', async () => {
  const { key } = await cli.json<{ key: string }>(
    ...['client', 'create', '--id', 'brief', 'jwtLifetimeMinutes=1'],
  );
  const target = ['--url', service.url, '--client', 'brief', '--key', key];
  expect((await cli.run('template', 'status', '1', ...target)).code).toBe(0);
  const { token } = await cli.json<{ token: string }>('token', '--client', 'brief');
  const headers = { authorization: `Bearer ${token}` };
  const answer = await fetch(`${service.url}/api/face/v1/template/status/1`, { headers });
  expect(answer.status).toBe(200);
  await cli.json('client', 'delete', 'brief', '--yes');
});

test('a service that does not respond: exit code 5', async () => {
  const target = ['--url', 'http://127.0.0.1:9', ...credentials];
  const { code, err } = await cli.run('template', 'status', '1', ...target);
  expect(code).toBe(5);
  expect(err).toMatch(/No service answers at http:\/\/127\.0\.0\.1:9/);
});
