/** Every operation over HTTP and over gRPC: the same calls, the same answers to the last member. */
import { randomUUID } from 'node:crypto';
import { SignJWT } from 'jose';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { CreatedClient } from '../../src/access/clients/client.ts';
import type { FaceEngine } from '../../src/faces/analysis.ts';
import { testEngine } from '../../testing/engine.ts';
import { basic, jwt, startService, type TestService } from '../../testing/http/service.ts';
import { sharedPath } from '../../testing/shared.ts';
import {
  type Case,
  CLASS_IDS,
  DELETION,
  ENROLMENT,
  INVALID_ARGUMENT,
  image,
  LARGEST,
  loadImages,
  NOT_FOUND,
  QUALITY,
  SEARCH,
  TEMPLATE,
  transaction,
  VERIFICATION,
} from './cases.ts';
import { LIVENESS, LIVENESS_REFUSALS, loadFrames, PHOTO } from './liveness-cases.ts';
import { overGrpc } from './over-grpc.ts';
import { overHttp } from './over-http.ts';
import type { ContractAnswer, ContractCall, MethodName, Protocol } from './protocol.ts';

const PERMISSION_DENIED = 7;
const UNAUTHENTICATED = 16;
const GUID = /^[0-9a-f]{8}-([0-9a-f]{4}-){3}[0-9a-f]{12}$/;
const TIME = /^\d{4}-\d\d-\d\dT[\d:.]+Z$/;
const PROTOCOLS = ['HTTP', 'gRPC'] as const;
type Name = (typeof PROTOCOLS)[number];

const modelsDir = sharedPath('models');
const recordings = sharedPath('liveness/videos');
const protocols = {} as Record<Name, Protocol>;
/** Each with templates of its own, so that the same cases leave the same behind. */
const clients = {} as Record<Name, CreatedClient>;
let engine: FaceEngine;
let service: TestService;

beforeAll(async () => {
  engine = await testEngine(modelsDir === undefined ? {} : { modelsDir });
  service = await startService(engine);
  protocols.HTTP = overHttp(service);
  protocols.gRPC = await overGrpc(service);
  for (const name of PROTOCOLS) clients[name] = await service.client(name.toLowerCase());
  await loadImages();
  if (recordings !== undefined) await loadFrames(recordings);
});
afterAll(async () => {
  await protocols.gRPC.close();
  await service.close();
  await engine.close();
});

/** Members that only JSON has, beyond those of the interface. */
const JSON_ALONE = ['consent', 'explanation', 'method'];

/** What both have to answer alike, whenever they do. */
function common({ code, message, body }: ContractAnswer) {
  const strip = (value: unknown): unknown => {
    if (typeof value === 'string' && TIME.test(value)) return 'a time';
    if (Array.isArray(value)) return value.map(strip);
    if (value === null || typeof value !== 'object') return value;
    return Object.fromEntries(
      Object.entries(value)
        .filter(([name]) => !JSON_ALONE.includes(name))
        .map(([name, member]) => [name, strip(member)]),
    );
  };
  return { code, message, body: strip(body) };
}

const over = (name: Name, method: MethodName, call: ContractCall) =>
  protocols[name].call(method, {
    ...(call.token === undefined ? { client: clients[name] } : {}),
    ...call,
  });

async function check({ method, call, code = 0, message, body }: Case): Promise<void> {
  const answers = PROTOCOLS.map((name) => over(name, method, call()));
  const [http, grpc] = (await Promise.all(answers)) as [ContractAnswer, ContractAnswer];
  expect(http).toMatchObject({ code, ...(body === undefined ? {} : { body }) });
  if (message !== undefined) expect(http.message).toMatch(message);
  expect(common(grpc)).toEqual(common(http));
  expect(Object.keys(grpc.headers)).toEqual(Object.keys(http.headers));
}

