/** What of a provider's answer is believed, against a real provider. */
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import {
  createProviderLogin,
  type ProviderLogin,
} from '../../../src/access/administrators/provider-login.ts';
import { newToken } from '../../../src/access/one-time.ts';
import { ConfigError } from '../../../src/config/config.ts';
import { Unavailable } from '../../../src/errors.ts';
import { openBrowser } from '../../../testing/http/browser.ts';
import { startOpenIdProvider, type TestProvider } from '../../../testing/http/openid-provider.ts';

const ADA = { subject: 'a1', name: 'Ada', groups: ['staff', 'audit', 'owners'] };
const BEN = { subject: 'b2', name: 'Ben', groups: ['staff'] };
const ROLES = ['owners=owner', 'audit=auditor'];
const HERE = 'http://127.0.0.1:1/face';

let provider: TestProvider;
let login: ProviderLogin;

const loginWith = (change: Parameters<TestProvider['config']>[0] = {}) =>
  createProviderLogin(provider.config({ roles: ROLES, ...change }), () => HERE);

beforeAll(async () => {
  provider = await startOpenIdProvider([ADA, BEN]);
});
afterAll(() => provider.close());
beforeEach(() => {
  provider.register(`${HERE}/admin/callback`);
  Object.assign(provider, { colleague: ADA.subject, shownAgo: 0, tamper: () => {} });
  login = loginWith();
});

/** Logs in at the provider, in a browser of its own. Returns the query that comes back. */
async function goThere(secret: string): Promise<URLSearchParams> {
  const { url } = await openBrowser(provider.issuer).open(await login.begin(secret));
  expect(url.href).toMatch(`${HERE}/admin/callback?`);
  return url.searchParams;
}

const because = (words: string) => ({ cause: { message: expect.stringContaining(words) } });

async function goThereAndBack() {
  const secret = newToken();
  return login.finish(secret, await goThere(secret));
}

describe('who has logged in', () => {
  it('is named by issuer and subject, and gets the role that is listed first', async () => {
    expect(await goThereAndBack()).toEqual({
      id: `oidc:${provider.issuer}#${ADA.subject}`,
      name: ADA.name,
      position: { role: 'owner' },
      shown: expect.any(Date),
    });
    login = loginWith({ roles: ROLES.toReversed() });
    expect((await goThereAndBack()).position).toEqual({ role: 'auditor' });
    provider.colleague = BEN.subject;
    expect((await goThereAndBack()).position).toBeUndefined();
  });

  it('has a role by a claim of the ID token, too, even if it is a single text', async () => {
    provider.register(`${HERE}/admin/callback`, { conformIdTokenClaims: false });
    expect((await goThereAndBack()).position).toEqual({ role: 'owner' });
    login = loginWith({ claim: 'preferred_username', roles: ['Ada=administrator:shop'] });
    expect((await goThereAndBack()).position).toEqual({ role: 'administrator', client: 'shop' });
  });

  it('showed their credentials when the provider says so', async () => {
    provider.shownAgo = 300;
    const { shown } = await goThereAndBack();
    expect(Date.now() - shown.getTime()).toBeGreaterThanOrEqual(299_000);
  });
});

describe('nobody has logged in', () => {
  it('with credentials shown too long ago, whatever the provider thinks of that', async () => {
    provider.tamper = (query) => query.delete('max_age');
    provider.shownAgo = 700;
    await expect(goThereAndBack()).rejects.toMatchObject(because('last End-User authentication'));
  });

  it('if the answer is to another request', async () => {
    provider.tamper = (query) => query.set('nonce', 'of somebody else');
    await expect(goThereAndBack()).rejects.toMatchObject(because('nonce'));
  });

  it('if the answer came to another browser, or twice', async () => {
    const secret = newToken();
    const query = await goThere(secret);
    await expect(login.finish(newToken(), query)).rejects.toMatchObject(because('state'));
    expect((await login.finish(secret, query)).name).toBe(ADA.name);
    await expect(login.finish(secret, query)).rejects.toThrow();
  });

  it('if the code was asked for with another verifier', async () => {
    const query = await goThere(newToken());
    const other = newToken();
    const address = new URL(await login.begin(other));
    query.set('state', address.searchParams.get('state')!);
    await expect(login.finish(other, query)).rejects.toThrow();
  });

  it('if the provider refuses', async () => {
    provider.tamper = (query) => query.set('prompt', 'none');
    await expect(goThereAndBack()).rejects.toThrow();
  });

  it('while the provider does not answer, or answers as another issuer', async () => {
    const elsewhere = loginWith({ issuer: provider.issuer.replace('127.0.0.1', 'localhost') });
    await expect(elsewhere.begin(newToken())).rejects.toThrow(Unavailable);
    const open = loginWith({ issuer: 'http://login.example' });
    await expect(open.begin(newToken())).rejects.toMatchObject({
      cause: { message: 'only requests to HTTPS are allowed' },
    });
    await provider.close();
    await expect(login.begin(newToken())).rejects.toThrow(Unavailable);
    await provider.open();
    await expect(login.begin(newToken())).resolves.toContain(provider.issuer);
  });
});

it.each([
  'staff',
  '=owner',
  'staff=root',
  'staff=administrator',
  'staff=owner:shop',
  'staff=administrator:',
])('refuses the role %s', (role) => {
  expect(() => loginWith({ roles: [role] })).toThrow(ConfigError);
});
