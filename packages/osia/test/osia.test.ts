/** OSIA's ABIS interface over real HTTP on real faces; every answer is held against its schema. */
import { SignJWT } from 'jose';
import type { TSchema } from 'typebox';
import { Value } from 'typebox/value';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { CreatedClient } from '../../../src/access/clients/client.ts';
import type { FaceEngine } from '../../../src/faces/analysis.ts';
import { testEngine } from '../../../testing/engine.ts';
import { startExtension } from '../../../testing/extensions.ts';
import { base64, startService, type TestService } from '../../../testing/http/service.ts';
import { nobody, portrait } from '../../../testing/people.ts';
import { Candidates, Encounter, OsiaError, PersonIds, Verification } from '../src/schemas.ts';

const ALL =
  'abis.encounter.write abis.encounter.read abis.identify abis.verify abis.gallery.read abis.task.read';

const { routes } = await startExtension('osia');
let engine: FaceEngine;
let service: TestService;
let client: CreatedClient;
let other: CreatedClient;
let ada: string;
let adaLater: string;
let ben: string;

beforeAll(async () => {
  engine = await testEngine();
  service = await startService(engine, { extensionRoutes: routes });
  client = await service.client('abis');
  other = await service.client('other');
  ada = base64(await portrait('ada'));
  adaLater = base64(await portrait('ada', 1));
  ben = base64(await portrait('ben'));
});
afterAll(async () => {
  await service.close();
  await engine.close();
});

const tokenOf = (of: CreatedClient, scope?: string) =>
  new SignJWT(scope === undefined ? {} : { scope })
    .setProtectedHeader({ alg: 'HS512' })
    .setSubject(of.id)
    .setAudience('prosopon')
    .setExpirationTime('5m')
    .sign(Buffer.from(of.key, 'base64'));

interface Sent {
  readonly body?: unknown;
  readonly scope?: string;
  readonly of?: CreatedClient;
  readonly schema?: TSchema;
}

const TRANSACTION = '?transactionId=tx-1';

async function call(method: string, path: string, { body, scope = ALL, of, schema }: Sent = {}) {
  const token = await tokenOf(of ?? client, scope);
  const query = path.includes('?') ? '' : TRANSACTION;
  const answer = await service.call(method, `/osia/v1${path}${query}`, { token, body });
  const expected = answer.status < 300 ? schema : OsiaError;
  if (expected !== undefined) expect([...Value.Errors(expected, answer.json)]).toEqual([]);
  return answer;
}

const faceOf = (image: string, more: object = {}) => ({ biometricType: 'FACE', image, ...more });
const encounter = (image: string, more: object = {}) => ({
  status: 'ACTIVE',
  encounterType: 'ENROLMENT',
  biometricData: [
    faceOf(image, { biometricSubType: 'PORTRAIT', captureDate: '2026-01-31T09:00:00Z' }),
  ],
  ...more,
});
const create = (path: string, body: object, of?: CreatedClient) =>
  call('POST', path, { body, schema: PersonIds, ...(of && { of }) });
const verifyAs = (personId: string, image: string, of?: CreatedClient) =>
  call('POST', `/verify/ALL/${personId}`, {
    body: { biometricData: [faceOf(image)] },
    schema: Verification,
    ...(of && { of }),
  });