describe.each([
  ['enrolment', ENROLMENT],
  ['verification', VERIFICATION],
  ['class ids', CLASS_IDS],
  ['templates', TEMPLATE],
  ['search', SEARCH],
  ['quality', QUALITY],
  ['refusals of liveness', LIVENESS_REFUSALS],
  ['ID photos', PHOTO],
])('%s', (_group, cases) => {
  it.each(cases)('$name', check);
});

describe.skipIf(modelsDir === undefined || recordings === undefined)('liveness', () => {
  it.each(LIVENESS)('$name', check);
});

describe('records of a call', () => {
  const jobsOf = async (name: Name) => {
    const jobs = await service.parts.bookkeeping.list({ clientId: clients[name].id, limit: 1000 });
    return jobs.map(({ operation, status, decision, errors, classId, ...references }) => ({
      operation,
      status,
      decision,
      errors,
      classId,
      referenceNumber: references.referenceNumber,
      transactionId: references.transactionId,
    }));
  };
  const sorted = (jobs: readonly unknown[]) =>
    jobs
      .map((job) =>
        JSON.stringify(job, (_, value) => (typeof value === 'bigint' ? `${value}` : value)),
      )
      .sort();

  it('are the same in the bookkeeping, including refused calls', async () => {
    const [http, grpc] = [await jobsOf('HTTP'), await jobsOf('gRPC')];
    expect(http.length).toBeGreaterThan(50);
    expect(sorted(grpc)).toEqual(sorted(http));
  });

  it('are the same in the audit trail: every search, with its transaction', async () => {
    const searches: Record<string, unknown[]> = { http: [], grpc: [] };
    const entries = await service.parts.audit.list({ event: 'search', limit: 1000 });
    for (const { actor, transactionId, details } of entries) {
      const {
        started: _,
        ended: __,
        partition: ___,
        ...asked
      } = details as Record<string, unknown>;
      searches[actor]?.push({ transactionId, ...asked });
    }
    expect(searches.http?.length).toBeGreaterThan(3);
    expect(searches.grpc).toEqual(searches.http);
  });

  it('are counted by method and status', async () => {
    const { text } = await service.call('GET', '/metrics');
    const calls = (labels: string) =>
      Number(new RegExp(`^prosopon_grpc_calls_total\\{${labels}\\} (\\d+)$`, 'm').exec(text)?.[1]);
    expect(calls('method="prosopon.v1.FaceRecognition/Enroll",status="OK"')).toBeGreaterThan(3);
    expect(
      calls('method="prosopon.v1.FaceRecognition/Enroll",status="INVALID_ARGUMENT"'),
    ).toBeGreaterThan(3);
    expect(text).toMatch(/^prosopon_grpc_call_seconds_bucket\{/m);
  });
});

describe('deletion', () => {
  it.each(DELETION)('$name', check);
});

describe.each(PROTOCOLS)('over %s', (name) => {
  const call = (method: MethodName, given: ContractCall) => over(name, method, given);
  const status = (given: ContractCall) => call('GetTemplateStatus', { classId: '5', ...given });

  it('every response names job, service and references', async () => {
    const headers = { 'reference-number': 'r 7', ...transaction };
    const body = { images: [image('nobody')], tags: ['nobody'] };
    const answer = await call('Search', { headers, body });
    expect(answer.headers).toEqual({
      jobid: expect.stringMatching(GUID),
      'service-version': '0.0.0-test',
      'reference-number': 'r 7',
      'transaction-id': 'tx-1',
      'response-time-ms': expect.stringMatching(/^\d+$/),
    });
    const refused = await call('Verify', { classId: '5', headers });
    expect(refused.headers.jobid).toMatch(GUID);
    const [booked] = await service.parts.bookkeeping.list({ clientId: clients[name].id, limit: 1 });
    expect(booked).toMatchObject({ jobId: refused.headers.jobid, referenceNumber: 'r 7' });
  });

  it.each(['reference-number', 'transaction-id'])('refuses a %s that is too long', async (key) => {
    const headers = { ...transaction, [key]: 'x'.repeat(257) };
    const answer = await call('Search', { headers, body: { images: [image('nobody')] } });
    expect(answer).toMatchObject({
      code: INVALID_ARGUMENT,
      message: expect.stringMatching(new RegExp(`^${key}: expected at most 256`, 'i')),
    });
    expect((await status({ headers: { 'reference-number': 'x'.repeat(256) } })).code).toBe(0);
  });

  it('unknown, expired, foreign and borrowed credentials look the same to callers', async () => {
    const own = clients[name];
    const key = Buffer.from(own.key, 'base64');
    const signed = (claims: Record<string, unknown>) =>
      new SignJWT(claims).setProtectedHeader({ alg: 'HS512' }).sign(key);
    const now = Math.floor(Date.now() / 1000);
    const claims = { sub: own.id, aud: 'prosopon', exp: now + 300, jti: randomUUID() };
    const other = await service.client(`other-${name.toLowerCase()}`);
    for (const token of [
      '',
      'a.b.c',
      await signed({ ...claims, exp: now - 3600 }),
      await signed({ ...claims, exp: now + 2 * 3600 }),
      await signed({ ...claims, aud: 'elsewhere' }),
      await signed({ ...claims, sub: 'nobody' }),
      await jwt(other, key),
    ])
      expect(await status({ token })).toMatchObject({
        code: UNAUTHENTICATED,
        message: 'Missing or invalid authentication credentials.',
        headers: { jobid: expect.stringMatching(GUID) },
      });
    expect((await status({ token: await signed(claims) })).code).toBe(0);
  });

  it('another client sees no enrolled people', async () => {
    const classId = '81';
    await call('Enroll', { classId, body: { images: [image('ben')] } });
    const stranger = await service.client(`stranger-${name.toLowerCase()}`);
    const body = { image: image('ben') };
    expect((await call('Verify', { client: stranger, classId, body })).code).toBe(NOT_FOUND);
    expect((await status({ client: stranger, classId })).body.available).toBe(false);
  });

  it('a client may only call its permitted operations', async () => {
    const settings = { allowedOperations: ['template-status'] as const };
    const reader = await service.client(`reader-${name.toLowerCase()}`, { settings });
    expect((await status({ client: reader })).code).toBe(0);
    const deletion = { client: reader, classId: '5' };
    expect((await call('DeleteTemplate', deletion)).code).toBe(PERMISSION_DENIED);
  });

  it('keeps a reference to the consent with the template', async () => {
    const client = clients[name];
    const consent = 'form 7';
    await call('Enroll', { classId: '82', body: { images: [image('ben')], consent } });
    const { json } = await service.call('GET', '/api/face/v1/template/status/82', { client });
    expect(json.consent).toMatchObject({ reference: consent });
  });

  it('a task token allows its attempts with its class only', async () => {
    const client = clients[name];
    const classId = '71';
    const enrolled = { classId, body: { images: [image('ben')] } };
    await call('Enroll', enrolled);
    const query = new URLSearchParams({
      id: client.id,
      bcid: `${client.storage}.${client.partition}.${classId}`,
      maxtries: '2',
      livedetection: 'false',
    });
    const { text } = await service.call('GET', `/token?${query}`, { headers: basic(client) });
    const token = text.replaceAll('"', '');
    const tried = { token, classId, body: { image: image('ben') } };
    expect((await call('Verify', { ...tried, classId: LARGEST })).code).toBe(PERMISSION_DENIED);
    expect((await call('Enroll', { ...enrolled, token })).code).toBe(PERMISSION_DENIED);
    const codes: number[] = [];
    for (let i = 0; i < 3; i++) codes.push((await call('Verify', tried)).code);
    expect(codes).toEqual([0, 0, PERMISSION_DENIED]);
  });
});
