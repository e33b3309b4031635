/** A link by mail in place of the face: for the browser that asked, once, where that is allowed. */
import { decodeJwt } from 'jose';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest';
import type { NewUser, User } from '../../../../src/access/accounts/user.ts';
import type { ClientSettings } from '../../../../src/access/clients/client-settings.ts';
import { levelOf, meets } from '../../../../src/access/oauth/levels.ts';
import { NO_OPERATOR } from '../../../../src/access/operator/operator.ts';
import { databaseKinds } from '../../../../testing/databases.ts';
import { type Browser, openBrowser } from '../../../../testing/http/browser.ts';
import {
  basic,
  startService,
  type TestService,
  WITHOUT_PKCE,
} from '../../../../testing/http/service.ts';
import { codeOf } from '../../../../testing/totp-codes.ts';

const CALLBACK = 'https://shop.example/callback';
const CSRF = { 'x-csrf': '1' };
const OPERATOR = { ...NO_OPERATOR, name: 'Clinic by the Park', mailSignIn: true };
const ASK = '/account/v1/sign-in/mail';
const OPEN = '/account/v1/sign-in/mail-link';

let service: TestService;
let browser: Browser;

const call = async (path: string, body: unknown = {}, by = browser) =>
  by.call('POST', path, body, CSRF);

/** Somebody with a confirmed address, unless it is said otherwise. */
async function somebody(name: string, more: Partial<NewUser> = {}, confirmed = true) {
  const { users } = service.parts.accounts;
  const user = await users.create({ name, email: `${name}@example.org`, ...more });
  if (confirmed) await users.confirmEmail(user.id, user.email!);
  return user;
}

/** Opens a login for the application; its address. */
async function login(clientId: string, more: Readonly<Record<string, string>> = {}) {
  const query = { response_type: 'code', client_id: clientId, redirect_uri: CALLBACK, ...more };
  const page = await browser.open(
    `/oauth/authorization?${new URLSearchParams({ scope: 'openid basic', ...query })}`,
  );
  return page.url.pathname;
}

/** Has a link mailed to log in at `address` as `name`; its token. */
async function asked(address: string, name: string) {
  await call(`${address}/identifier`, { identifier: name });
  return mailed(() => call(`${address}/mail`), name);
}

/** The token in the mail that follows the call. */
async function mailed(ask: () => Promise<{ readonly status: number }>, name: string) {
  const before = service.mails.length;
  expect((await ask()).status).toBe(200);
  await vi.waitFor(() => expect(service.mails.length).toBeGreaterThan(before), { interval: 5 });
  const { to, text } = service.mails.at(-1)!;
  expect(to).toBe(`${name}@example.org`);
  return /#mail=(\S+)/.exec(text)![1]!;
}

/** Has a link mailed to sign in to the own profile. */
async function askedOfProfile(name: string) {
  await call('/account/v1/sign-in', { identifier: name });
  return mailed(() => call(ASK), name);
}

const session = async () => (await browser.call('GET', '/account/v1/session')).json;

/** What the trail says of links, newest first. */
const trail = async (user: User) =>
  (await service.parts.audit.list({ event: 'mail-link', person: user.id })).map(
    ({ details }) => (details as { readonly what: string }).what,
  );

const client = (id: string, settings: Partial<ClientSettings> = {}) =>
  service.client(id, {
    name: `The ${id}`,
    redirectUris: [CALLBACK],
    settings: { ...WITHOUT_PKCE, mailLinkInsteadOfFace: true, ...settings },
  });

/** Gives them codes of an authenticator app; the next one. */
async function withCodes(user: User) {
  const { secondFactors } = service.parts.accounts;
  const { secret } = await secondFactors.setUp(user.id, user.name);
  await secondFactors.confirm(user.id, await codeOf(secret));
  return () => codeOf(secret, 1);
}

