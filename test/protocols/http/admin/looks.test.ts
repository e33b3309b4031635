/** Entries about looks, and what filters find: whom, whose, from where and when. */
import { afterAll, beforeAll, expect, it } from 'vitest';
import { startService, type TestService } from '../../../../testing/http/service.ts';
import { type Desk, openDesk } from './desk.ts';

let service: TestService;
let owner: Desk;
beforeAll(async () => {
  service = await startService();
  await service.client('shop');
  owner = await openDesk(service, 'root', { role: 'owner' });
});
afterAll(() => service.close());

const looksOf = async (query: string) =>
  (await owner.call('GET', `/audit?event=query&looks=others&${query}`)).json;

it('a look is found by client and person', async () => {
  const other = await openDesk(service, 'other', { role: 'owner' });
  await other.call('GET', '/templates/shop/7/thumbnails');
  await other.call('GET', '/jobs?client=shop&person=7');
  await other.call('GET', '/templates/shop/8/thumbnails?classId=7&client=club');
  await other.call('GET', '/templates/accounts/9');
  expect(await looksOf('client=shop&person=7')).toMatchObject([
    { actor: 'account:other', clientId: 'shop', details: { what: 'jobs' } },
    { actor: 'account:other', clientId: 'shop', details: { what: 'thumbnails' } },
  ]);
  expect(await looksOf('client=shop&person=8')).toMatchObject([
    { details: { what: 'thumbnails', query: { client: 'shop', classId: '8' } } },
  ]);
  expect(await looksOf('client=accounts')).toMatchObject([{ details: { what: 'person' } }]);
});

it('has no client if the client does not exist', async () => {
  const other = await openDesk(service, 'another', { role: 'owner' });
  expect((await other.call('GET', '/templates/nobody/7')).status).toBe(404);
  const [look] = await looksOf('person=7&actor=account:another');
  expect(look).toMatchObject({ details: { query: { client: 'nobody' } } });
  expect(look).not.toHaveProperty('clientId');
});

it('is found by its source address, an IPv6 address by its network', async () => {
  const { audit } = service.parts;
  const from = (address: string) =>
    audit.append({ event: 'retention', actor: 'service', address, details: {} });
  await from('192.0.2.7');
  await from('2001:db8:1:2::/64');
  const found = async (address: string) =>
    (await owner.call('GET', `/audit?network=${address}&event=retention`)).json;
  expect(await found('192.0.2.7')).toMatchObject([{ address: '192.0.2.7' }]);
  expect(await found('2001:db8:1:2:3::4')).toMatchObject([{ address: '2001:db8:1:2::/64' }]);
  expect(await found('2001:db8:1:2::%2F64')).toHaveLength(1);
  expect(await found('192.0.2.%25')).toEqual([]);
});

it.each([
  'since=2026-01-02T00:00:00Z&until=2026-01-01T00:00:00Z',
  'since=2026-01-01T00:00:00Z&until=2026-01-01T00:00:00Z',
  'since=7',
  'since=2026-01-01T00:00:00',
  'until=%2B275760-09-13T00:00:00Z',
  'until=2026-13-01T00:00:00Z',
])('refuses the times %s', async (times) => {
  for (const path of ['/jobs', '/charts', '/failures', '/audit', '/audit/export', '/searches'])
    expect((await owner.call('GET', `${path}?${times}`)).status, path).toBe(400);
});

it('refuses an unknown event, and shows nothing beyond the end', async () => {
  expect((await owner.call('GET', '/audit?event=gossip')).status).toBe(400);
  for (const before of ['0', '1'])
    expect((await owner.call('GET', `/audit?before=${before}`)).json).toEqual([]);
  expect((await owner.call('GET', `/audit?before=${2n ** 63n}`)).status).toBe(400);
  expect(
    (await owner.call('GET', '/templates?client=shop&after=9223372036854775807')).json,
  ).toEqual({ templates: [], next: null });
  for (const limit of ['0', '-1', '1001', '1e9', 'x'])
    expect((await owner.call('GET', `/jobs?limit=${limit}`)).status).toBe(400);
});

it('shows a later client of the same id nothing about the earlier one', async () => {
  const first = await service.client('short');
  await service.call('GET', '/api/face/v1/template/status/7', { client: first });
  await service.parts.audit.append({
    ...{ event: 'search', actor: 'short', clientId: 'short', transactionId: 'of-the-first' },
    details: {},
  });
  await owner.call('DELETE', '/clients/short');
  await service.client('short');
  const tenant = await openDesk(service, 'tenant', { role: 'administrator', client: 'short' });
  for (const path of ['/jobs', '/charts', '/audit?looks=others', '/searches?looks=others'])
    expect((await tenant.call('GET', path)).json, path).toEqual([]);
  expect((await tenant.call('GET', '/failures')).json).toMatchObject({ reasons: [], classes: [] });
  expect((await tenant.call('GET', '/audit/export')).text).not.toContain('of-the-first');
  expect((await tenant.call('GET', '/jobs?since=2000-01-01')).json).toEqual([]);
  expect((await tenant.call('GET', '/templates/short/7')).json.history).toEqual([]);
  expect((await tenant.call('GET', '/clients/short')).json.usage).toMatchObject({
    calls: 0,
    lastUsed: null,
  });
  expect((await owner.call('GET', '/jobs?client=short')).json).toHaveLength(1);
});
