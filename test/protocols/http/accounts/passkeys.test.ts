/** Passkeys: beside the face, and in its place where that is allowed; and what nobody gets by one. */
import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, expect, it, vi } from 'vitest';
import type { User } from '../../../../src/access/accounts/user.ts';
import { levelOf, meets } from '../../../../src/access/oauth/levels.ts';
import { NO_OPERATOR } from '../../../../src/access/operator/operator.ts';
import { Unauthenticated } from '../../../../src/errors.ts';
import {
  confirmCodes,
  inSession,
  removePasskey,
  resetSecondFactor,
  setUpCodes,
} from '../../../../src/operations/accounts/second-factors.ts';
import { createAuthenticator, type Deviation } from '../../../../testing/authenticator.ts';
import { newBrowserKey } from '../../../../testing/browser-keys.ts';
import { type Browser, openBrowser } from '../../../../testing/http/browser.ts';
import { startService, type TestService, WITHOUT_PKCE } from '../../../../testing/http/service.ts';
import { codeOf } from '../../../../testing/totp-codes.ts';

/** Browsers make passkeys for hosts with a name only. */
const ORIGIN = 'http://localhost:8080';
const CALLBACK = 'https://shop.example/callback';

let service: TestService;
/** What Node would have written on the operator's terminal. */
const warnings: string[] = [];
beforeAll(async () => {
  process.on('warning', ({ message }) => warnings.push(message));
  service = await startService(undefined, {}, 'sqlite', ORIGIN);
});
afterAll(() => service.close());

const cookies = (cookie: string) => ({ cookie, 'x-csrf': '1' });

/** Somebody who is signed in by face and more, and the calls of their known browser. */
async function somebody(name: string, more: { readonly admin?: boolean } = {}) {
  const { users, sessions, browsers } = service.parts.accounts;
  const user =
    (await users.findByIdentifier(name)) ??
    (await users.create({ name, email: `${name}@example.org`, ...more }));
  await users.confirmEmail(user.id, user.email!);
  const browser = { token: undefined, name: 'Test' };
  const { id: browserId } = await browsers.remember(user.id, browser, newBrowserKey().key);
  const { token } = await sessions.begin(user.id, 'face', { secondFactor: true, browserId });
  const call = async (method: string, path: string, body?: unknown) =>
    service.call(method, `/account/v1${path}`, {
      headers: cookies(`prosopon_session=${token}`),
      body,
    });
  return { user, token, call };
}

type Somebody = Awaited<ReturnType<typeof somebody>>;

/** Makes a passkey in the session and hands it to the service. */
async function add({ call }: Somebody, deviation: Deviation = {}) {
  const authenticator = createAuthenticator(ORIGIN);
  const asked = (await call('POST', '/passkeys/challenge')).json;
  const answer = await call('POST', '/passkeys', {
    passkey: authenticator.make(asked, deviation),
  });
  return { authenticator, asked, answer };
}

/** A sign-in in which the face of the user was shown; its cookie. */
async function afterFace(user: User): Promise<string> {
  const { signIns } = service.parts.accounts;
  const key = randomUUID();
  const expires = new Date(Date.now() + 60_000);
  const named = { identifier: user.name, userId: user.id, challenged: false, expires };
  const begun = await signIns.begin(`account ${key}`, named);
  await signIns.pass(`account ${key}`, begun, ['face']);
  return `prosopon_sign_in=${key}`;
}

const post = (cookie: string, path: string, body?: unknown) =>
  service.call('POST', `/account/v1${path}`, { headers: cookies(cookie), body });

