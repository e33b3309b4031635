/** Administrators of the organisation's OpenID provider: who gets in, for how long, and what the trail says. */
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { type Browser, openBrowser } from '../../../../testing/http/browser.ts';
import {
  startOpenIdProvider,
  type TestProvider,
} from '../../../../testing/http/openid-provider.ts';
import { startService, type TestService } from '../../../../testing/http/service.ts';

const ADA = { subject: 'a1', name: 'root', groups: ['owners'] };
const BEN = { subject: 'b2', name: 'Ben', groups: [] };
const CLEO = { subject: 'c3', name: 'Cleo', groups: ['shop'] };
const CSRF = { 'x-csrf': '1' };

let provider: TestProvider;
let service: TestService;
let browser: Browser;

beforeAll(async () => {
  provider = await startOpenIdProvider([ADA, BEN, CLEO]);
  const roles = ['owners=owner', 'shop=administrator:shop'];
  service = await startService(undefined, { adminLogin: provider.config({ roles }) });
  provider.register(`${service.base}/admin/callback`);
});
afterAll(async () => {
  await service.close();
  await provider.close();
});
beforeEach(() => {
  browser = openBrowser(service.base, provider.issuer);
  provider.tamper = () => {};
});

/** The page on which the login ends. */
async function logIn({ subject }: { readonly subject: string }): Promise<URL> {
  provider.colleague = subject;
  return (await browser.open('/admin/login')).url;
}
const admin = (method: string, path: string, body?: unknown) =>
  browser.call(method, `/admin/v1${path}`, body, CSRF);
const account = (method: string, path: string, body?: unknown) =>
  browser.call(method, `/account/v1${path}`, body, CSRF);
const actorOf = ({ subject }: { readonly subject: string }) => `oidc:${provider.issuer}#${subject}`;
const lastEntries = async (limit: number) => service.parts.audit.list({ limit });

describe('an administrator without account', () => {
  it('administers by a role of the provider, under issuer and subject in the trail', async () => {
    const end = await logIn(ADA);
    expect(end.href).toBe(`${service.base}/admin`);
    expect((await account('GET', '/session')).json).toMatchObject({
      kind: 'provider',
      step: null,
      recent: true,
      user: { name: 'root', role: 'owner', enrolled: false, rights: expect.any(Array) },
    });
    expect((await admin('POST', '/users', { name: 'somebody' })).status).toBe(200);
    expect(await lastEntries(3)).toMatchObject([
      { event: 'account-change', actor: actorOf(ADA) },
      { event: 'account-change', actor: actorOf(ADA) },
      {
        event: 'provider-login',
        actor: actorOf(ADA),
        details: { change: 'admitted', name: 'root', role: 'owner' },
      },
    ]);
  });

  it('needs a fresh login for changes, and gets it by another one', async () => {
    await logIn(ADA);
    await service.signedInAgo(null, 11);
    expect((await admin('GET', '/users')).status).toBe(200);
    expect((await account('GET', '/session')).json.recent).toBe(false);
    const refused = await admin('POST', '/users', { name: 'too late' });
    expect(refused.json.details).toEqual([expect.objectContaining({ step: 'sign-in' })]);
    await logIn(ADA);
    expect((await admin('POST', '/users', { name: 'in time' })).status).toBe(200);
  });

  it('has no account: nothing of one can be seen, changed or made', async () => {
    await logIn(ADA);
    for (const [method, path, body] of [
      ['GET', '/face'],
      ['GET', '/sessions'],
      ['GET', '/data'],
      ['POST', '/face/challenge'],
      ['POST', '/second-factor'],
      ['POST', '/passkeys/challenge'],
      ['POST', '/recovery-codes'],
      ['PUT', '/email', { email: 'root@example.org' }],
      ['DELETE', '', { name: 'root' }],
    ] as const)
      expect([path, (await account(method, path, body)).status]).toEqual([path, 401]);
  });

  it('is signed out by themselves', async () => {
    await logIn(ADA);
    const cookie = { cookie: browser.cookiesFor(new URL(service.base)), ...CSRF };
    expect((await account('DELETE', '/session')).status).toBe(200);
    expect((await service.call('GET', '/admin/v1/users', { headers: cookie })).status).toBe(401);
  });

  it('is signed out when the service no longer gives the role', async () => {
    await logIn(ADA);
    const headers = { cookie: browser.cookiesFor(new URL(service.base)), ...CSRF };
    const statusAt = async (adminLogin: ReturnType<TestProvider['config']> | undefined) => {
      const other = await service.another({ adminLogin });
      const { status } = await other.call('GET', '/admin/v1/users', { headers });
      await other.close();
      return status;
    };
    const roles = ['owners=owner'];
    expect(await statusAt(provider.config({ roles }))).toBe(200);
    expect(await statusAt(provider.config({ roles: ['owners=auditor'] }))).toBe(401);
    expect(await statusAt(provider.config({ roles, issuer: 'https://other.example' }))).toBe(401);
    expect(await statusAt(undefined)).toBe(401);
  });

  it('of one client gets in while it exists, and is signed out when it is deleted', async () => {
    expect((await logIn(CLEO)).search).toBe('?login=PermissionDenied');
    await service.client('shop');
    expect((await logIn(CLEO)).search).toBe('');
    expect((await admin('GET', '/clients/shop')).status).toBe(200);
    expect((await admin('GET', '/users')).status).toBe(403);
    await service.deleteClient('shop');
    await service.client('shop');
    expect((await admin('GET', '/clients/shop')).status).toBe(401);
    await service.deleteClient('shop');
  });
});

