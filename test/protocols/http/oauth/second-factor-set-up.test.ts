/** The first second factor, set up in the login that demands one: in a known browser, and by nobody else. */
import { decodeJwt } from 'jose';
import { afterAll, beforeAll, beforeEach, expect, it, vi } from 'vitest';
import type { User } from '../../../../src/access/accounts/user.ts';
import type { PasskeyResponse } from '../../../../src/access/accounts/webauthn.ts';
import type { CreatedClient } from '../../../../src/access/clients/client.ts';
import type { Method } from '../../../../src/access/oauth/levels.ts';
import { createAuthenticator } from '../../../../testing/authenticator.ts';
import { type Browser, openBrowser } from '../../../../testing/http/browser.ts';
import { startService, type TestService, WITHOUT_PKCE } from '../../../../testing/http/service.ts';
import { codeOf } from '../../../../testing/totp-codes.ts';

/** Browsers make passkeys for hosts with a name only. */
const ORIGIN = 'http://localhost:8080';
const CALLBACK = 'https://bank.example/callback';
const CHALLENGE = Buffer.alloc(32, 7).toString('base64url');

let service: TestService;
let bank: CreatedClient;
let user: User;
let browser: Browser;
let users = 0;

beforeAll(async () => {
  service = await startService(undefined, {}, 'sqlite', ORIGIN);
  const redirectUris = [CALLBACK];
  const settings = { ...WITHOUT_PKCE, requireSecondFactor: true };
  bank = await service.client('bank', { redirectUris, settings });
  await service.client('shop', { redirectUris, settings: WITHOUT_PKCE });
});
afterAll(() => service.close());
beforeEach(async () => {
  const { accounts } = service.parts;
  const email = `user${++users}@example.org`;
  const { id } = await accounts.users.create({ name: `user${users}`, email });
  await accounts.users.confirmEmail(id, email);
  user = (await accounts.users.find(id))!;
  browser = openBrowser(service.base);
});

const call = (method: string, path: string, body: unknown = {}, from = browser) =>
  from.call(method, path, body, { 'x-csrf': '1' });
const keyOf = (login: string) => login.split('/').pop()!;

/** A login in which these were shown, the face a while ago. */
async function begin(methods: readonly Method[], client = 'bank', minutes = 0, from = browser) {
  const query = { response_type: 'code', client_id: client, redirect_uri: CALLBACK };
  const asked = new URLSearchParams({ ...query, scope: 'openid' });
  const { url } = await from.open(`/oauth/authorization?${asked}`);
  const login = url.pathname;
  const { signIns } = service.parts.accounts;
  const expires = new Date(Date.now() + (10 - minutes) * 60_000);
  const named = { identifier: user.name, userId: user.id, challenged: false, expires };
  await signIns.pass(keyOf(login), await signIns.begin(keyOf(login), named), methods);
  return login;
}
const FACE = ['face', 'browser'] as const;

it('a code counts in this login, every other one ends, and the owner is told', async () => {
  const { sessions, signIns } = service.parts.accounts;
  const elsewhere = await sessions.begin(user.id, 'face');
  const other = await begin(FACE, 'bank', 0, openBrowser(service.base));
  const login = await begin(FACE);
  const { json: state } = await browser.call('GET', `${login}/state`);
  expect(state).toMatchObject({ step: 'second-factor-set-up', secondFactors: [] });
  expect((await call('POST', `${login}/consent`)).status).toBe(404);

  const { json: setUp } = await call('POST', `${login}/second-factor/set-up`);
  expect(setUp).toMatchObject({
    uri: expect.stringMatching(/^otpauth:/),
    qr: expect.stringMatching(/^<svg/),
  });
  const wrong = await call('PUT', `${login}/second-factor/set-up`, { code: '000000' });
  expect(wrong.status).toBe(400);
  const code = await codeOf(setUp.secret);
  const { json } = await call('PUT', `${login}/second-factor/set-up`, { code });
  expect(json).toMatchObject({ passed: true, errors: [], state: { step: 'consent' } });
  expect(await sessions.find(elsewhere.token)).toBeUndefined();
  expect(await signIns.find(keyOf(other))).toBeUndefined();
  expect(service.mails.at(-1)).toMatchObject({
    to: user.email,
    text: expect.stringContaining('An authenticator app was set up'),
  });

  const { location } = (await call('POST', `${login}/consent`)).json;
  const end = (await browser.open(location)).url;
  const form = { grant_type: 'authorization_code', redirect_uri: CALLBACK };
  const answer = await fetch(`${service.base}/oauth/token`, {
    method: 'POST',
    headers: { authorization: `Basic ${btoa(`bank:${bank.secret}`)}` },
    body: new URLSearchParams({ ...form, code: end.searchParams.get('code')! }),
  });
  const { id_token } = (await answer.json()) as { readonly id_token: string };
  expect(decodeJwt(id_token)).toMatchObject({ amr: ['face', 'swk', 'otp', 'mfa'] });
});

