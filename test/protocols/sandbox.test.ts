/** Sandbox clients over HTTP and gRPC: forced outcomes, marks, and a storage apart. */
import { decodeJwt } from 'jose';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { CreatedClient } from '../../src/access/clients/client.ts';
import { OUTCOMES } from '../../src/access/clients/sandbox.ts';
import { ERROR_CODES } from '../../src/errors.ts';
import type { FaceEngine } from '../../src/faces/analysis.ts';
import { testEngine } from '../../testing/engine.ts';
import { base64, jwt, startService, type TestService } from '../../testing/http/service.ts';
import { portrait } from '../../testing/people.ts';
import { overGrpc } from '../contract/over-grpc.ts';
import { overHttp } from '../contract/over-http.ts';
import type { ContractCall, MethodName, Protocol } from '../contract/protocol.ts';

let engine: FaceEngine;
let service: TestService;
let protocols: readonly Protocol[];
/** Both are configured with one storage and one partition. */
let shop: CreatedClient;
let box: CreatedClient;
let ada: Buffer;
let ben: Buffer;

beforeAll(async () => {
  engine = await testEngine();
  service = await startService(engine);
  protocols = [overHttp(service), await overGrpc(service)];
  const place = { storage: 'people', partition: '1' };
  shop = await service.client('shop', place);
  const settings = { sandbox: true, livenessSessions: true };
  box = await service.client('box', { ...place, settings });
  [ada, ben] = await Promise.all([portrait('ada'), portrait('ben')]);
});
afterAll(async () => {
  for (const protocol of protocols) await protocol.close();
  await service.close();
  await engine.close();
});

/** No image at all, so nobody can have looked at it. */
const NOTHING = Buffer.from('nothing');
const image = { image: { image: NOTHING } };
const images = { images: [{ image: NOTHING }] };
const live = { liveImages: [{ image: NOTHING }] };

const FORCED: readonly (readonly [MethodName, object, yes: object, no: object])[] = [
  ['Verify', image, { verified: true, score: 0.87 }, { verified: false, score: 0 }],
  [
    'Enroll',
    images,
    { performedAction: 'NEW_TEMPLATE_CREATED', enrolledImages: 1 },
    { performedAction: 'ENROLLMENT_FAILED', enrolledImages: 0 },
  ],
  [
    'Search',
    images,
    { result: [{ matches: [{ classId: '1001' }] }] },
    { result: [{ matches: [] }] },
  ],
  ['Identify', images, { result: [{ matches: [{}] }] }, { result: [{ matches: [] }] }],
  [
    'LivenessDetection',
    live,
    { live: true, livenessScore: 0.9 },
    { live: false, livenessScore: 0 },
  ],
  ['VideoLivenessDetection', { video: NOTHING }, { live: true }, { live: false }],
  [
    'PhotoVerify',
    { ...live, photo: NOTHING },
    { live: true, verificationLevel: 'LEVEL_5' },
    { live: false, verificationLevel: 'NOT_RECOGNIZED' },
  ],
  [
    'FaceImageQuality',
    { image: NOTHING },
    { qualityMeasurements: [{ scalarScore: 90 }] },
    { qualityMeasurements: [] },
  ],
];

const headersOf = (outcome: string) => ({
  'sandbox-outcome': outcome,
  'transaction-id': 'case 1',
});

const call = (
  protocol: Protocol,
  method: MethodName,
  outcome: string,
  { client = box, ...more }: ContractCall = {},
) => protocol.call(method, { client, headers: headersOf(outcome), ...more });

const bodyFor = (method: MethodName, body: object): ContractCall => {
  const classId = ['Verify', 'Enroll'].includes(method) ? { classId: '7' } : {};
  return { body: body as NonNullable<ContractCall['body']>, ...classId };
};