describe('nobody is signed in', () => {
  it('without a role, as the trail says', async () => {
    expect((await logIn(BEN)).search).toBe('?login=PermissionDenied');
    expect((await account('GET', '/session')).json.user).toBeNull();
    const [entry] = await lastEntries(1);
    expect(entry).toMatchObject({ actor: actorOf(BEN), details: { change: 'refused' } });
  });

  it('by an answer to another browser, or used before', async () => {
    provider.colleague = ADA.subject;
    const careless = openBrowser(service.base, provider.issuer);
    const thief = openBrowser(service.base, provider.issuer);
    // As if the page had not been reached.
    const stopped = openBrowser(provider.issuer);
    const begun = await service.call('GET', '/admin/login');
    const { url: answer } = await stopped.open(begun.headers.get('location')!);
    const cookie = begun.headers.getSetCookie()[0]!.split(';')[0]!;
    const path = `${answer.pathname}${answer.search}`;
    await thief.open('/admin/login');
    for (const [other, words] of [
      [thief, '?login=Unauthenticated'],
      [careless, '?login=Unauthenticated'],
    ] as const)
      expect((await other.open(path)).url.search).toBe(words);
    const own = () => service.call('GET', path, { headers: { cookie } });
    expect((await own()).headers.get('location')).toBe('/admin');
    expect((await own()).headers.get('location')).toBe('/admin?login=Unauthenticated');
  });

  it('where another site sends the browser to begin', async () => {
    const headers = { 'sec-fetch-site': 'cross-site' };
    const refused = await service.call('GET', '/admin/login', { headers });
    expect(refused.headers.get('location')).toBe('/admin?login=PermissionDenied');
    expect(refused.headers.getSetCookie()).toEqual([]);
  });

  it('while the provider does not answer, and the service goes on', async () => {
    await provider.close();
    const page = await browser.open('/admin/login');
    expect([page.status, page.url.search]).toEqual([200, '?login=Unavailable']);
    expect((await account('POST', '/sign-in', { identifier: 'somebody' })).status).toBe(200);
    await provider.open();
  });

  it('where there is no provider', async () => {
    const alone = await startService();
    expect((await alone.call('GET', '/admin/login')).status).toBe(404);
    expect((await alone.call('GET', '/admin/callback?code=1&state=2')).status).toBe(404);
    expect((await alone.call('GET', '/operator.json')).json.adminLogin).toBeUndefined();
    await alone.close();
  });

  it('too often', async () => {
    const { rates } = service.parts;
    const busy = openBrowser(service.base);
    const spent = () => rates.beginning('127.0.0.1');
    expect(() => {
      for (let i = 0; i < 10_000; i++) spent();
    }).toThrow();
    expect((await busy.open('/admin/login')).url.search).toBe('?login=ResourceExhausted');
  });
});
