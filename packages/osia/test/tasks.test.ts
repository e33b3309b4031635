/** OSIA's asynchronous calls: 202 with a task id, and the result at the callback, as OSIA 1.6 has it. */
import { SignJWT } from 'jose';
import { type TSchema, Type } from 'typebox';
import { Value } from 'typebox/value';
import { afterAll, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest';
import type { CreatedClient } from '../../../src/access/clients/client.ts';
import type { FaceEngine } from '../../../src/faces/analysis.ts';
import { CALLBACK_DELAYS, MOST_OPEN, RESULT_WITHIN } from '../../../src/webhooks/callbacks.ts';
import { testEngine } from '../../../testing/engine.ts';
import { startExtension } from '../../../testing/extensions.ts';
import { base64, startService, type TestService } from '../../../testing/http/service.ts';
import { nobody, portrait } from '../../../testing/people.ts';
import { type Receiver, startReceiver } from '../../../testing/webhook-receiver.ts';
import { Candidates, Encounter, OsiaError, PersonIds, Verification } from '../src/schemas.ts';

const SCOPES =
  'abis.encounter.write abis.encounter.read abis.identify abis.verify abis.task.read abis.task.update';
const TaskId = Type.Object({ taskId: Type.String() }, { additionalProperties: false });
const Ok = Type.Literal('OK');
const DAY = 86_400_000;

const { routes } = await startExtension('osia');
let engine: FaceEngine;
let service: TestService;
let receiver: Receiver;
let client: CreatedClient;
let ada: string;
let encounter: object;

beforeAll(async () => {
  engine = await testEngine();
  service = await startService(engine, { extensionRoutes: routes });
  receiver = await startReceiver();
  client = await service.client('abis');
  ada = base64(await portrait('ada'));
  encounter = encounterOf(ada);
});
afterAll(async () => {
  await service.close();
  await receiver.close();
  await engine.close();
});
beforeEach(() => receiver.answers(204));

const encounterOf = (image: string) => ({
  status: 'ACTIVE',
  encounterType: 'ENROLMENT',
  biometricData: [{ biometricType: 'FACE', image }],
});

async function call(method: string, path: string, body?: object, of = client) {
  const token = await new SignJWT({ scope: SCOPES })
    .setProtectedHeader({ alg: 'HS512' })
    .setSubject(of.id)
    .setAudience('prosopon')
    .setExpirationTime('5m')
    .sign(Buffer.from(of.key, 'base64'));
  return service.call(method, `/osia/v1${path}`, { token, ...(body && { body }) });
}

/** Calls with the receiver as callback. Returns the task. */
async function begin(method: string, path: string, body?: object): Promise<string> {
  const callback = encodeURIComponent(`${receiver.url}?of=abis`);
  const answer = await call(method, `${path}?transactionId=tx-9&callback=${callback}`, body);
  expect([...Value.Errors(TaskId, answer.json)]).toEqual([]);
  expect(answer.status).toBe(202);
  return answer.json.taskId;
}

/** What the receiver is posted of the task. */
async function posted(taskId: string, schema: TSchema) {
  await vi.waitFor(() => expect(receiver.received.some(({ id }) => id === taskId)).toBe(true), {
    timeout: 20_000,
    interval: 20,
  });
  const [{ path, headers, body }] = receiver.received.filter(({ id }) => id === taskId) as [
    Receiver['received'][number],
  ];
  const query = Object.fromEntries(new URL(path, receiver.url).searchParams);
  expect(query).toEqual({ of: 'abis', transactionId: 'tx-9', taskId });
  const json = JSON.parse(body);
  expect([...Value.Errors(schema, json)]).toEqual([]);
  const type = schema === OsiaError ? 'application/error+json' : 'application/json';
  expect(headers['content-type']).toBe(type);
  return json;
}

const status = async (taskId: string) => (await call('GET', `/tasks/${taskId}/status`)).json;
const becomes = (taskId: string, expected: string) =>
  vi.waitFor(async () => expect(await status(taskId)).toBe(expected), { interval: 20 });

it('each call is answered at once, and its result is posted', async () => {
  const created = await begin('POST', '/persons', encounter);
  const { personId, encounterId } = await posted(created, PersonIds);
  await becomes(created, 'COMPLETED');

  const biometricData = [{ biometricType: 'FACE', image: ada }];
  const verified = await begin('POST', `/verify/ALL/${personId}`, { biometricData });
  expect(await posted(verified, Verification)).toMatchObject({ decision: true });
  const identified = await begin('POST', '/identify/ALL', { filter: {}, biometricData });
  expect(await posted(identified, Candidates)).toMatchObject([{ personId, rank: 1 }]);
  const path = `/persons/${personId}/encounters/${encounterId}`;
  expect(await posted(await begin('GET', path), Encounter)).toMatchObject({ encounterId });
  await posted(await begin('DELETE', path), Ok);

  const gone = await posted(await begin('GET', path), OsiaError);
  expect(gone).toMatchObject({ code: 5 });
  const faceless = await begin('POST', '/persons', encounterOf(base64(await nobody())));
  expect(await posted(faceless, OsiaError)).toMatchObject({ code: 3 });
  const [job] = await service.parts.bookkeeping.list({ operation: 'verify' });
  expect(job).toMatchObject({ clientId: 'abis', transactionId: 'tx-9', decision: 'verified' });
});

describe('a receiver that fails', () => {
  it('gets the result again, on request at last, until it takes it', async () => {
    receiver.answers(500);
    const taskId = await begin('GET', '/persons/1/encounters');
    await posted(taskId, OsiaError);
    let later = Date.now();
    for (const delay of CALLBACK_DELAYS) {
      expect(await status(taskId)).toBe('RESPONSE_SCHEDULED');
      const { length } = receiver.received;
      later += delay + 60_000;
      await vi.waitFor(async () => {
        await service.parts.callbacks.look(later);
        expect(receiver.received.length).toBe(length + 1);
      });
    }
    await becomes(taskId, 'RESPONSE_ERROR');
    const stranger = await service.client('stranger');
    const redeliver = `/tasks/${taskId}/redeliver`;
    expect((await call('POST', redeliver, undefined, stranger)).status).toBe(404);
    receiver.answers(204);
    expect((await call('POST', redeliver)).status).toBe(204);
    await posted(taskId, OsiaError);
    await becomes(taskId, 'COMPLETED');
    expect((await call('POST', redeliver)).status).toBe(409);
    await service.parts.callbacks.sweep(Date.now() + 2 * DAY);
    expect((await call('POST', redeliver)).status).toBe(404);
    expect((await call('GET', `/tasks/${taskId}/status`)).status).toBe(404);
  });
});

it('a task whose process stopped ends with an error', async () => {
  const taskId = '00000000-0000-4000-8000-000000000001';
  const url = `${receiver.url}?of=abis&transactionId=tx-9&taskId=${taskId}`;
  const body = JSON.stringify({ code: 14, message: 'It did not end.' });
  const failed = { url, contentType: 'application/error+json', body };
  await service.parts.callbacks.open(taskId, 'abis', failed);
  expect(await status(taskId)).toBe('PENDING');
  const another = await service.another();
  await another.parts.callbacks.look(Date.now() + RESULT_WITHIN);
  expect(await posted(taskId, OsiaError)).toMatchObject({ code: 14 });
  await service.parts.callbacks.settle(taskId, { ...failed, body: '"late"' });
  await becomes(taskId, 'COMPLETED');
  await another.close();
});

it('a task whose record was changed fails, and holds up no other', async () => {
  const message = {
    url: `${receiver.url}?of=abis&transactionId=tx-9`,
    contentType: 'application/json',
    body: '"OK"',
  };
  const [changed, whole] = [
    '00000000-0000-4000-8000-000000000002',
    '00000000-0000-4000-8000-000000000003',
  ];
  for (const id of [changed, whole]) {
    await service.parts.callbacks.open(id, 'abis', message);
    await service.parts.callbacks.settle(id, message);
  }
  await service.database.write(async (trx) => {
    await trx
      .updateTable('callbacks')
      .set({ created: '2026-01-01T00:00:00.000Z' })
      .where('id', '=', changed)
      .execute();
  });
  await service.parts.callbacks.look();
  await becomes(changed, 'RESPONSE_ERROR');
  await becomes(whole, 'COMPLETED');
});

describe('is refused', () => {
  it.each([
    'http://169.254.169.254/',
    'http://10.0.0.1/',
    'https://[fd00::1]/',
    'ftp://example.org/',
    'https://user:pass@example.org/',
    'callback',
  ])('the callback %s', async (callback) => {
    const query = `?transactionId=t&callback=${encodeURIComponent(callback)}`;
    const answer = await call('POST', `/persons/3/encounters${query}`, encounter);
    expect(answer.status).toBe(400);
    expect(answer.json.message).toMatch(/^callback: /);
    expect((await call('GET', '/persons/3/encounters?transactionId=t')).status).toBe(404);
  });

  it('one task more than may be open', async () => {
    const busy = await service.client('busy');
    const message = { url: receiver.url, contentType: 'application/json', body: '' };
    const idOf = (i: number) => `00000000-0000-4000-9000-${String(i).padStart(12, '0')}`;
    await service.parts.callbacks.open(idOf(0), busy.id, message);
    await service.database.write(async (trx) => {
      const row = trx.selectFrom('callbacks').selectAll().where('id', '=', idOf(0));
      const one = await row.executeTakeFirstOrThrow();
      const more = Array.from({ length: MOST_OPEN - 1 }, (_, i) => ({ ...one, id: idOf(i + 1) }));
      await trx.insertInto('callbacks').values(more).execute();
    });
    const query = `?transactionId=t&callback=${encodeURIComponent(receiver.url)}`;
    const answer = await call('GET', `/persons/3/encounters${query}`, undefined, busy);
    expect(answer.status).toBe(429);
  });
});