describe.each(['HTTP', 'gRPC'])('over %s', (name) => {
  const protocol = () => protocols.find((one) => one.name === name)!;

  it.each(FORCED)('%s ends as the call asks', async (method, body, yes, no) => {
    const given = bodyFor(method, body);
    const accepted = await call(protocol(), method, 'success', given);
    expect(accepted).toMatchObject({ code: 0, headers: { sandbox: 'true' } });
    expect(accepted.body).toMatchObject({ status: 'SUCCEEDED', errors: [], ...yes });
    for (const [outcome, code] of [
      ['FaceNotFound', 'FaceNotFound'],
      ['live=false', 'RejectedByPassiveLiveDetection'],
    ] as const) {
      const refused = await call(protocol(), method, outcome, given);
      expect(refused).toMatchObject({ code: 0, headers: { sandbox: 'true' } });
      expect(refused.body).toMatchObject({ errors: [{ errorCode: code }], ...no });
    }
  });

  it('a mismatch is no error of a comparison, and its person is live', async () => {
    const verified = await call(protocol(), 'Verify', 'NotRecognised', bodyFor('Verify', image));
    expect(verified.body).toMatchObject({ verified: false, errors: [] });
    const photo = { ...live, photo: NOTHING };
    const matched = await call(protocol(), 'PhotoVerify', 'NotRecognised', { body: photo });
    expect(matched.body).toMatchObject({
      ...{ live: true, verificationLevel: 'NOT_RECOGNIZED', errors: [] },
    });
    const enrolled = await call(protocol(), 'Enroll', 'NotRecognised', bodyFor('Enroll', images));
    expect(enrolled.body.errors).toMatchObject([{ errorCode: 'NotRecognised' }]);
  });

  it('every error of a call can be forced, and is marked', async () => {
    for (const [code, { grpc }] of Object.entries(ERROR_CODES))
      expect(await call(protocol(), 'DeleteTemplate', code, { classId: '7' })).toMatchObject({
        code: grpc,
        headers: { sandbox: 'true' },
      });
  });

  it('templates are deleted, tagged and there without any, but end with no error of a job', async () => {
    const status = await call(protocol(), 'GetTemplateStatus', 'success', { classId: '7' });
    expect(status.body).toMatchObject({ available: true, classId: '7' });
    const tags = { classId: '7', body: { tags: ['staff'] } };
    expect(await call(protocol(), 'SetTemplateTags', 'success', tags)).toMatchObject({ code: 0 });
    const deleted = await call(protocol(), 'DeleteTemplate', 'success', { classId: '7' });
    expect(deleted).toMatchObject({ code: 0, body: {} });
    expect(
      await call(protocol(), 'DeleteTemplate', 'FaceNotFound', { classId: '7' }),
    ).toMatchObject({
      code: 3,
      message: 'Sandbox-Outcome: delete-template never ends with FaceNotFound',
    });
  });

  it('an unknown outcome is refused with all that there are', async () => {
    const { code, message } = await call(
      protocol(),
      'Verify',
      'NotRecognized',
      bodyFor('Verify', image),
    );
    expect({ code, message }).toEqual({
      code: 3,
      message: `Sandbox-Outcome: expected one of ${OUTCOMES.join(', ')}`,
    });
  });

  it('no other client may force anything, and none of its answers is marked', async () => {
    const given = { ...bodyFor('Verify', image), client: shop };
    const refused = await call(protocol(), 'Verify', 'success', given);
    expect(refused).toMatchObject({
      code: 3,
      message: 'Sandbox-Outcome: only for clients with the setting sandbox',
    });
    expect(refused.headers).not.toHaveProperty('sandbox');
  });

  it('without an outcome, the sandbox looks at images and templates', async () => {
    const given = { client: box, classId: '70', body: { images: [{ image: ada }] } };
    const enrolled = await protocol().call('Enroll', given);
    expect(enrolled).toMatchObject({ code: 0, headers: { sandbox: 'true' } });
    const probe = { client: box, classId: '70', body: { image: { image: ben } } };
    const refused = await protocol().call('Verify', probe);
    expect(refused.body).toMatchObject({ verified: false });
    expect(refused.body.imageProperties.faces).toHaveLength(1);
    const broken = { client: box, classId: '70', body: image };
    expect(await protocol().call('Verify', broken)).toMatchObject({ code: 3 });
    await protocol().call('DeleteTemplate', { client: box, classId: '70' });
  });
});