describe('a link by mail', () => {
  beforeAll(async () => {
    service = await startService(undefined, { operator: OPERATOR });
    await client('forum');
  });
  afterAll(() => service.close());
  beforeEach(async () => {
    browser = openBrowser(service.base);
    await service.database.write((trx) => trx.deleteFrom('attempt_limits').execute());
  });
  afterEach(() => vi.restoreAllMocks());

  it('is refused without waiting for the entry that only an account has', async () => {
    await somebody('iris');
    await askedOfProfile('iris');
    const never = new Promise<never>(() => undefined);
    vi.spyOn(service.parts.audit, 'append').mockReturnValue(never);
    expect((await call(OPEN, { token: 'guessed' })).json).toMatchObject({
      passed: false,
      errors: [{ errorCode: 'WrongLink' }],
    });
  });

  it('logs in at an application that allows it, as the ID token says', async () => {
    const shop = await client('honest');
    const ada = await somebody('ada');
    const address = await login('honest');
    expect((await browser.call('GET', `${address}/state`)).json).toMatchObject({ mail: true });
    const token = await asked(address, 'ada');
    const { subject, text } = service.mails.at(-1)!;
    expect(subject).toBe('Log in to The honest');
    expect(text).toContain(`${service.base}${address}#mail=${token}`);
    for (const told of ['Account: ada', 'For: The honest', 'Clinic by the Park', '127.0.0.1'])
      expect(text).toContain(told);
    const opened = (await call(`${address}/mail-link`, { token })).json;
    expect(opened).toMatchObject({ passed: true, errors: [], state: { step: 'consent' } });
    const notice = service.mails.at(-1)?.text;
    expect(notice).toContain('a mailed link');
    expect(notice).toContain(`Service: Clinic by the Park, ${service.base}`);
    const { location } = (await call(`${address}/consent`)).json;
    const code = (await browser.open(location)).url.searchParams.get('code')!;
    const { json } = await service.call('POST', '/oauth/token', {
      headers: { ...basic(shop), 'content-type': 'application/x-www-form-urlencoded' },
      raw: `${new URLSearchParams({ grant_type: 'authorization_code', code, redirect_uri: CALLBACK })}`,
    });
    expect(decodeJwt(json.id_token)).toMatchObject({ amr: ['mail'], acr: 'urn:prosopon:acr:mail' });
    expect(await trail(ada)).toEqual(['used', 'asked']);
  });

  it('survives being looked at', async () => {
    await somebody('cem');
    const address = await login('forum');
    const token = await asked(address, 'cem');
    // A scanner of mails opens the page as anybody else would, and runs its script.
    const scanner = openBrowser(service.base);
    await scanner.open(`${address}#mail=${token}`);
    expect((await scanner.call('GET', `${address}/state`)).status).toBe(404);
    await browser.open(`${address}#mail=${token}`);
    expect((await call(`${address}/mail-link`, { token })).json.passed).toBe(true);
  });

  it("logs in no other browser: neither its recipient's nor a thief's", async () => {
    await somebody('eve');
    await somebody('dora');
    const evesLogin = await login('forum');
    const evesLink = await asked(evesLogin, 'eve');
    const evesProfile = await askedOfProfile('eve');
    const evesBrowser = browser;
    browser = openBrowser(service.base);
    expect((await call(`${evesLogin}/mail-link`, { token: evesLink })).status).toBe(404);
    expect((await call(OPEN, { token: evesProfile })).status).toBe(404);
    const dorasLogin = await login('forum');
    await call(`${dorasLogin}/identifier`, { identifier: 'dora' });
    await call('/account/v1/sign-in', { identifier: 'dora' });
    const wrong = { passed: false, errors: [{ errorCode: 'WrongLink' }] };
    expect((await call(`${dorasLogin}/mail-link`, { token: evesLink })).json).toMatchObject(wrong);
    expect((await call(OPEN, { token: evesProfile })).json).toMatchObject(wrong);
    expect((await session()).user).toBeNull();
    // And the other way round: what dora was mailed is of no use to eve.
    const dorasLink = await asked(dorasLogin, 'dora');
    const taken = await call(`${evesLogin}/mail-link`, { token: dorasLink }, evesBrowser);
    expect(taken.json).toMatchObject(wrong);
    expect((await call(`${dorasLogin}/mail-link`, { token: dorasLink })).json.passed).toBe(true);
  });

  it('ends after 15 minutes, with its login, and if the login names another user', async () => {
    await somebody('fay');
    const wrong = { passed: false, errors: [{ errorCode: 'WrongLink' }] };
    const address = await login('forum');
    const first = await asked(address, 'fay');
    await call(`${address}/identifier`, { identifier: 'fay' });
    expect((await call(`${address}/mail-link`, { token: first })).json).toMatchObject(wrong);
    const second = await asked(address, 'fay');
    const past = Date.now() + 15 * 60_000 + 1000;
    vi.useFakeTimers({ toFake: ['Date'], now: past });
    const late = (await call(`${address}/mail-link`, { token: second })).json;
    vi.useRealTimers();
    expect(late).toMatchObject(wrong);
    const third = await asked(address, 'fay');
    await call(`${address}/cancel`);
    expect((await call(`${address}/mail-link`, { token: third })).status).toBe(404);
  });

  it('looks the same for users without address, unknown users and administrators', async () => {
    const work = () => {
      const { accounts } = service.parts;
      return [
        vi.spyOn(accounts.signIns, 'begin'),
        vi.spyOn(accounts.signIns, 'find'),
        vi.spyOn(accounts.limits, 'begin'),
        vi.spyOn(accounts.browsers, 'find'),
        vi.spyOn(accounts.users, 'find'),
      ];
    };
    await somebody('gus');
    await somebody('root', { admin: true });
    await somebody('unconfirmed', {}, false);
    await service.parts.accounts.users.create({ name: 'addressless' });
    const disabled = await somebody('disabled');
    await service.parts.accounts.positions.disable(disabled.id);
    const answers = [];
    const before = service.mails.length;
    for (const identifier of [
      'gus',
      'nobody at all',
      'root',
      'unconfirmed',
      'addressless',
      'disabled',
    ]) {
      browser = openBrowser(service.base);
      const address = await login('forum');
      await call(`${address}/identifier`, { identifier });
      const spies = work();
      const { status, json } = await call(`${address}/mail`);
      const calls = spies.map((spy) => spy.mock.calls.length);
      expect(Math.min(...calls)).toBeGreaterThan(0);
      vi.restoreAllMocks();
      const wrong = (await call(`${address}/mail-link`, { token: 'guessed' })).json;
      const { expires: _, ...state } = wrong.state;
      const { challenge: __, attempt: ___, ...rest } = state;
      answers.push([status, json, calls, wrong.errors, rest]);
    }
    for (const answer of answers) expect(answer).toEqual(answers[0]);
    await vi.waitFor(() => expect(service.mails.length).toBe(before + 1), { interval: 5 });
    expect(service.mails.at(-1)?.to).toBe('gus@example.org');
  });

  it('is mailed after the response', async () => {
    const slow = await startService(undefined, { operator: OPERATOR });
    const { accounts } = slow.parts;
    const sending = vi.fn(() => new Promise<void>(() => {}));
    Object.assign(accounts, { sendMail: sending });
    const user = await accounts.users.create({ name: 'hal', email: 'hal@example.org' });
    await accounts.users.confirmEmail(user.id, user.email!);
    browser = openBrowser(slow.base);
    await call('/account/v1/sign-in', { identifier: 'hal' });
    expect((await call(ASK)).status).toBe(200);
    await vi.waitFor(() => expect(sending).toHaveBeenCalled(), { interval: 5 });
    await slow.close();
  });

  it('is mailed at most five times for a name, and thirty times for a network', async () => {
    await somebody('ida');
    await call('/account/v1/sign-in', { identifier: 'ida' });
    const ask = async () => (await call(ASK)).status;
    for (let n = 0; n < 6; n++) expect(await ask()).toBe(200);
    expect(await ask()).toBe(429);
    await call('/account/v1/sign-in', { identifier: 'nobody' });
    for (let n = 0; n < 6; n++) expect(await ask()).toBe(200);
    expect(await ask(), 'a name that does not exist as well').toBe(429);
    const { limits } = service.parts.accounts;
    for (let n = 12; n < 31; n++)
      expect(await limits.begin({ by: 'mail-network', value: '127.0.0.1' })).toBe(0);
    await call('/account/v1/sign-in', { identifier: 'one more' });
    expect(await ask()).toBe(429);
    // The box of ida had no more than other mail may have.
    await vi.waitFor(async () => {
      const toIda = service.mails.filter(({ to }) => to === 'ida@example.org');
      expect(toIda).toHaveLength(5);
    });
  });

  it('and face attempts do not use up each other', async () => {
    await somebody('jan');
    await call('/account/v1/sign-in', { identifier: 'jan' });
    for (let n = 0; n < 7; n++) await call(ASK);
    const { limits } = service.parts.accounts;
    expect(await limits.begin({ by: 'identifier', value: 'jan' })).toBe(0);
  });

  describe('in the own profile', () => {
    it("asks for the account's second factor, and then allows changes", async () => {
      const lea = await somebody('lea');
      const code = await withCodes(lea);
      const token = await askedOfProfile('lea');
      const { json } = await call(OPEN, { token });
      expect(json).toMatchObject({ step: 'second-factor', secondFactors: ['code'] });
      expect((await session()).user).toBeNull();
      const done = await call('/account/v1/sign-in/second-factor', { code: await code() });
      expect(done.json).toMatchObject({ passed: true, step: 'done' });
      expect(await session()).toMatchObject({ kind: 'mail', recent: true });
    });

    it('never opens the administration, even for users who have since become administrators', async () => {
      const mia = await somebody('mia');
      const first = await askedOfProfile('mia');
      await call(OPEN, { token: first });
      expect(await session()).toMatchObject({ kind: 'mail' });
      const second = await askedOfProfile('mia');
      await service.parts.accounts.positions.give(mia.id, { role: 'owner' });
      expect((await call(OPEN, { token: second })).status).toBe(404);
      const { sessions } = service.parts.accounts;
      const { token } = await sessions.begin(mia.id, 'mail', { secondFactor: true });
      const { status, json } = await service.call('GET', '/admin/v1/users', {
        headers: { ...CSRF, cookie: `prosopon_session=${token}` },
      });
      expect([status, json.details]).toEqual([403, [{ step: 'sign-in' }]]);
    });
  });

  it('does not replace a face that is demanded', async () => {
    await somebody('noa');
    await client('plain', { mailLinkInsteadOfFace: false });
    await client('vault', { requireSecondFactor: true });
    await client('careful', { suspiciousCapture: 'refuse' });
    for (const id of ['plain', 'vault', 'careful']) {
      browser = openBrowser(service.base);
      const address = await login(id);
      await call(`${address}/identifier`, { identifier: 'noa' });
      expect((await call(`${address}/mail`)).status, id).toBe(403);
      expect((await call(`${address}/mail-link`, { token: 'x' })).status, id).toBe(403);
    }
    browser = openBrowser(service.base);
    const face = { acr_values: 'urn:prosopon:acr:face' };
    const stepUp = await login('forum', face);
    expect((await browser.call('GET', `${stepUp}/state`)).json.mail).toBe(false);
    await call(`${stepUp}/identifier`, { identifier: 'noa' });
    expect((await call(`${stepUp}/mail`)).status).toBe(403);

    const address = await login('forum');
    const token = await asked(address, 'noa');
    await call(`${address}/mail-link`, { token });
    const { location } = (await call(`${address}/consent`)).json;
    await browser.open(location);
    expect(await login('forum'), 'still logged in').not.toMatch(/^\/login/);
    expect(await login('forum', face), 'where a face is wanted').toMatch(/^\/login/);
    expect(await login('plain'), 'where a face is wanted').toMatch(/^\/login/);
  });

  it('is deleted with the account', async () => {
    const { accounts } = service.parts;
    const ole = await somebody('ole');
    const address = await login('forum');
    const token = await asked(address, 'ole');
    await accounts.erase(ole);
    expect((await call(`${address}/mail-link`, { token })).status).toBe(404);
    const rows = service.database.db.selectFrom('sign_ins').select('id');
    expect(await rows.where('user_id', '=', ole.id).execute()).toEqual([]);
    const counted = service.database.db.selectFrom('attempt_limits').select('scope');
    expect(await counted.where('scope', 'like', 'mail-link %').execute()).toEqual([]);
  });

  it('is stored as a hash', async () => {
    await somebody('pia');
    const token = await askedOfProfile('pia');
    const rows = await service.database.db.selectFrom('sign_ins').selectAll().execute();
    expect(JSON.stringify(rows)).not.toContain(token);
  });
});