it('a passkey does likewise, and the session of the same browser continues', async () => {
  const { sessions } = service.parts.accounts;
  const { token } = await sessions.begin(user.id, 'registration');
  const login = await begin(FACE);
  const cookie = `${browser.cookiesFor(new URL(login, service.base))}; prosopon_session=${token}`;
  const here = async (path: string, body: unknown = {}) =>
    service.call('POST', login + path, { headers: { cookie, 'x-csrf': '1' }, body });
  const asked = (await here('/passkeys/challenge')).json;
  const passkey = createAuthenticator(ORIGIN).make(asked);
  const evil = createAuthenticator('https://evil.example').make(asked);
  expect((await here('/passkeys', { passkey: evil })).status).toBe(400);
  expect((await here('/passkeys', { passkey })).status, 'one answer for a challenge').toBe(404);
  const again = createAuthenticator(ORIGIN).make((await here('/passkeys/challenge')).json);
  const { json } = await here('/passkeys', { passkey: again });
  expect(json).toMatchObject({ passed: true, state: { step: 'consent' } });
  expect(await sessions.find(token)).toBeDefined();
  expect(service.mails.at(-1)?.text).toContain('A passkey was added');
  const [entry] = await service.parts.audit.list({ event: 'account-change', limit: 1 });
  expect(entry).toMatchObject({ details: { change: 'passkey added', user: user.id } });
});

/** The calls that begin it. */
const BEGINNINGS = ['second-factor/set-up', 'passkeys/challenge'];

it.each([
  ['before the face', [], 'bank', 403],
  ['on a link by mail', ['mail'], 'bank', 403],
  ['on a passkey alone', ['passkey'], 'bank', 403],
  ['where none is demanded', FACE, 'shop', 403],
] as const)('not %s', async (_when, methods, client, status) => {
  const login = await begin(methods, client);
  for (const beginning of BEGINNINGS)
    expect((await call('POST', `${login}/${beginning}`)).status, beginning).toBe(status);
  const put = await call('PUT', `${login}/second-factor/set-up`, { code: '000000' });
  expect(put.status).toBe(status);
});

it('not after ten minutes, in another browser, or from another page', async () => {
  const login = await begin(FACE, 'bank', 11);
  const stranger = openBrowser(service.base);
  for (const beginning of BEGINNINGS) {
    const path = `${login}/${beginning}`;
    expect((await call('POST', path)).status, 'too late').toBe(409);
    expect((await call('POST', path, {}, stranger)).status, 'elsewhere').toBe(404);
    expect((await browser.call('POST', path, {})).status, 'without the header').toBe(403);
  }
  expect((await browser.call('GET', `${login}/state`)).json).toMatchObject({ step: 'identify' });
});

it('not next to an existing one: neither earlier nor during the set-up', async () => {
  const { secondFactors } = service.parts.accounts;
  const login = await begin(FACE);
  const { json: setUp } = await call('POST', `${login}/second-factor/set-up`);
  const asked = (await call('POST', `${login}/passkeys/challenge`)).json;
  const passkey = createAuthenticator(ORIGIN).make(asked);
  await secondFactors.confirm(user.id, await codeOf(setUp.secret));
  expect((await call('POST', `${login}/passkeys`, { passkey })).status).toBe(409);
  for (const beginning of BEGINNINGS)
    expect((await call('POST', `${login}/${beginning}`)).status, beginning).toBe(409);
  const code = await codeOf(setUp.secret, 1);
  expect((await call('PUT', `${login}/second-factor/set-up`, { code })).status).toBe(409);
  expect(await secondFactors.kinds(user.id)).toEqual(['code']);
  expect((await browser.call('GET', `${login}/state`)).json.step).toBe('second-factor');
});

