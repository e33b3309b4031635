/** Two clients share their templates: administrators of one learn nothing else of the other. */
import { afterAll, beforeAll, expect, it } from 'vitest';
import { startService, type TestService } from '../../../../testing/http/service.ts';
import { type Desk, openDesk } from './desk.ts';

const SHARED = { storage: 'shared', partition: '1' };
const ROUTES = [
  '/clients',
  '/clients/mine',
  '/templates?client=mine',
  '/templates/mine/31',
  '/templates/mine/31/thumbnails',
  '/templates/mine/31/data',
  '/duplicates/mine',
  '/jobs',
  '/charts',
  '/failures',
  '/audit',
  '/audit/export',
  '/searches',
  '/refused-comparisons',
  '/webhooks',
];

let service: TestService;
let desk: Desk;

beforeAll(async () => {
  service = await startService();
  await service.client('mine', SHARED);
  const settings = { failedVerifications: 7 };
  const neighbour = await service.client('neighbour', { ...SHARED, settings });
  desk = await openDesk(service, 'root', { role: 'administrator', client: 'mine' });
  const { refusedComparisons, audit, bookkeeping } = service.parts;
  await refusedComparisons.count({ ...SHARED, classId: 31n }, 7, 7);
  const headers = { 'reference-number': 'case 4711', 'transaction-id': 'hearing 12' };
  await service.call('GET', '/api/face/v1/template/status/31', { client: neighbour, headers });
  for (const event of ['search', 'comparison-limit'] as const)
    await audit.append({ event, actor: 'neighbour', clientId: 'neighbour', details: {} });
  await bookkeeping.written();
  expect(await bookkeeping.list({ clientId: 'neighbour' })).toHaveLength(1);
});
afterAll(() => service.close());

it.each(ROUTES)('%s', async (route) => {
  const { text } = await desk.call('GET', route);
  expect(text).not.toMatch(/neighbour|4711|hearing/);
});

it('the limit of refused comparisons is their own', async () => {
  const { json } = await desk.call('GET', '/refused-comparisons');
  expect(json).toMatchObject([{ refused: 7, limit: 30, atLimit: false }]);
});
