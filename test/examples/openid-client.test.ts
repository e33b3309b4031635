/** OpenID Connect as `openid-client` checks it: discovery, prompts, ages, levels, renewal. */
import * as oidc from 'openid-client';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import type { User } from '../../src/access/accounts/user.ts';
import type { CreatedClient } from '../../src/access/clients/client.ts';
import { type Browser, openBrowser, type Page } from '../../testing/http/browser.ts';
import { scriptedLogin } from '../../testing/http/scripted-login.ts';
import { startService, type TestService } from '../../testing/http/service.ts';

const REDIRECT = 'https://site.example/callback';
let service: TestService;
let ada: User;
let site: CreatedClient;
let config: oidc.Configuration;
let browser: Browser;

beforeAll(async () => {
  service = await startService();
  ada = await service.parts.accounts.users.create({ name: 'Ada', email: 'ada@example.org' });
  await service.parts.accounts.users.confirmEmail(ada.id, 'ada@example.org');
  site = await service.client('site', { redirectUris: [REDIRECT] });
  config = await discover(site, oidc.ClientSecretBasic(site.secret));
});
afterAll(() => service.close());
beforeEach(() => {
  browser = openBrowser(service.base);
});

const discover = (client: CreatedClient, authentication: oidc.ClientAuth) =>
  oidc.discovery(new URL(service.base), client.id, {}, authentication, {
    execute: [oidc.allowInsecureRequests],
  });

interface Asked {
  readonly more?: Record<string, string>;
  readonly methods?: Parameters<typeof scriptedLogin>[4];
  readonly as?: oidc.Configuration;
}

/** The request of a site, with all that protects it. */
async function ask({ more = {}, as = config }: Asked = {}) {
  const verifier = oidc.randomPKCECodeVerifier();
  const [state, nonce] = [oidc.randomState(), oidc.randomNonce()];
  const address = oidc.buildAuthorizationUrl(as, {
    redirect_uri: REDIRECT,
    scope: 'openid basic email',
    state,
    nonce,
    code_challenge: await oidc.calculatePKCECodeChallenge(verifier),
    code_challenge_method: 'S256',
    ...more,
  });
  const checks = { pkceCodeVerifier: verifier, expectedState: state, expectedNonce: nonce };
  return { page: await browser.open(address), checks };
}

async function logIn(asked: Asked = {}) {
  const { page, checks } = await ask(asked);
  const end = await scriptedLogin(service, browser, page, ada, asked.methods);
  const maxAge = asked.more?.max_age;
  return oidc.authorizationCodeGrant(asked.as ?? config, end.url, {
    ...checks,
    ...(maxAge !== undefined && { maxAge: Number(maxAge) }),
  });
}

const asksToLogIn = ({ url }: Page) => url.pathname.startsWith('/login/');

describe('a site', () => {
  it('discovers what the service supports, and nothing else', () => {
    const metadata = config.serverMetadata();
    expect(metadata).toMatchObject({
      subject_types_supported: ['pairwise'],
      id_token_signing_alg_values_supported: ['RS256'],
      scopes_supported: expect.arrayContaining(['openid', 'basic', 'email', 'bcid']),
      acr_values_supported: expect.arrayContaining(['urn:prosopon:acr:face']),
      claims_supported: expect.arrayContaining(['sub', 'amr', 'acr', 'auth_time', 'email']),
    });
    expect(metadata.supportsPKCE()).toBe(true);
    expect(metadata.end_session_endpoint).toBe(`${service.base}/oauth/logout`);
    expect(metadata.pushed_authorization_request_endpoint).toBeUndefined();
  });

  it('gets an ID token and the user information for it', async () => {
    const tokens = await logIn();
    const claims = tokens.claims()!;
    expect(claims).toMatchObject({ amr: ['face'], acr: 'urn:prosopon:acr:face' });
    const me = await oidc.fetchUserInfo(config, tokens.access_token, claims.sub);
    expect(me).toMatchObject({ sub: claims.sub, name: 'Ada', email: 'ada@example.org' });
  });

  it('gets nothing with a nonce, state or verifier of another login', async () => {
    for (const wrong of [
      { expectedNonce: 'other' },
      { expectedState: 'other' },
      { pkceCodeVerifier: oidc.randomPKCECodeVerifier() },
    ]) {
      const { page, checks } = await ask();
      const { url } = await scriptedLogin(service, browser, page, ada);
      const granted = oidc.authorizationCodeGrant(config, url, { ...checks, ...wrong });
      await expect(granted).rejects.toThrow();
    }
  });

  it('learns by prompt=none whether a user is logged in and has consented', async () => {
    const none = { more: { prompt: 'none' } };
    expect((await ask(none)).page.url.searchParams.get('error')).toBe('login_required');
    const { sub } = (await logIn()).claims()!;
    expect((await logIn(none)).claims()).toMatchObject({ sub });
    const wider = await ask({ more: { prompt: 'none', scope: 'openid basic email bcid' } });
    expect(wider.page.url.searchParams.get('error')).toBe('consent_required');
  });

  it('has the user log in again by prompt=login, and after max_age', async () => {
    await logIn();
    expect(asksToLogIn((await ask()).page)).toBe(false);
    expect(asksToLogIn((await ask({ more: { prompt: 'login' } })).page)).toBe(true);
    expect(asksToLogIn((await ask({ more: { max_age: '600' } })).page)).toBe(false);
    expect(asksToLogIn((await ask({ more: { max_age: '0' } })).page)).toBe(true);
    const claims = (await logIn({ more: { max_age: '600' } })).claims()!;
    expect(Math.abs(Number(claims.auth_time) - Date.now() / 1000)).toBeLessThan(60);
  });

  it('learns of the second factor from amr and acr', async () => {
    const tokens = await logIn({ methods: ['face', 'otp'] });
    expect(tokens.claims()).toMatchObject({
      amr: ['face', 'otp', 'mfa'],
      acr: 'urn:prosopon:acr:face-factor',
    });
  });

  it('renews its tokens; the new ID token belongs to the same login', async () => {
    const first = await logIn();
    const second = await oidc.refreshTokenGrant(config, first.refresh_token!);
    expect(second.claims()).toMatchObject({
      sub: first.claims()!.sub,
      auth_time: first.claims()!.auth_time,
    });
    await expect(oidc.refreshTokenGrant(config, first.refresh_token!)).rejects.toThrow();
    await expect(oidc.refreshTokenGrant(config, second.refresh_token!)).rejects.toThrow();
  });

  it('introspects and revokes its tokens', async () => {
    const { access_token: token } = await logIn();
    expect(await oidc.tokenIntrospection(config, token)).toMatchObject({ active: true });
    await oidc.tokenRevocation(config, token);
    expect(await oidc.tokenIntrospection(config, token)).toEqual({ active: false });
  });

  it('without a secret uses PKCE alone', async () => {
    const app = await service.client('app', {
      redirectUris: [REDIRECT],
      settings: { publicClient: true },
    });
    const as = await discover(app, oidc.None());
    const tokens = await logIn({ as });
    expect(tokens.claims()).toMatchObject({ aud: 'app' });
    expect((await oidc.refreshTokenGrant(as, tokens.refresh_token!)).access_token).toBeTruthy();
  });
});