it('is a second factor once added; other sessions end, and the owner is told', async () => {
  const elsewhere = await somebody('ada');
  const ada = await somebody('ada');
  const { answer, asked } = await add(ada);
  expect(asked).toMatchObject({
    rp: { id: 'localhost', name: 'Prosopon' },
    authenticatorSelection: { residentKey: 'required', userVerification: 'required' },
  });
  expect(answer.json.user).toMatchObject({ secondFactor: true, secondFactors: ['passkey'] });
  expect((await ada.call('GET', '/passkeys')).json).toMatchObject([{ lastUsed: null }]);
  expect((await elsewhere.call('GET', '/session')).json.user).toBeNull();
  expect(service.mails.at(-1)?.text).toContain('A passkey was added');
  expect(warnings.filter((warning) => warning.includes('Web Crypto'))).toEqual([]);
  const [entry] = await service.parts.audit.list({ event: 'account-change', limit: 1 });
  expect(entry).toMatchObject({ details: { change: 'passkey added', user: ada.user.id } });
  const { json } = await ada.call('GET', '/data');
  expect(json.passkeys).toHaveLength(1);
});

it('is refused if made elsewhere, without being unlocked, or twice', async () => {
  const bea = await somebody('bea');
  for (const deviation of [
    { origin: 'https://evil.example' },
    { rpId: 'evil.example' },
    { unlocked: false },
    { challenge: 'c29tZXRoaW5nIGVsc2U' },
  ])
    expect((await add(bea, deviation)).answer.status, JSON.stringify(deviation)).toBe(400);
  const { authenticator, asked, answer } = await add(bea);
  expect(answer.status).toBe(200);
  const again = await bea.call('POST', '/passkeys', { passkey: authenticator.make(asked) });
  expect(again.status, 'each challenge is for one answer').toBe(404);
  const another = (await bea.call('POST', '/passkeys/challenge')).json;
  expect(another.excludeCredentials).toHaveLength(1);
  const known = await bea.call('POST', '/passkeys', { passkey: authenticator.make(another) });
  expect(known.json.message).toContain('already registered');
});

it('is demanded after the face, and signs in once for each challenge', async () => {
  const cem = await somebody('cem');
  const { authenticator } = await add(cem);
  const cookie = await afterFace(cem.user);
  const asked = (await post(cookie, '/sign-in/passkey/challenge')).json;
  expect(asked).toMatchObject({ userVerification: 'required', rpId: 'localhost' });
  expect(asked.allowCredentials).toHaveLength(1);
  const passkey = authenticator.use(asked);
  const answers = await Promise.all(
    [1, 2, 3].map(() => post(cookie, '/sign-in/passkey', { passkey })),
  );
  expect(answers.map(({ json }) => json.step).filter((step) => step === 'done')).toHaveLength(1);

  const later = await afterFace(cem.user);
  const next = (await post(later, '/sign-in/passkey/challenge')).json;
  const replayed = await post(later, '/sign-in/passkey', { passkey });
  expect(replayed.json).toMatchObject({
    passed: false,
    step: 'second-factor',
    secondFactors: ['passkey', 'mail'],
    errors: [{ errorCode: 'WrongPasskey' }],
  });
  const late = await post(later, '/sign-in/passkey', { passkey: authenticator.use(next) });
  expect(late.status, 'the challenge was used up by the wrong answer').toBe(404);
});

it('of another user or page, locked or copied, opens nothing', async () => {
  const [dora, eve] = [await somebody('dora'), await somebody('eve')];
  const { authenticator } = await add(dora);
  const { authenticator: evesOwn } = await add(eve);
  const cookie = await afterFace(dora.user);
  const attempt = async (make: (asked: never) => unknown) => {
    const asked = (await post(cookie, '/sign-in/passkey/challenge')).json as never;
    await service.database.write((trx) => trx.deleteFrom('attempt_limits').execute());
    return (await post(cookie, '/sign-in/passkey', { passkey: make(asked) })).json;
  };
  for (const [what, make] of [
    ['of another user', (asked: never) => evesOwn.use(asked)],
    [
      'of another user under her handle',
      (asked: never) =>
        evesOwn.use(asked, { userHandle: Buffer.from(dora.user.id).toString('base64url') }),
    ],
    [
      'of another user under her id',
      (asked: never) => ({ ...evesOwn.use(asked), id: authenticator.use(asked).id }),
    ],
    [
      'on another page',
      (asked: never) => authenticator.use(asked, { origin: 'https://e.example' }),
    ],
    ['for another host', (asked: never) => authenticator.use(asked, { rpId: 'e.example' })],
    ['still locked', (asked: never) => authenticator.use(asked, { unlocked: false })],
    ['for another challenge', (asked: never) => authenticator.use(asked, { challenge: 'AAAA' })],
    ['as it was made', (asked: never) => authenticator.make(asked)],
  ] as const)
    expect(await attempt(make), what).toMatchObject({ passed: false, step: 'second-factor' });
  const used = await attempt((asked) => authenticator.use(asked, { counter: 100 }));
  expect(used.step).toBe('done');
  const copied = await afterFace(dora.user);
  const asked = (await post(copied, '/sign-in/passkey/challenge')).json;
  const backwards = authenticator.use(asked, { counter: 99 });
  expect((await post(copied, '/sign-in/passkey', { passkey: backwards })).json.passed).toBe(false);
});

