/** The call of Casdoor's provider "Local UniFace", as its Go code sends it and reads the answer. */
import sharp from 'sharp';
import { afterAll, beforeAll, expect, it } from 'vitest';
import type { CreatedClient } from '../../../src/access/clients/client.ts';
import type { FaceEngine } from '../../../src/faces/analysis.ts';
import { encodePng } from '../../../src/faces/image/picture.ts';
import { testEngine } from '../../../testing/engine.ts';
import { startExtension } from '../../../testing/extensions.ts';
import { heldPicture } from '../../../testing/held-pictures.ts';
import { base64, basic, startService, type TestService } from '../../../testing/http/service.ts';
import { group, nobody, portrait } from '../../../testing/people.ts';

let casdoor: Awaited<ReturnType<typeof startExtension>>;
let engine: FaceEngine;
let service: TestService;
let client: CreatedClient;

beforeAll(async () => {
  engine = await testEngine();
  casdoor = await startExtension('casdoor');
  service = await startService(engine, { extensionRoutes: casdoor.routes });
  client = await service.client('casdoor');
});
afterAll(async () => {
  await service.close();
  await casdoor.close();
  await engine.close();
});

/** What the administrator pastes into the field "Client secret". */
const secretOf = (one: CreatedClient) => basic(one).authorization.replace('Basic ', '');
/** The page takes PNG from the camera as a data URL. Casdoor sends the registered file in base64. */
const camera = async (image: Uint8Array) =>
  `data:image/png;base64,${base64(await sharp(image).png().toBuffer())}`;

const send = (body: unknown, secret = secretOf(client), call = 'compare') =>
  service.call('POST', `/v1/${call}`, {
    raw: typeof body === 'string' ? body : JSON.stringify(body),
    headers: { 'content-type': 'application/json', authorization: `Bearer ${secret}` },
  });

const compare = async (login: Uint8Array, registered: Uint8Array) =>
  send({ imageA: await camera(login), imageB: base64(registered) });

it('matches the user at the camera, and nobody else', async () => {
  const [ben, registered, ada] = await Promise.all([
    portrait('ben'),
    portrait('ben', 1),
    portrait('ada'),
  ]);
  const same = await compare(ben, registered);
  expect({ status: same.status, json: same.json }).toEqual({
    status: 200,
    json: { matched: true, score: expect.any(Number) },
  });
  expect(same.json.score).toBeGreaterThan(0.5);
  const other = await compare(ben, ada);
  expect(other).toMatchObject({ status: 200, json: { matched: false } });
  expect(other.json.score).toBeLessThan(same.json.score);
  const jobs = await service.parts.bookkeeping.list({ operation: 'photo-verify' });
  expect(jobs.map(({ clientId, status }) => ({ clientId, status }))).toEqual([
    { clientId: 'casdoor', status: 'SUCCEEDED' },
    { clientId: 'casdoor', status: 'SUCCEEDED' },
  ]);
});

it('refuses a photograph on a screen, though it shows the user', async () => {
  const shown = await encodePng(await heldPicture('phone', 6));
  const { status, json } = await compare(shown, shown);
  expect({ status, json }).toEqual({
    status: 200,
    json: { matched: false, score: 0, reason: expect.any(String) },
  });
});

it('matches nothing without a face in both images', async () => {
  const [ben, empty] = await Promise.all([portrait('ben'), nobody()]);
  for (const [login, registered] of [
    [empty, ben],
    [ben, empty],
  ] as const)
    expect((await compare(login, registered)).json).toMatchObject({
      matched: false,
      reason: expect.stringMatching(/face/i),
    });
});

it('says what to do about an image of several people', async () => {
  const [ben, both] = await Promise.all([portrait('ben'), group()]);
  for (const [login, registered, name] of [
    [both, ben, 'imageA'],
    [ben, both, 'imageB'],
  ] as const)
    expect((await compare(login, registered)).json).toEqual({
      ...{ matched: false, score: 0 },
      reason: `${name}: More than one face was found in the image. Take it again, with one person only, or cut the others off.`,
    });
});

it('says which faces Casdoor sees before it takes the image', async () => {
  const facesIn = async (image: Uint8Array) =>
    (await send({ image: await camera(image) }, secretOf(client), 'detect')).json.faces;
  expect(await facesIn(await nobody())).toEqual([]);
  const [face, ...more] = await facesIn(await portrait('ben'));
  expect(more).toEqual([]);
  expect(face.confidence).toBeGreaterThan(0.5);
  const [left, top, right, bottom] = face.bbox;
  expect(right - left).toBeGreaterThan(50);
  expect(bottom - top).toBeGreaterThan(50);
  expect((await facesIn(await group())).length).toBeGreaterThan(1);
  const [job] = await service.parts.bookkeeping.list({ operation: 'photo-verify', limit: 1 });
  expect(job).toMatchObject({ clientId: 'casdoor', status: 'SUCCEEDED' });
  expect((await send({}, secretOf(client), 'detect')).json.detail).toMatch(/image/);
});

it('refuses unreadable bodies with the member, as an error of Casdoor', async () => {
  const imageB = base64(await portrait('ben'));
  for (const [body, detail] of [
    [{ imageB }, /imageA/],
    [{ imageA: '', imageB }, /imageA/],
    [{ imageA: '!', imageB }, /^imageA: not base64$/],
    [{ imageA: imageB, imageB: 'AAAA' }, /^imageB/],
    [{ imageA: [imageB], imageB }, /imageA/],
    ['{', /./],
  ] as const) {
    const { status, json } = await send(body);
    expect({ status, json }).toEqual({
      status: 400,
      json: { detail: expect.stringMatching(detail) },
    });
  }
});

it('knows the client by its secret or its JWT, and refuses others before the body', async () => {
  const body = { imageA: 'AAAA', imageB: 'AAAA' };
  const other = await service.client('other', {
    settings: { allowedOperations: ['grade-quality'] },
  });
  const statusWith = async (secret: string) => (await send(body, secret)).status;
  expect(await statusWith(secretOf(client))).toBe(400);
  expect((await service.call('POST', '/v1/compare', { client, body })).status).toBe(400);
  expect(await statusWith(secretOf(other))).toBe(403);
  expect(await statusWith(secretOf({ ...client, secret: other.secret }))).toBe(401);
  expect(await statusWith(client.secret)).toBe(401);
  expect(await statusWith('')).toBe(401);
  expect((await service.call('POST', '/v1/compare', { body, headers: basic(client) })).status).toBe(
    401,
  );
  expect((await service.call('POST', '/v1/compare', { body })).status).toBe(401);
});

it('takes no secret at routes of other extensions', async () => {
  const osia = await startExtension('osia');
  const own = await startService(engine, { extensionRoutes: osia.routes });
  const { id, secret } = await own.client('abis');
  const token = Buffer.from(`${id}:${secret}`).toString('base64');
  const { status } = await own.call('GET', '/osia/v1/persons/1/encounters?transactionId=a', {
    token,
  });
  expect(status).toBe(401);
  await own.close();
  await osia.close();
});
