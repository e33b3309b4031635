/** What a liveness session is not given for, whom it is not told, and when it is gone. */
import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, expect, it } from 'vitest';
import type { CreatedClient } from '../../../src/access/clients/client.ts';
import type { LivenessSession } from '../../../src/access/liveness-sessions/session.ts';
import { checkReceipt } from '../../../src/operations/face/erasure-receipts.ts';
import { eraseOverdueSessions } from '../../../src/operations/liveness-sessions/erase-sessions.ts';
import { startService, type TestService } from '../../../testing/http/service.ts';

const PATH = '/api/v1/liveness-sessions';
const nonce = 'drawn for this session';
const RETURN = 'https://bank.example/done';

let service: TestService;
let bank: CreatedClient;
let shop: CreatedClient;
beforeAll(async () => {
  service = await startService();
  const settings = { livenessSessions: true, leastLiveness: 'challenge' } as const;
  bank = await service.client('bank', { settings, redirectUris: [RETURN] });
  shop = await service.client('shop');
});
afterAll(() => service.close());

const create = (body: object, client = bank) =>
  service.call('POST', PATH, { client, body: { nonce, ...body } });
const created = async (body: object = {}) => (await create(body)).json;
const read = (id: string, client = bank) => service.call('GET', `${PATH}/${id}`, { client });

it.each([
  [{ level: 'motion' }, 400, 'level: this client demands challenge'],
  [{ level: 'passive' }, 400, 'level: '],
  [{ nonce: 'short' }, 400, 'nonce: '],
  [{ nonce: null }, 400, 'nonce: missing'],
  [{ attempts: 6 }, 400, 'attempts: '],
  [{ lifetimeSeconds: 601 }, 400, 'lifetimeSeconds: '],
  [{ returnUrl: 'https://bank.example/other' }, 400, 'returnUrl: not one of the redirect URIs'],
  [{ returnUrl: 'javascript:alert(1)' }, 400, 'returnUrl: not one of the redirect URIs'],
  [{ classId: '0' }, 400, 'classId: '],
  [{ classId: '9223372036854775808' }, 400, 'classId: '],
  [{ classId: '1', photo: 'AAAA' }, 400, 'photo: a session matches a class or a photo'],
  [{ classId: '1' }, 404, 'No biometric face template exists for class 1.'],
])('refuses %o', async (body, status, message) => {
  const { status: told, json } = await create(body);
  expect({ status: told, json }).toMatchObject({
    ...{ status, json: { message: expect.stringContaining(message) } },
  });
});

it('is off until the client has the setting', async () => {
  const { status, json } = await create({}, shop);
  expect(status).toBe(403);
  expect(json.message).toContain('livenessSessions=true');
});

it('is visible to its client only; its token reveals only what the page needs', async () => {
  const { sessionId, token } = await created({ returnUrl: `${RETURN}` });
  for (const id of [sessionId, randomUUID(), 'x', '..'])
    expect((await read(id, shop)).status).toBe(404);
  const remove = { client: shop };
  expect((await service.call('DELETE', `${PATH}/${sessionId}`, remove)).status).toBe(404);
  for (const [method, path] of [
    ['GET', `${PATH}/${sessionId}`],
    ['DELETE', `${PATH}/${sessionId}`],
    ['POST', PATH],
    ['POST', '/api/v1/livenessdetection'],
    ['POST', '/api/task/v1/livenessdetection'],
    ['POST', '/api/task/v1/verify'],
  ] as const)
    expect((await service.call(method, path, { token })).status, path).toBe(403);
  const own = await service.call('GET', '/api/task/v1/livenesssession', { token });
  expect(own.json).toEqual({
    ...{ state: 'created', level: 'challenge', attemptsLeft: 3, application: 'bank' },
    ...{ expires: expect.any(String), returnUrl: `${RETURN}?session=${sessionId}` },
  });
  const client = { client: bank };
  expect((await service.call('GET', '/api/task/v1/livenesssession', client)).status).toBe(403);
  expect((await read(sessionId)).json).toMatchObject({ state: 'created', result: null });
});

it('tells two browsers one challenge, and runs nothing without samples', async () => {
  const { token } = await created();
  const ask = () => service.call('POST', '/api/task/v1/challenge', { token });
  const [first, second] = await Promise.all([ask(), ask()]);
  expect(second.json).toEqual(first.json);
  expect(first.json.challenge).toHaveLength(1);
  const { status } = await service.call('POST', '/api/task/v1/livenesssession', { token });
  expect(status).toBe(400);
});

it('expires, and is erased at its deadline with a receipt', async () => {
  const begin = async (expires: number, readableUntil: number) => {
    const session: LivenessSession = {
      ...{ id: randomUUID(), clientId: 'bank', level: 'challenge', maxAttempts: 1, nonce },
      ...{ created: new Date(), expires: new Date(Date.now() + expires) },
      readableUntil: new Date(Date.now() + readableUntil),
      ...{ match: undefined, keepReferenceImage: false, returnUrl: undefined },
    };
    await service.parts.livenessSessions.create(session, bank);
    return session.id;
  };
  const expired = await begin(-1, 60_000);
  expect((await read(expired)).json).toMatchObject({ state: 'expired', result: null });
  const overdue = await begin(-2, -1);
  expect((await read(overdue)).status).toBe(404);
  const events = ['liveness.erased'];
  await service.parts.webhooks.create({ clientId: 'bank', url: 'http://127.0.0.1:9/', events });
  const erasures = await Promise.all([1, 2].map(() => eraseOverdueSessions(service.parts)));
  expect(Math.max(...erasures)).toBe(1);
  const { db } = service.database;
  const left = await db.selectFrom('liveness_sessions').select('id').execute();
  expect(left.map(({ id }) => id)).not.toContain(overdue);
  expect(await db.selectFrom('webhook_deliveries').selectAll().execute()).toHaveLength(1);
  const entries = await service.parts.audit.list({ event: 'erasure' });
  expect(entries.map(({ details }) => details)).toMatchObject([
    { what: 'liveness session', session: overdue, receipt: expect.any(String) },
  ]);
  expect((await read(expired)).status).toBe(200);
  const { receipt } = (await service.call('DELETE', `${PATH}/${expired}`, { client: bank })).json;
  expect(await checkReceipt(service.parts, receipt)).toMatchObject({ proven: true });
});