describe.each(await databaseKinds())('kept on %s', (kind) => {
  beforeAll(async () => {
    service = await startService(undefined, { operator: OPERATOR }, kind);
    await client('forum');
  });
  afterAll(() => service.close());
  beforeEach(() => {
    browser = openBrowser(service.base);
  });

  it('works once, even if opened twice at the same moment', async () => {
    const bea = await somebody('bea');
    const address = await login('forum');
    const token = await asked(address, 'bea');
    const answers = await Promise.all([1, 2, 3].map(() => call(`${address}/mail-link`, { token })));
    const passed = answers.filter(({ json }) => json?.passed);
    expect(passed).toHaveLength(1);
    const again = (await call(`${address}/mail-link`, { token })).json;
    expect(again).toMatchObject({ passed: false, errors: [{ errorCode: 'WrongLink' }] });
    await expect.poll(async () => (await trail(bea))[0]).toBe('refused');
  });

  it('opens the profile for reading only, until a face is shown', async () => {
    const kim = await somebody('kim');
    const token = await askedOfProfile('kim');
    const { subject, text } = service.mails.at(-1)!;
    expect(subject).toBe('Sign in to your profile');
    expect(text).toContain('A link was requested to sign in.');
    expect(text).toContain(`${service.base}/profile#mail=${token}`);
    const { json } = await call(OPEN, { token });
    expect(json).toMatchObject({ passed: true, step: 'done' });
    expect(await session()).toMatchObject({ kind: 'mail', user: { name: 'kim' }, recent: false });
    expect((await browser.call('GET', '/account/v1/face', undefined, CSRF)).status).toBe(200);
    for (const [method, path, body] of [
      ['PUT', '/email', { email: 'other@example.org' }],
      ['POST', '/second-factor', {}],
      ['POST', '/passkeys/challenge', {}],
      ['POST', '/face/challenge', {}],
      ['GET', '/data', undefined],
      ['DELETE', '/', { name: 'kim' }],
    ] as const) {
      const refused = await browser.call(method, `/account/v1${path}`, body, CSRF);
      expect([path, refused.status, refused.json.details]).toEqual([
        path,
        403,
        [{ step: 'sign-in' }],
      ]);
    }
    const history = (await browser.call('GET', '/account/v1/sign-ins')).json;
    expect(history[0]).toMatchObject({ by: 'mail', passed: true, application: null });
    expect(await trail(kim)).toEqual(['used', 'asked']);
    expect((await call(OPEN, { token })).json.passed, 'the sign-in has ended').toBeUndefined();
  });
});