describe('an encounter', () => {
  it('can be created with its person, verified, identified, read and deleted', async () => {
    const created = await create('/persons', encounter(ada));
    expect(created.status).toBe(200);
    const { personId, encounterId } = created.json;

    const same = await verifyAs(personId, adaLater);
    expect(same.json).toMatchObject({ decision: true, scores: [{ biometricType: 'FACE' }] });
    expect((await verifyAs(personId, ben)).json.decision).toBe(false);

    const body = { filter: {}, biometricData: [faceOf(adaLater)] };
    const found = await call('POST', '/identify/abis', { body, schema: Candidates });
    expect(found.json).toEqual([{ personId, rank: 1, score: expect.any(Number) }]);
    const strangers = { filter: {}, biometricData: [faceOf(ben)] };
    expect((await call('POST', '/identify/ALL', { body: strangers })).json).toEqual([]);

    const path = `/persons/${personId}/encounters`;
    const read = await call('GET', `${path}/${encounterId}`, { schema: Encounter });
    expect(read.json).toEqual({
      encounterId,
      status: 'ACTIVE',
      encounterType: 'ENROLMENT',
      galleries: ['abis'],
      biometricData: [{ biometricType: 'FACE', encounterId }],
    });
    expect((await call('GET', path)).json).toEqual([read.json]);

    expect((await call('DELETE', `${path}/unknown`)).status).toBe(404);
    const deleted = await call('DELETE', `${path}/${encounterId}`);
    expect({ status: deleted.status, text: deleted.text }).toEqual({ status: 204, text: '' });
    expect((await verifyAs(personId, ada)).status).toBe(404);
    expect((await call('DELETE', `/persons/${personId}`)).status).toBe(404);
  });

  it('is unique for each person, even for two concurrent calls', async () => {
    const calls = [ada, ben].map((image) =>
      create('/persons/17/encounters/first', encounter(image)),
    );
    const statuses = (await Promise.all(calls)).map(({ status }) => status);
    expect(statuses.sort()).toEqual([200, 409]);
    // OSIA has 409 for an id that exists, and 403 for a creation that is not allowed.
    expect((await create('/persons/17/encounters', encounter(ada))).status).toBe(403);
    expect((await call('GET', '/persons/17/encounters/first')).status).toBe(200);
    expect((await call('DELETE', '/persons/17')).status).toBe(204);
  });

  it('is hidden from other clients', async () => {
    await create('/persons/18/encounters/e1', encounter(ada));
    const path = '/persons/18/encounters/e1';
    for (const [method, at] of [
      ['GET', path],
      ['DELETE', path],
      ['DELETE', '/persons/18'],
    ] as const)
      expect((await call(method, at, { of: other })).status).toBe(404);
    expect((await verifyAs('18', ada, other)).status).toBe(404);
    const body = { filter: {}, biometricData: [faceOf(ada)] };
    expect((await call('POST', '/identify/ALL', { body, of: other })).json).toEqual([]);
    expect((await call('POST', '/identify/abis', { body, of: other })).status).toBe(404);
    expect((await create('/persons/18/encounters', encounter(ben), other)).status).toBe(200);
    expect((await verifyAs('18', adaLater)).json.decision).toBe(true);
  });

  it('is recorded in the bookkeeping, with its transaction', async () => {
    await verifyAs('18', ada);
    const [job] = await service.parts.bookkeeping.list({ operation: 'verify' });
    expect(job).toMatchObject({ clientId: 'abis', classId: 18n, transactionId: 'tx-1' });
  });
});

it('two sets of data are compared without storing any', async () => {
  const compare = (image: string) =>
    call('POST', '/verify', {
      body: { biometricData1: [faceOf(ada)], biometricData2: [faceOf(image)] },
      schema: Verification,
    });
  expect((await compare(adaLater)).json.decision).toBe(true);
  expect((await compare(ben)).json.decision).toBe(false);
  expect((await compare(base64(await nobody()))).status).toBe(400);
});

it('a template that cannot be compared gives no decision', async () => {
  const person = { storage: 'test', partition: 'abis', classId: 6n };
  const feature = { id: 'f', enrolled: new Date(), values: new Float32Array(8).fill(1) };
  await service.parts.templates.update(person, () => ({
    encoderVersion: 99,
    features: [feature],
    thumbnails: [],
    tags: [],
  }));
  expect((await verifyAs('6', ada)).status).toBe(500);
  const read = await call('GET', '/persons/6/encounters/1', { schema: Encounter });
  expect(read.json).toMatchObject({ encounterId: '1', encounterType: 'UNSPECIFIED' });
});

it('limits refused comparisons with a person as everywhere', async () => {
  const settings = { failedVerifications: 2 };
  const limited = await service.client('limited', { settings });
  await create('/persons/5/encounters', encounter(ada), limited);
  const statuses = [];
  for (let i = 0; i < 3; i++) statuses.push((await verifyAs('5', ben, limited)).status);
  expect(statuses.at(-1)).toBe(429);
  const body = { filter: {}, biometricData: [faceOf(adaLater)] };
  expect((await call('POST', '/identify/ALL', { body, of: limited })).json).toEqual([]);
});

