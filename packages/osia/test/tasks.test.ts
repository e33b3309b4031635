/** OSIA's asynchronous calls: 202 with a task id, and the result at the callback, as OSIA 1.6 has it. */
import { SignJWT } from 'jose';
import { type TSchema, Type } from 'typebox';
import { Value } from 'typebox/value';
import { afterAll, beforeAll, beforeEach, describe, expect, it, onTestFinished, vi } from 'vitest';
import type { CreatedClient } from '../../../src/access/clients/client.ts';
import { type ErrorCode, ServiceError } from '../../../src/errors.ts';
import type { FastifyRequest, Later, Outcome, Service } from '../../../src/extensions.ts';
import type { FaceEngine } from '../../../src/faces/analysis.ts';
import { testEngine } from '../../../testing/engine.ts';
import { startExtension } from '../../../testing/extensions.ts';
import { base64, startService, type TestService } from '../../../testing/http/service.ts';
import { nobody, portrait } from '../../../testing/people.ts';
import { type Receiver, startReceiver } from '../../../testing/webhook-receiver.ts';
import { Candidates, Encounter, OsiaError, PersonIds, Verification } from '../src/schemas.ts';
import { createTasks } from '../src/tasks.ts';

const SCOPES =
  'abis.encounter.write abis.encounter.read abis.identify abis.verify abis.task.read abis.task.update';
const TaskId = Type.Object({ taskId: Type.String() }, { additionalProperties: false });
const Ok = Type.Literal('OK');

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
    vi.useFakeTimers();
    onTestFinished(() => void vi.useRealTimers());
    const posts: string[] = [];
    let taken = 'failed';
    let answer: (outcome: Outcome) => void = () => {};
    const later: Later = {
      check: () => {},
      clientOf: ({ id }) => id,
      run: () =>
        new Promise((resolve) => {
          answer = resolve;
        }),
      post: async ({ id, body }) => {
        posts.push(`${id} ${body}`);
        return taken;
      },
    };
    const refusal: Service['refusal'] = (code, message) =>
      new ServiceError(code as ErrorCode, message);
    const tasks = createTasks({ later, refusal } as Service);
    const [ours, others] = [{ id: 'abis' }, { id: 'stranger' }] as FastifyRequest[];
    const call = { callback: 'https://abis.example/', transactionId: 't' };
    const { taskId } = tasks.begin(ours!, call, async () => {});
    expect(tasks.status(ours!, taskId)).toBe('PENDING');
    answer({ answer: undefined });
    for (const wait of [0, 5_000, 60_000, 600_000]) {
      await vi.advanceTimersByTimeAsync(wait);
      expect(tasks.status(ours!, taskId)).toBe(
        wait === 600_000 ? 'RESPONSE_ERROR' : 'RESPONSE_SCHEDULED',
      );
    }
    expect(posts).toEqual(Array(4).fill(`${taskId} "OK"`));
    expect(() => tasks.redeliver(others!, taskId)).toThrow('Unknown task.');
    taken = 'taken';
    tasks.redeliver(ours!, taskId);
    await vi.advanceTimersByTimeAsync(0);
    expect(tasks.status(ours!, taskId)).toBe('COMPLETED');
    expect(() => tasks.redeliver(ours!, taskId)).toThrow('has been erased');

    for (let open = 0; open < 200; open++) tasks.begin(ours!, call, async () => {});
    expect(() => tasks.begin(ours!, call, async () => {})).toThrow('200 tasks');
    tasks.begin(others!, call, async () => {});
    await vi.advanceTimersByTimeAsync(86_400_001);
    tasks.begin(ours!, call, async () => {});
    expect(() => tasks.status(ours!, taskId)).toThrow('Unknown task.');
  });
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
});
