/** Two clients share their templates: what the webhooks of each tell of the other's calls. */
import { afterAll, beforeAll, expect, it } from 'vitest';
import type { CreatedClient } from '../../src/access/clients/client.ts';
import type { Deliveries } from '../../src/webhooks/deliveries.ts';
import { EVENT_TYPES, type EventType } from '../../src/webhooks/event.ts';
import { testEngine } from '../../testing/engine.ts';
import { base64, startService, type TestService } from '../../testing/http/service.ts';
import { portrait } from '../../testing/people.ts';
import { type Receiver, startReceiver, verified } from '../../testing/webhook-receiver.ts';

const SHARED = { storage: 'shared', partition: '1' };
const CLASS = '9007199254740993';
/** What only the client that calls may read. */
const OWN = { 'reference-number': 'case 4711' };

let service: TestService;
let receiver: Receiver;
let caller: CreatedClient;
const secrets = new Map<string, string>();

beforeAll(async () => {
  receiver = await startReceiver();
  service = await startService(await testEngine());
  caller = await service.client('caller', { ...SHARED, settings: { failedVerifications: 2 } });
  await service.client('neighbour', SHARED);
  await service.client('elsewhere', { ...SHARED, partition: '2' });
  const events = Object.keys(EVENT_TYPES) as EventType[];
  for (const clientId of ['caller', 'neighbour', 'elsewhere']) {
    const url = `${receiver.url}/${clientId}`;
    const { secret } = await service.parts.webhooks.create({ clientId, url, events });
    secrets.set(clientId, secret);
  }
  const face = '/api/face/v1';
  const call = (method: string, path: string, body?: unknown) =>
    service.call(method, `${face}/${path}/${CLASS}`, { client: caller, headers: OWN, body });
  const [ben, ada] = [base64(await portrait('ben')), base64(await portrait('ada'))];
  await call('POST', 'enroll', [{ image: ben }]);
  for (let i = 0; i < 3; i++) await call('POST', 'verify', { image: ada });
  await call('DELETE', 'template');
  await service.parts.bookkeeping.written();
  const deliveries = service.parts.deliveries as Deliveries;
  await deliveries.look();
  await deliveries.idle();
});
afterAll(async () => {
  await service.close();
  await receiver.close();
});

const told = (clientId: string) =>
  receiver.received
    .filter(({ path }) => path.endsWith(`/${clientId}`))
    .map((message) => verified(secrets.get(clientId)!, message));

it('the client that called gets its jobs, references and limit', () => {
  const jobs = told('caller').filter(({ type }) => type === 'job.ended');
  expect(jobs.map(({ data }) => data.operation)).toEqual([
    ...['enroll', 'verify', 'verify', 'verify', 'delete-template'],
  ]);
  const faces = told('caller').filter(({ type }) => type !== 'job.ended');
  const origin = { clientId: 'caller', referenceNumber: 'case 4711' };
  expect(faces.map(({ type, data }) => [type, data])).toMatchObject([
    ['face.enrolled', { classId: CLASS, action: 'NEW_TEMPLATE_CREATED', ...origin }],
    ['comparisons.limited', { classId: CLASS, limit: 2, ...origin }],
    ['face.deleted', { classId: CLASS, ...origin }],
  ]);
});

it('its neighbour gets what happened to the class that it may read itself, and nothing else', () => {
  expect(told('neighbour').map(({ type, data }) => [type, data])).toEqual([
    ['face.enrolled', { classId: CLASS, action: 'NEW_TEMPLATE_CREATED' }],
    ['comparisons.limited', { classId: CLASS }],
    ['face.deleted', { classId: CLASS }],
  ]);
});

it('clients of another partition get nothing', () => {
  expect(told('elsewhere')).toEqual([]);
});
