/** A job's page: its row, its entries in the trail, and what the process that ran it remembers. */
import { pino } from 'pino';
import { afterAll, beforeAll, expect, it } from 'vitest';
import type { CreatedClient } from '../../../../src/access/clients/client.ts';
import { LOG_HOOKS } from '../../../../src/tracing/recent-jobs.ts';
import { startService, type TestService } from '../../../../testing/http/service.ts';
import { type Desk, openDesk } from './desk.ts';

let service: TestService;
let shop: CreatedClient;
let owner: Desk;

beforeAll(async () => {
  const logger = pino({ level: 'info', hooks: LOG_HOOKS }, { write: () => {} });
  service = await startService(undefined, { logger });
  shop = await service.client('shop');
  await service.client('other');
  owner = await openDesk(service, 'root', { role: 'owner' });
});
afterAll(() => service.close());

const run = async (method: string, path: string, body?: object) => {
  const { headers } = await service.call(method, `/api/face/v1/${path}`, {
    client: shop,
    ...(body && { body, headers: { 'transaction-id': 'case-1' } }),
  });
  await service.parts.bookkeeping.written();
  return headers.get('jobid')!;
};

it('shows lines and trace of a job, each look in the trail', async () => {
  const jobId = await run('GET', 'template/status/7');
  const { json } = await owner.call('GET', `/jobs/shop/${jobId}`);
  expect(json).toMatchObject({
    jobId,
    clientId: 'shop',
    operation: 'template-status',
    entries: [],
  });
  const steps = json.spans.map(({ name }: { name: string }) => name);
  expect(steps).toEqual(expect.arrayContaining(['database query', 'job template-status']));
  expect(JSON.parse(json.lines[0])).toMatchObject({ msg: 'answered', client: 'shop', status: 200 });
  expect((await service.parts.audit.list({ limit: 1 }))[0]).toMatchObject({
    ...{ event: 'query', clientId: 'shop' },
    details: { what: 'job', query: { client: 'shop', jobId } },
  });
});

it('shows the reason of a failure, and the entry that a search left', async () => {
  const jobId = await run('POST', 'search', { images: [{ image: 'AAAA' }] });
  const { json } = await owner.call('GET', `/jobs/shop/${jobId}`);
  expect(json.status).toBe('FAULTED');
  expect(json.entries).toMatchObject([{ event: 'search', transactionId: 'case-1' }]);
  expect(json.lines.join()).toContain(json.errors[0].message);
});

it('hides lines from administrators of a client, and jobs from all others', async () => {
  const jobId = await run('GET', 'template/status/7');
  const own = await openDesk(service, 'own', { role: 'administrator', client: 'shop' });
  const { json } = await own.call('GET', `/jobs/shop/${jobId}`);
  expect(json).toMatchObject({ jobId, lines: null, spans: null });
  const other = await openDesk(service, 'stranger', { role: 'administrator', client: 'other' });
  expect((await other.call('GET', `/jobs/shop/${jobId}`)).status).toBe(403);
  expect((await other.call('GET', `/jobs/other/${jobId}`)).status).toBe(404);
  expect((await owner.call('GET', `/jobs/other/${jobId}`)).status).toBe(404);
  expect((await owner.call('GET', '/jobs/shop/none')).status).toBe(404);
});

it('shows nothing of an earlier client with the id to administrators of the later one', async () => {
  const jobId = await run('GET', 'template/status/7');
  await service.deleteClient('shop');
  shop = await service.client('shop');
  const later = await openDesk(service, 'later', { role: 'administrator', client: 'shop' });
  expect((await later.call('GET', `/jobs/shop/${jobId}`)).status).toBe(404);
});
