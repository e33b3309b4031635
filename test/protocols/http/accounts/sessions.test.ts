/** Users see where they are signed in, and end what they did not begin (ASVS 5.0, 7.5.2). */
import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, expect, it, vi } from 'vitest';
import { ACCOUNTS } from '../../../../src/access/accounts/user.ts';
import { startService, type TestService } from '../../../../testing/http/service.ts';
import { codeOf } from '../../../../testing/totp-codes.ts';

let service: TestService;
beforeAll(async () => {
  service = await startService();
});
afterAll(() => service.close());

/** A session of its own, of the user of that name. */
async function signIn(name: string) {
  const { users, sessions } = service.parts.accounts;
  const user = (await users.findByIdentifier(name)) ?? (await users.create({ name }));
  const { token } = await sessions.begin(user.id, 'face');
  return (method: string, path = '/sessions') =>
    service.call(method, `/account/v1${path}`, {
      headers: { cookie: `prosopon_session=${token}`, 'x-csrf': '1' },
    });
}

it('lists the sessions of the user, and no others', async () => {
  const [here] = [await signIn('ada'), await signIn('ada'), await signIn('ben')];
  const { json } = await here!('GET');
  expect(json).toHaveLength(2);
  expect(json.filter(({ current }: { current: boolean }) => current)).toHaveLength(1);
  expect(JSON.stringify(json)).not.toMatch(/token|hash|"id"/);
});

it('ends all but the calling one', async () => {
  const [here, there, ben] = [await signIn('cleo'), await signIn('cleo'), await signIn('ben')];
  expect((await here('DELETE')).json).toMatchObject([{ current: true, kind: 'face' }]);
  expect((await there('GET')).status).toBe(401);
  expect((await here('GET')).status).toBe(200);
  expect((await ben('GET')).status).toBe(200);
});

it('ends one by its public name', async () => {
  const [here, there, ben] = [await signIn('dan'), await signIn('dan'), await signIn('ben')];
  const named = async (session: typeof here) =>
    (await session('GET')).json.find(({ current }: { current: boolean }) => current).name;
  const [name, bens] = [await named(there), await named(ben)];
  expect((await here('DELETE', `/sessions/${bens}`)).status).toBe(404);
  expect((await here('DELETE', `/sessions/${name}`)).json).toMatchObject([{ current: true }]);
  expect((await there('GET')).status).toBe(401);
});

it('of a one-time link changes nothing without the second factor of its user', async () => {
  const { users, sessions, secondFactors } = service.parts.accounts;
  const user = await users.create({ name: 'lin' });
  const { token } = await sessions.begin(user.id, 'link');
  const call = async (method: string, path: string, body: object = {}) => {
    const headers = { cookie: `prosopon_session=${token}`, 'x-csrf': '1' };
    const sent = method === 'GET' ? { headers } : { headers, body };
    const { status, json } = await service.call(method, `/account/v1${path}`, sent);
    return [status, json.details];
  };
  expect((await call('POST', '/face/challenge'))[0]).toBe(200);
  const { secret } = await secondFactors.setUp(user.id, 'lin');
  await secondFactors.confirm(user.id, await codeOf(secret));
  for (const [method, path] of [
    ['PUT', '/email'],
    ['GET', '/data'],
    ['DELETE', '/sessions'],
    ['DELETE', '/applications/shop'],
    ['DELETE', ''],
  ] as const)
    expect(await call(method, path, { email: 'lin@example.org' }), path).toEqual([
      403,
      [{ step: 'sign-in' }],
    ]);
  expect((await call('POST', '/face/challenge'))[0]).toBe(200);
  await sessions.passSecondFactor(token);
  expect((await call('DELETE', '/sessions'))[0]).toBe(200);
});

it('shows browser, network and last use', async () => {
  const { users, sessions } = service.parts.accounts;
  const user = await users.create({ name: 'eda' });
  const from = { browser: 'Firefox, Linux', network: '192.0.2.1' };
  const { token } = await sessions.begin(user.id, 'face', { from });
  const later = Date.now() + 600_000;
  vi.useFakeTimers({ toFake: ['Date'], now: later });
  await sessions.find(token);
  const [listed] = await sessions.list(user, token);
  expect(listed).toMatchObject(from);
  expect(listed!.lastSeen.getTime()).toBe(later);
  vi.useRealTimers();
});

it('ends half an hour after the last call that a page made for its user', async () => {
  const { users, sessions } = service.parts.accounts;
  const { token } = await sessions.begin((await users.create({ name: 'gil' })).id, 'face');
  const start = Date.now();
  const call = (minutes: number, headers: Readonly<Record<string, string>> = {}) => {
    vi.useFakeTimers({ toFake: ['Date'], now: start + minutes * 60_000 });
    const cookie = `prosopon_session=${token}`;
    return service.call('GET', '/account/v1/sessions', { headers: { cookie, ...headers } });
  };
  expect((await call(20, { 'x-csrf': '1' })).status).toBe(200);
  expect((await call(40)).status).toBe(200);
  expect((await call(50)).status).toBe(401);
  vi.useRealTimers();
});

it('leaves neither cookie nor cache when its user signs out', async () => {
  const { users, sessions } = service.parts.accounts;
  const { token } = await sessions.begin((await users.create({ name: 'hal' })).id, 'face');
  const headers = { cookie: `prosopon_session=${token}`, 'x-csrf': '1' };
  const signedOut = await service.call('DELETE', '/account/v1/session', { headers });
  expect(signedOut.headers.get('clear-site-data')).toBe('"cache"');
  expect(signedOut.headers.getSetCookie()).toHaveLength(1);
  expect(signedOut.headers.get('set-cookie')).toMatch(
    /^prosopon_session=;.*Expires=Thu, 01 Jan 1970/,
  );
  expect(await sessions.find(token)).toBeUndefined();
});

it("lists the user's sign-ins, and no others", async () => {
  const here = await signIn('fil');
  const { users } = service.parts.accounts;
  for (const [name, errors] of [
    ['fil', []],
    ['fil', [{ errorCode: 'NotRecognised', message: '' }]],
    ['ben', []],
  ] as const)
    await service.parts.bookkeeping.record({
      jobId: randomUUID(),
      clientId: ACCOUNTS.id,
      classId: (await users.findByIdentifier(name))!.classId,
      operation: 'sign-in',
      referenceNumber: 'oauth shop',
      status: 'SUCCEEDED',
      errors,
      started: new Date(Date.now() - errors.length * 1000),
      durationMs: 1,
    });
  expect((await here('GET', '/sign-ins')).json).toMatchObject([
    { passed: true, by: 'face', application: 'shop' },
    { passed: false },
  ]);
});

it('shows nothing without a session', async () => {
  expect((await service.call('GET', '/account/v1/sessions')).status).toBe(401);
});
