/** Rows that nobody authenticated: only so many begin in a minute, and they do not stay. */
import { afterAll, beforeAll, expect, it } from 'vitest';
import { createCallRates } from '../../../../src/protocols/call-rates.ts';
import { startService, type TestService } from '../../../../testing/http/service.ts';

const CALLBACK = 'https://shop.example/callback';
const LOGIN = `/oauth/authorization?${new URLSearchParams({
  response_type: 'code',
  client_id: 'shop',
  redirect_uri: CALLBACK,
  scope: 'basic',
  code_challenge: 'c'.repeat(43),
  code_challenge_method: 'S256',
})}`;
const MOST = 3;

let service: TestService;

beforeAll(async () => {
  service = await startService(undefined, {
    trustedProxies: ['127.0.0.1'],
    // The minute does not end while the tests run.
    rates: createCallRates({ begunPerAddress: MOST, begunInAll: 3 * MOST }, () => 0),
  });
  await service.client('shop', { redirectUris: [CALLBACK] });
});
afterAll(() => service.close());

/** From an address of that IPv6 network, another one each time. */
const from = (network: number, i: number) => ({ 'x-forwarded-for': `2001:db8:${network}::${i}` });
const rowsOf = async (table: 'oauth_records' | 'sign_ins' | 'users') =>
  (await service.database.db.selectFrom(table).selectAll().execute()).length;

it("limits an application's logins per network, then shows a page with the wait", async () => {
  const answers = [];
  for (let i = 0; i < MOST + 2; i++)
    answers.push(await service.call('GET', LOGIN, { headers: from(1, i) }));
  const statuses = answers.map(({ status }) => status);
  expect(statuses.map((status) => status < 400)).toEqual([true, true, true, false, false]);
  expect(answers.at(-1)).toMatchObject({ status: 429 });
  expect(Number(answers.at(-1)!.headers.get('retry-after'))).toBeGreaterThan(0);
  expect(answers.at(-1)!.text).toContain('<meta name="error" content="temporarily_unavailable">');
  expect(await rowsOf('oauth_records')).toBe(MOST);
});

it('limits sign-ins and registrations together with these', async () => {
  const call = (path: string, body: unknown, i: number) =>
    service.call('POST', `/account/v1/${path}`, {
      body,
      headers: { 'x-csrf': '1', ...from(2, i) },
    });
  const statuses = [];
  for (let i = 0; i < 3; i++) {
    statuses.push((await call('sign-in', { identifier: `n${i}` }, i)).status);
    statuses.push((await call('registration', { name: `n${i}` }, i)).status);
  }
  expect(statuses).toEqual([200, 200, 200, 429, 429, 429]);
  expect([await rowsOf('sign_ins'), await rowsOf('users')]).toEqual([2, 1]);
});

it('limits all networks together', async () => {
  const statuses = [];
  for (let i = 0; i < 5; i++)
    statuses.push((await service.call('GET', LOGIN, { headers: from(10 + i, 0) })).status);
  expect(statuses.filter((status) => status === 429)).toHaveLength(2);
});

it('erases abandoned logins soon after their end', async () => {
  await service.parts.accounts.sweepBegun(new Date(Date.now() + 31 * 60_000));
  expect([await rowsOf('oauth_records'), await rowsOf('sign_ins')]).toEqual([0, 0]);
});