it('opens the profile alone, which the owner is told, but never the administration', async () => {
  const root = await somebody('root', { admin: true });
  const { authenticator } = await add(root);
  const browser = openBrowser(service.base);
  const call = async (method: string, path: string, body?: unknown) =>
    browser.call(method, path, body, { 'x-csrf': '1' });
  const asked = (await call('POST', '/account/v1/sign-in/passkey/challenge')).json;
  expect(asked.allowCredentials, 'nobody learns who has one').toEqual([]);
  const passkey = authenticator.use(asked);
  const { json } = await call('POST', '/account/v1/sign-in/passkey', { passkey });
  expect(json).toMatchObject({ passed: true, step: 'done' });
  expect((await call('GET', '/account/v1/session')).json).toMatchObject({
    kind: 'passkey',
    user: { name: 'root' },
    step: null,
  });
  expect(service.mails.at(-1)?.text).toContain('a passkey in place of the face');
  const { status, json: refusal } = await call('GET', '/admin/v1/users');
  expect([status, refusal.details]).toEqual([403, [{ step: 'sign-in' }]]);
});

it('alone sets up no code, which could enrol another face', async () => {
  const { user } = await somebody('quinn');
  const { token } = await service.parts.accounts.sessions.begin(user.id, 'passkey');
  for (const [method, body] of [
    ['POST', {}],
    ['PUT', { code: '000000' }],
  ] as const) {
    const { status, json } = await service.call(method, '/account/v1/second-factor', {
      headers: cookies(`prosopon_session=${token}`),
      body,
    });
    expect([status, json.details]).toEqual([403, [{ step: 'sign-in' }]]);
  }
});

it('is not got round by a one-time link, which could set up a code in its place', async () => {
  const owner = await somebody('rhea');
  await add(owner);
  const { token } = await service.parts.accounts.sessions.begin(owner.user.id, 'link');
  const call = async (method: string, body: object) => {
    const headers = cookies(`prosopon_session=${token}`);
    const { status, json } = await service.call(method, '/account/v1/second-factor', {
      headers,
      body,
    });
    return [status, json.details];
  };
  const refused = [403, [{ step: 'sign-in' }]];
  expect(await call('POST', {})).toEqual(refused);
  // Nor does a secret that was made before the passkey.
  const { secret } = await service.parts.accounts.secondFactors.setUp(owner.user.id, 'rhea');
  expect(await call('PUT', { code: await codeOf(secret) })).toEqual(refused);
});

it('leaves no key by which a sign-in could go on without its challenge', async () => {
  const { user, token, call } = await somebody('sol');
  await call('POST', '/session/passkey/challenge');
  await call('POST', '/face/challenge');
  const { signIns } = service.parts.accounts;
  const expires = new Date(Date.now() + 60_000);
  const named = { identifier: user.name, userId: user.id, challenged: false, expires };
  await signIns.pass('uid-of-a-login', await signIns.begin('uid-of-a-login', named), ['face']);
  for (const key of [`passkey ${token}`, `face ${token}`, 'uid-of-a-login'])
    for (const [step, body] of [
      ['face', { images: [] }],
      ['second-factor', { code: '000000' }],
    ] as const) {
      const cookie = `prosopon_sign_in=${encodeURIComponent(key)}`;
      const { status, headers } = await post(cookie, `/sign-in/${step}`, body);
      expect([status, headers.get('set-cookie')], key).toEqual([404, null]);
    }
});