it('is off until operator or application allow it, and if no mail can be sent', async () => {
  service = await startService();
  browser = openBrowser(service.base);
  await service.client('shop', { redirectUris: [CALLBACK], settings: WITHOUT_PKCE });
  await somebody('ada');
  const address = await login('shop');
  expect((await browser.call('GET', `${address}/state`)).json.mail).toBe(false);
  await call(`${address}/identifier`, { identifier: 'ada' });
  expect((await call(`${address}/mail`)).status).toBe(403);
  await call('/account/v1/sign-in', { identifier: 'ada' });
  expect((await call(ASK)).status).toBe(403);
  expect((await call(OPEN, { token: 'x' })).status).toBe(403);
  expect((await service.call('GET', '/operator.json')).json.mailSignIn).toBe(false);
  expect(service.mails).toEqual([]);

  await client('forum');
  Object.assign(service.parts.accounts, { canMail: false });
  const mailless = await login('forum');
  expect((await browser.call('GET', `${mailless}/state`)).json.mail).toBe(false);
  await call(`${mailless}/identifier`, { identifier: 'ada' });
  expect((await call(`${mailless}/mail`)).status).toBe(403);
  await service.close();
});

it('differs from a face in the ID token, and counts as one factor', () => {
  const face = { passkey: true, mail: false, faceAlone: false, secondFactor: false };
  const alone = levelOf(['mail']);
  expect(alone).toEqual({ amr: ['mail'], acr: 'urn:prosopon:acr:mail' });
  expect(levelOf(['mail', 'otp'])).toEqual({ ...alone, amr: ['mail', 'otp'] });
  expect(levelOf(['mail', 'passkey'])).toEqual({ ...alone, amr: ['mail', 'hwk', 'user'] });
  expect(meets(alone, face)).toBe(false);
  expect(meets(alone, { ...face, mail: true })).toBe(true);
  expect(meets(alone, { ...face, mail: true, levels: ['urn:prosopon:acr:face'] })).toBe(false);
  expect(meets(alone, { ...face, mail: true, secondFactor: true })).toBe(false);
});