it.each(['code', 'passkey'])(
  'not with a face that was shown together with a %s, removed since',
  async (kind) => {
    const { secondFactors } = service.parts.accounts;
    const { passkeys } = secondFactors;
    if (kind === 'code') {
      const { secret } = await secondFactors.setUp(user.id, user.name);
      await secondFactors.confirm(user.id, await codeOf(secret));
    } else {
      const made = createAuthenticator(ORIGIN).make(await passkeys.creation(user, CHALLENGE));
      await passkeys.add(user.id, made as object as PasskeyResponse, CHALLENGE, 'a browser');
    }
    const login = await begin(FACE, 'bank', -20);
    expect((await browser.call('GET', `${login}/state`)).json.step).toBe('second-factor');
    if (kind === 'code') await secondFactors.remove(user.id);
    else for (const { id } of await passkeys.list(user.id)) await passkeys.remove(user.id, id);
    for (const beginning of BEGINNINGS)
      expect((await call('POST', `${login}/${beginning}`)).status, beginning).toBe(409);
    expect((await browser.call('GET', `${login}/state`)).json.step).toBe('identify');
  },
);

it('no passkey for a challenge drawn for a previously named user', async () => {
  const { accounts } = service.parts;
  const ada = user;
  const login = await begin(FACE);
  const asked = (await call('POST', `${login}/passkeys/challenge`)).json;
  const passkey = createAuthenticator(ORIGIN).make(asked);
  const { id } = await accounts.users.create({ name: `next${users}` });
  const expires = new Date(Date.now() + 600_000);
  const named = { identifier: `next${users}`, userId: id, challenged: false, expires };
  const { signIns, secondFactors } = accounts;
  await signIns.pass(keyOf(login), await signIns.begin(keyOf(login), named), FACE);
  expect((await call('POST', `${login}/passkeys`, { passkey })).status).toBe(404);
  expect(await secondFactors.has(id), 'theirs would open to nobody').toBe(false);
  expect(await secondFactors.has(ada.id)).toBe(false);
});

it('of two at once one is in force: of one code twice, and of a code and a passkey', async () => {
  const { secondFactors } = service.parts.accounts;
  for (const other of ['code', 'passkey']) {
    await secondFactors.removeAll(user.id);
    const login = await begin(FACE);
    const { json: setUp } = await call('POST', `${login}/second-factor/set-up`);
    const asked = (await call('POST', `${login}/passkeys/challenge`)).json;
    const passkey = createAuthenticator(ORIGIN).make(asked);
    const code = await codeOf(setUp.secret);
    const confirm = () => call('PUT', `${login}/second-factor/set-up`, { code });
    const answers = await Promise.all([
      confirm(),
      other === 'code' ? confirm() : call('POST', `${login}/passkeys`, { passkey }),
    ]);
    expect(
      answers.filter(({ status }) => status === 200),
      other,
    ).toHaveLength(1);
    expect(await secondFactors.kinds(user.id)).toHaveLength(1);
  }
});

it('is not revealed for a user named after the face was shown', async () => {
  const { accounts } = service.parts;
  const login = await begin(FACE);
  const { json: setUp } = await call('POST', `${login}/second-factor/set-up`);
  const other = await accounts.users.create({ name: `other${users}` });
  const code = await codeOf(setUp.secret);
  const confirm = accounts.secondFactors.confirm;
  const slow = vi.spyOn(accounts.secondFactors, 'confirm').mockImplementation(async (...given) => {
    await call('POST', `${login}/identifier`, { identifier: other.name });
    return confirm(...given);
  });
  expect((await call('PUT', `${login}/second-factor/set-up`, { code })).status).toBe(409);
  slow.mockRestore();
  expect(await accounts.secondFactors.kinds(user.id)).toEqual([]);
  expect(await accounts.secondFactors.kinds(other.id)).toEqual([]);
  expect((await browser.call('GET', `${login}/state`)).json).toMatchObject({ step: 'face' });
});