describe('a sandbox', () => {
  const http = () => protocols[0]!;
  const enrol = (client: CreatedClient, classId: string, photo: Buffer) =>
    http().call('Enroll', { client, classId, body: { images: [{ image: photo }] } });
  const found = async (client: CreatedClient, photo: Buffer) => {
    const headers = { 'transaction-id': 'case 2' };
    const body = { images: [{ image: photo }] };
    const { body: answer } = await http().call('Search', { client, body, headers });
    return answer.result[0].matches.map(({ classId }: { classId: string }) => classId);
  };

  it('shares no one with a real client of the same storage and partition', async () => {
    await enrol(shop, '1', ada);
    await enrol(box, '2', ben);
    expect(await found(shop, ada)).toEqual(['1']);
    expect(await found(box, ben)).toEqual(['2']);
    expect(await found(shop, ben)).toEqual([]);
    expect(await found(box, ada)).toEqual([]);
    const status = async (client: CreatedClient, classId: string) =>
      (await http().call('GetTemplateStatus', { client, classId })).body.available;
    expect([await status(shop, '2'), await status(box, '1')]).toEqual([false, false]);
    expect(await http().call('DeleteTemplate', { client: box, classId: '1' })).toMatchObject({
      code: 5,
    });
    const alike = await service.call('GET', '/token?id=box&bcid=people.1.1', {
      headers: basic(box),
    });
    expect(alike.status).toBe(403);
  });

  it('stores nothing of what is forced, and leaves no finding', async () => {
    await call(http(), 'Enroll', 'success', { classId: '8', body: images });
    const { body } = await http().call('GetTemplateStatus', { client: box, classId: '8' });
    expect(body).toMatchObject({ available: false });
    await call(http(), 'Verify', 'TemplateCorrupted', { classId: '8', body: image });
    const findings = await service.parts.audit.list({ event: 'template-corrupted', limit: 1 });
    expect(findings).toEqual([]);
    const [job] = await service.parts.bookkeeping.list({ clientId: 'box', limit: 1 });
    expect(job).toMatchObject({ decision: 'not accepted', operation: 'verify' });
  });

  it('begins as one and remains one; its storages are nobody else’s', async () => {
    const { clients } = service.parts;
    expect(box.storage).toBe('sandbox-people');
    const flip = (id: string, sandbox: boolean | null) => clients.updateSettings(id, { sandbox });
    const only = 'settings.sandbox: only set when a client is created';
    await expect(flip('box', false)).rejects.toThrow(only);
    await expect(flip('box', null)).rejects.toThrow(only);
    await expect(flip('shop', true)).rejects.toThrow(only);
    await clients.updateSettings('box', { topMatches: 3 });
    await clients.update('box', { name: 'Box of sand' });
    const thief = { storage: 'sandbox-people', partition: '1' };
    await expect(service.client('thief', thief)).rejects.toThrow('storage: belongs to sandbox');
    const second = await service.client('second', { ...thief, settings: { sandbox: true } });
    expect(second.storage).toBe('sandbox-people');
  });

  it('asks for a retry where the service would', async () => {
    const path = '/api/face/v1/template/status/1';
    const headers = { 'sandbox-outcome': 'Unavailable' };
    const { status, ...answer } = await service.call('GET', path, { client: box, headers });
    expect({ status, after: answer.headers.get('retry-after') }).toEqual({
      ...{ status: 503, after: '1' },
    });
  });

  it('lets pages of its origins send the outcome, and read the mark', async () => {
    const origin = 'https://shop.example';
    const settings = { sandbox: true };
    const paged = await service.client('paged', { allowedOrigins: [origin], settings });
    const asked = { origin, 'access-control-request-method': 'POST' };
    const path = '/api/face/v1/verify/1';
    const { headers } = await service.call('OPTIONS', path, { headers: asked });
    expect(headers.get('access-control-allow-headers')).toContain('sandbox-outcome');
    const answer = await service.call('POST', path, {
      ...{ client: paged, body: { image: base64(NOTHING) } },
      headers: { origin, 'sandbox-outcome': 'success' },
    });
    expect(answer.headers.get('access-control-expose-headers')).toContain('sandbox');
  });
});

const basic = ({ id, secret }: CreatedClient) => ({
  authorization: `Basic ${Buffer.from(`${id}:${secret}`).toString('base64')}`,
});