it('opens no profile if the operator forbids it', async () => {
  const careful = await startService(
    undefined,
    { operator: { ...NO_OPERATOR, passkeySignIn: false } },
    'sqlite',
    ORIGIN,
  );
  const path = '/account/v1/sign-in/passkey/challenge';
  expect((await careful.call('POST', path, { headers: { 'x-csrf': '1' } })).status).toBe(403);
  expect((await careful.call('GET', '/operator.json')).json.passkeys).toBe('second-factor');
  await careful.close();
});

it("can be removed, except an administrator's last second factor", async () => {
  const [fay, gus] = [await somebody('fay'), await somebody('gus', { admin: true })];
  await add(fay);
  await add(gus);
  const [{ id }] = (await fay.call('GET', '/passkeys')).json;
  const [{ id: last }] = (await gus.call('GET', '/passkeys')).json;
  expect((await fay.call('DELETE', `/passkeys/${last}`)).status).toBe(404);
  const off = (await fay.call('DELETE', `/passkeys/${id}`)).json;
  expect(off.user).toMatchObject({ secondFactor: false, secondFactors: [] });
  expect((await gus.call('DELETE', `/passkeys/${last}`)).status).toBe(403);
  const { sessions, secondFactors } = service.parts.accounts;
  // A session that showed none removes none.
  const { token } = await sessions.begin(gus.user.id, 'link');
  const { status } = await service.call('DELETE', `/account/v1/passkeys/${last}`, {
    headers: cookies(`prosopon_session=${token}`),
  });
  expect(status).toBe(403);
  await secondFactors.removeAll(gus.user.id);
  expect(await secondFactors.kinds(gus.user.id)).toEqual([]);
});

it('leaves an administrator one of two that are removed at once', async () => {
  const kim = await somebody('kim', { admin: true });
  await add(kim);
  await add(kim);
  const two: readonly { readonly id: string }[] = (await kim.call('GET', '/passkeys')).json;
  const { users, sessions } = service.parts.accounts;
  const [user, session] = [await users.find(kim.user.id), await sessions.find(kim.token)];
  const signedIn = { user: user!, session: session!, token: kim.token };
  const results = await Promise.allSettled(
    two.map(({ id }) => removePasskey(service.parts, signedIn, id)),
  );
  expect(results.filter(({ status }) => status === 'rejected')).toMatchObject([
    { reason: { message: expect.stringContaining('at least one second factor') } },
  ]);
  expect((await kim.call('GET', '/passkeys')).json).toHaveLength(1);
});

it("cannot be removed behind the service's back", async () => {
  const { user, ...hal } = await somebody('hal');
  await add({ user, ...hal });
  await service.database.db.deleteFrom('user_passkeys').where('user_id', '=', user.id).execute();
  const cookie = await afterFace(user);
  expect((await post(cookie, '/sign-in/passkey/challenge')).status).toBe(500);
  await service.parts.accounts.secondFactors.removeAll(user.id);
});