describe('unsupported features have status 501', () => {
  it.each([
    ['PUT', '/persons/1/encounters/1'],
    ['POST', '/persons/1/merge/2'],
    ['POST', '/identify/ALL/1'],
    ['GET', '/galleries'],
  ])('%s %s', async (method, path) => {
    expect((await call(method, path)).status).toBe(501);
  });

  it.each<[string, object]>([
    ['a fingerprint', { biometricData: [{ biometricType: 'FINGER', image: 'AAAA' }] }],
    ['a profile', { biometricData: [faceOf('AAAA', { biometricSubType: 'LEFT_PROFILE' })] }],
    ['an address', { biometricData: [{ biometricType: 'FACE', imageRef: 'http://10.0.0.1/' }] }],
    ['a template', { biometricData: [{ biometricType: 'FACE', template: 'AAAA' }] }],
    ['an inactive encounter', { status: 'INACTIVE' }],
    ['another gallery', { galleries: ['other'] }],
    ['data about the person', { biographicData: { name: 'Ada' } }],
    ['data of the client', { clientData: 'AAAA' }],
  ])('%s', async (_, more) => {
    expect((await create('/persons', encounter(ada, more))).status).toBe(501);
  });

  it('thresholds and filters from the caller', async () => {
    const body = { filter: {}, biometricData: [faceOf(ada)] };
    const threshold = '/identify/ALL?transactionId=t&threshold=0.01';
    expect((await call('POST', threshold, { body })).status).toBe(501);
    const filtered = { ...body, filter: { gender: 'M' } };
    expect((await call('POST', '/identify/ALL', { body: filtered })).status).toBe(501);
  });
});

describe('what a stranger makes long or many', () => {
  const big = 'y'.repeat(2_000_000);
  it.each<[string, object, number]>([
    ['a gallery', { galleries: [big] }, 400],
    ['a type', { encounterType: big }, 400],
    ['a part of the face', { biometricData: [faceOf('AAAA', { biometricSubType: big })] }, 400],
    ['a template', { biometricData: [{ biometricType: 'FACE', template: big }] }, 501],
    ['a member it does not know', { [big]: 1 }, 400],
    ['a gallery as long as one may be', { galleries: [big.slice(0, 1000)] }, 501],
    ['thousands of galleries', { galleries: Array.from({ length: 2000 }, (_, i) => `g${i}`) }, 400],
    ['thousands of images', { biometricData: Array(2000).fill(faceOf('AAAA')) }, 400],
  ])('%s, is refused in few words, which alone are kept', async (_, more, status) => {
    const answer = await create('/persons', encounter('AAAA', more));
    expect(answer.status).toBe(status);
    expect(answer.text.length).toBeLessThan(300);
    const [job] = await service.parts.bookkeeping.list({ limit: 1 });
    expect(JSON.stringify(job!.errors).length).toBeLessThan(300);
  });
});

describe('refuses', () => {
  it.each<[string, object, number]>([
    ['no biometric data', { biometricData: [] }, 400],
    ['no image', { biometricData: [{ biometricType: 'FACE' }] }, 400],
    ['no base64', { biometricData: [faceOf('?')] }, 400],
    ['a member it does not know', { biometricData: [faceOf('AAAA', { extra: 1 })] }, 400],
    ['a type of control characters', { encounterType: 'a\nb' }, 400],
    ['an image cut off', { biometricData: [faceOf('/9j/4AAQ')] }, 400],
  ])('%s', async (_, more, status) => {
    expect((await create('/persons', encounter(ada, more))).status).toBe(status);
  });

  it('an image without a face, and leaves no person', async () => {
    const body = encounter(base64(await nobody()));
    expect((await create('/persons/77/encounters', body)).status).toBe(400);
    expect((await call('GET', '/persons/77/encounters')).status).toBe(404);
  });

  it.each(['0', '-1', 'ada', '9223372036854775808', '1.5'])('the person %s', async (personId) => {
    expect((await call('GET', `/persons/${personId}/encounters`)).status).toBe(404);
  });

  it('a call without transaction, scope or credentials, and everything while it is off', async () => {
    expect((await call('GET', '/persons/1/encounters?priority=1')).status).toBe(400);
    expect((await call('GET', '/persons/1/encounters', { scope: 'abis.verify' })).status).toBe(403);
    const body = encounter(ada);
    const path = `/osia/v1/persons${TRANSACTION}`;
    const withoutScope = await tokenOf(client);
    expect(await service.call('POST', path, { token: withoutScope, body })).toMatchObject({
      status: 403,
    });
    expect(await service.call('POST', path, { body })).toMatchObject({ status: 401 });
    const off = await startService(engine);
    expect(await off.call('POST', path, { body })).toMatchObject({ status: 404 });
    await off.close();
  });
});