describe('a task token of a sandbox', () => {
  const tokenFor = async (query: string, client = box) =>
    (await service.call('GET', `/token?id=${client.id}&${query}`, { headers: basic(client) })).text;
  const upload = (token: string, outcome: string) =>
    service.call('POST', '/api/v1/upload', {
      ...{ token, body: { image: base64(NOTHING) } },
      headers: { 'sandbox-outcome': outcome },
    });
  const run = (token: string, task: string, outcome?: string) =>
    service.call('POST', `/api/task/v1/${task}`, {
      token,
      ...(outcome !== undefined && { headers: { 'sandbox-outcome': outcome } }),
    });
  const resultOf = (token: string) =>
    service.call('GET', `/api/task/v1/result?tokenid=${decodeJwt(token).tokenid}`, {
      headers: basic(box),
    });

  it('says so, and that of a real client does not', async () => {
    const asked = await service.call('GET', '/token?id=box&task=livenessdetection', {
      headers: basic(box),
    });
    expect(asked.headers.get('sandbox')).toBe('true');
    expect(decodeJwt(asked.text)).toMatchObject({ sandbox: true });
    expect(decodeJwt(await tokenFor('task=livenessdetection', shop))).not.toHaveProperty('sandbox');
  });

  it('does its task without a face, and answers once more as before', async () => {
    const token = await tokenFor('bcid=sandbox-people.1.5&task=identify');
    expect((await upload(token, 'QualityTooLow')).json).toMatchObject({
      ...{ accepted: false, error: 'QualityTooLow' },
    });
    expect((await upload(token, 'success')).json).toMatchObject({ accepted: true });
    const refused = await run(token, 'identify', 'RejectedByChallengeResponse');
    expect(refused.json).toMatchObject({
      ...{ success: false, error: 'RejectedByChallengeResponse', triesLeft: 2 },
    });
    expect((await run(token, 'identify', 'success')).json).toEqual(refused.json);
    // The same bytes again: in a sandbox they are new.
    expect((await upload(token, 'success')).json).toMatchObject({ accepted: true });
  });

  it('counts its attempts, and tells the application how the task ended', async () => {
    const token = await tokenFor('bcid=sandbox-people.1.5&task=identify&maxtries=1');
    await upload(token, 'success');
    const done = await run(token, 'identify', 'success');
    expect(done.json).toEqual({ success: true, error: null, errors: [], triesLeft: 0 });
    expect(done.headers.get('sandbox')).toBe('true');
    const result = await resultOf(token);
    expect(result.headers.get('sandbox')).toBe('true');
    expect(result.json).toMatchObject({ success: true, classIds: [5], bcid: 'sandbox-people.1.5' });
    expect((await upload(token, 'success')).status).toBe(403);
  });

  it('ends with a mismatch as a real one does', async () => {
    const token = await tokenFor('bcid=sandbox-people.1.5');
    await upload(token, 'success');
    expect((await run(token, 'verify', 'NotRecognised')).json).toMatchObject({
      ...{ success: false, error: 'NotRecognized', errors: [] },
    });
  });

  it('is no way around what the token is for', async () => {
    const token = await tokenFor('bcid=sandbox-people.1.5');
    await upload(token, 'success');
    expect((await run(token, 'enroll', 'success')).status).toBe(403);
  });

  it('is asked for without an outcome', async () => {
    for (const client of [box, shop]) {
      const headers = { ...basic(client), 'sandbox-outcome': 'success' };
      const path = `/token?id=${client.id}&task=livenessdetection`;
      const { status, json } = await service.call('GET', path, { headers });
      expect({ status, json }).toEqual({
        status: 400,
        json: { Message: 'Sandbox-Outcome: send it with the calls that use the token' },
      });
    }
  });
});

describe('a liveness session of a sandbox', () => {
  const PATH = '/api/v1/liveness-sessions';
  const ended = async (outcome: string, more: object = {}) => {
    const body = { nonce: 'drawn for this session', level: 'motion', attempts: 1, ...more };
    const created = await service.call('POST', PATH, { client: box, body });
    const { sessionId, token } = created.json;
    const headers = { 'sandbox-outcome': outcome };
    await service.call('POST', '/api/v1/upload', {
      ...{ token, body: { image: base64(NOTHING) } },
      headers: { 'sandbox-outcome': 'success' },
    });
    const { json } = await service.call('POST', '/api/task/v1/livenesssession', { token, headers });
    const session = await service.call('GET', `${PATH}/${sessionId}`, { client: box });
    return { token, judged: json, session: session.json, claims: decodeJwt(session.json.result) };
  };

  it('succeeds without a person, and its signed result says what it is', async () => {
    const { token, judged, session, claims } = await ended('success');
    expect(decodeJwt(token)).toMatchObject({ sandbox: true });
    expect(judged).toMatchObject({ success: true });
    expect(session).toMatchObject({ state: 'succeeded' });
    expect(claims).toMatchObject({ sandbox: true, decision: 'succeeded', aud: 'box' });
  });

  it('fails as asked, with the match that it demanded', async () => {
    const photo = base64(ada);
    const { session, claims } = await ended('NotRecognised', { photo });
    expect(session).toMatchObject({ state: 'failed' });
    expect(claims).toMatchObject({
      ...{ sandbox: true, decision: 'failed', reason: 'NotRecognised' },
      match: { with: 'photo', matched: false },
    });
  });

  it('that broke off is marked, too', async () => {
    const token = await jwt(box);
    const body = { nonce: 'drawn for this session', level: 'motion' };
    const { json } = await service.call('POST', PATH, { token, body });
    const session = await service.parts.livenessSessions.find(json.sessionId);
    const { results } = service.parts.livenessSessions;
    const claims = decodeJwt(await results.sign(session!, { decision: 'failed' }));
    expect(claims).toMatchObject({ sandbox: true });
  });
});