it('replaces the face only for applications that allow it', async () => {
  const ida = await somebody('ida');
  const { authenticator } = await add(ida);
  const client = (id: string, settings: object) =>
    service.client(id, { redirectUris: [CALLBACK], settings: { ...WITHOUT_PKCE, ...settings } });
  await client('shop', {});
  await client('forum', { passkeyInsteadOfFace: true });
  await client('bank', { passkeyInsteadOfFace: true, requireSecondFactor: true });
  let browser: Browser;
  const call = async (path: string, body: unknown = {}) =>
    browser.call('POST', path, body, { 'x-csrf': '1' });
  const open = async (clientId: string) => {
    const query = { response_type: 'code', client_id: clientId, redirect_uri: CALLBACK };
    const page = await browser.open(
      `/oauth/authorization?${new URLSearchParams({ ...query, scope: 'openid basic' })}`,
    );
    return page.url.pathname;
  };
  for (const id of ['shop', 'bank']) {
    browser = openBrowser(service.base);
    expect((await call(`${await open(id)}/passkey/challenge`)).status).toBe(403);
  }
  browser = openBrowser(service.base);
  const login = await open('forum');
  const asked = (await call(`${login}/passkey/challenge`)).json;
  const { json } = await call(`${login}/passkey`, { passkey: authenticator.use(asked) });
  expect(json).toMatchObject({ passed: true, state: { step: 'consent', passkey: true } });
  const { location } = (await call(`${login}/consent`)).json;
  expect((await browser.open(location)).url.searchParams.get('code')).toBeTruthy();
  expect(await open('forum'), 'still logged in').not.toMatch(/^\/login/);
  expect(await open('shop'), 'where a face is wanted it does not count').toMatch(/^\/login/);
});

it('differs from a face in the ID token', () => {
  const face = { passkey: false, mail: false, faceAlone: false, secondFactor: false };
  const alone = levelOf(['passkey']);
  expect(alone).toEqual({ amr: ['hwk', 'user'], acr: 'urn:prosopon:acr:passkey' });
  expect(meets(alone, face)).toBe(false);
  expect(meets(alone, { ...face, passkey: true })).toBe(true);
  expect(levelOf(['passkey', 'otp']).amr).toEqual(['hwk', 'user', 'otp', 'mfa']);
  const both = levelOf(['face', 'passkey']);
  expect(both).toEqual({
    amr: ['face', 'hwk', 'user', 'mfa'],
    acr: 'urn:prosopon:acr:face-factor',
  });
  expect(meets(both, { ...face, secondFactor: true })).toBe(true);
});

it('is not added by a session that a reset ends meanwhile', async () => {
  const intruder = await somebody('hal');
  const { accounts, audit } = service.parts;
  const asked = (await intruder.call('POST', '/passkeys/challenge')).json;
  const passkey = createAuthenticator(ORIGIN).make(asked);
  const { take } = accounts.signIns;
  // The request was let in, and has its challenge, when the reset comes.
  vi.spyOn(accounts.signIns, 'take').mockImplementationOnce(async (key) => {
    const taken = await take(key);
    await resetSecondFactor(accounts, audit, intruder.user, 'support');
    return taken;
  });
  expect((await intruder.call('POST', '/passkeys', { passkey })).status).toBe(401);
  expect(await accounts.secondFactors.has(intruder.user.id)).toBe(false);
});

it('leaves no login that began while a reset was running', async () => {
  const { user } = await somebody('kim');
  const { accounts, audit } = service.parts;
  const { signIns, browsers } = accounts;
  const { forgetAll } = browsers;
  const named = { identifier: 'kim', userId: user.id, challenged: false };
  const expires = new Date(Date.now() + 60_000);
  vi.spyOn(browsers, 'forgetAll').mockImplementationOnce(async (userId) => {
    const begun = await signIns.begin('intruder', { ...named, expires });
    await signIns.pass('intruder', begun, ['face', 'browser']);
    return forgetAll(userId);
  });
  await resetSecondFactor(accounts, audit, user, 'support');
  expect(await signIns.find('intruder')).toBeUndefined();
});

it('leaves no code to a call that a reset overtakes', async () => {
  const { user, token } = await somebody('ivo');
  const { accounts, audit } = service.parts;
  const session = (await accounts.sessions.find(token))!;
  await resetSecondFactor(accounts, audit, user, 'support');
  // Both calls of the intruder were let in before.
  const place = inSession(service.parts, { user, session, token });
  const code = await codeOf((await setUpCodes(service.parts, place)).secret);
  await expect(confirmCodes(service.parts, place, code)).rejects.toThrow(Unauthenticated);
  expect(await accounts.secondFactors.has(user.id)).toBe(false);
});
