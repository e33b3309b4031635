/** How long a login serves further applications: an hour, and half an hour after the last one. */
import { afterAll, afterEach, beforeAll, beforeEach, expect, it, vi } from 'vitest';
import { resetSecondFactor } from '../../../../src/operations/accounts/second-factors.ts';
import { openBrowser } from '../../../../testing/http/browser.ts';
import { requestOf } from '../../../../testing/http/scripted-login.ts';
import { type ProviderUnderTest, providerUnderTest } from './conformance/provider-under-test.ts';

let op: ProviderUnderTest;
let start: number;

beforeAll(async () => {
  op = await providerUnderTest();
});
afterAll(() => op.close());
beforeEach(async () => {
  op.browser = openBrowser(op.service.base);
  start = Date.now();
  await op.logIn();
});
afterEach(() => {
  vi.useRealTimers();
});

/** Whether an application is answered so many minutes after the login, without asking the user. */
const goesOn = async (minutes: number, more: Readonly<Record<string, string>> = {}) => {
  vi.useFakeTimers({ toFake: ['Date'], now: start + minutes * 60_000 });
  const { url } = await op.ask({ prompt: 'none', ...more });
  if (url.searchParams.has('code')) return true;
  expect(url.searchParams.get('error')).toBe('login_required');
  return false;
};

it('goes on from each use, for an hour', async () => {
  for (const minutes of [29, 58, 59]) expect(await goesOn(minutes), `${minutes}`).toBe(true);
  expect(await goesOn(61)).toBe(false);
  expect(await goesOn(62), 'asked in vain').toBe(false);
});

it('ends after half an hour without use', async () => {
  expect(await goesOn(31)).toBe(false);
});

it('is not prolonged by an application that allows older ones', async () => {
  expect(await goesOn(29, { max_age: '86400' })).toBe(true);
  expect(await goesOn(58, { max_age: '86400' })).toBe(true);
  expect(await goesOn(61, { max_age: '86400' })).toBe(false);
});

it('begins anew when the user logs in again', async () => {
  for (const minutes of [29, 58]) await goesOn(minutes);
  vi.setSystemTime(start + 61 * 60_000);
  await op.logIn();
  expect(await goesOn(89)).toBe(true);
});

it('ends when the user ends other sessions, or secures the account', async () => {
  const { users, sessions } = op.service.parts.accounts;
  const ada = (await users.findByIdentifier('Ada'))!;
  const { token } = await sessions.begin(ada.id, 'face');
  await sessions.endOthers(ada.id, token);
  expect(await goesOn(1)).toBe(false);
  expect(await sessions.find(token)).toBeDefined();
  await op.logIn();
  expect(await goesOn(2)).toBe(true);
});

it('does not begin by a login that was done before the account was reset', async () => {
  const { accounts } = op.service.parts;
  const ada = (await accounts.users.findByIdentifier('Ada'))!;
  op.browser = openBrowser(op.service.base);
  const page = await op.ask();
  const { request, response } = requestOf(op.browser, page);
  await accounts.consents.grant(ada.id, 'rp', ['openid']);
  const result = { userId: ada.id, methods: ['face'] as const, consented: true };
  const location = await accounts.oauth.finish(request, response, result);
  await resetSecondFactor(accounts, op.service.parts.audit, ada, 'support');
  const { url } = await op.browser.open(new URL(location, page.url));
  expect(url.searchParams.has('code')).toBe(false);
});
