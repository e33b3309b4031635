/** The service as OpenID's conformance plans see it: two clients, one user, one browser. */
import { createRemoteJWKSet, type JWTPayload, jwtVerify } from 'jose';
import { expect } from 'vitest';
import type { CreatedClient } from '../../../../../src/access/clients/client.ts';
import { type Browser, openBrowser, type Page } from '../../../../../testing/http/browser.ts';
import { scriptedLogin } from '../../../../../testing/http/scripted-login.ts';
import {
  basic,
  startService,
  type TestService,
  WITHOUT_PKCE,
} from '../../../../../testing/http/service.ts';

export type Parameters = Readonly<Record<string, string>>;

export const CALLBACK = 'https://rp.example/callback';
export const GONE = 'https://rp.example/gone';

export interface Tokens {
  readonly access_token: string;
  readonly refresh_token: string;
  readonly id_token: string;
}

export interface LoggedIn {
  readonly tokens: Tokens;
  readonly claims: JWTPayload;
}

export interface ProviderUnderTest {
  readonly service: TestService;
  readonly client: CreatedClient;
  readonly other: CreatedClient;
  readonly metadata: Readonly<Record<string, unknown>>;
  browser: Browser;
  /** Opens an authorization request, and stops where the person is asked. */
  ask(more?: Parameters): Promise<Page>;
  /** The same, logged in; the parameters with which the browser comes back. */
  comeBack(more?: Parameters): Promise<Parameters>;
  post(path: string, form: Parameters, headers?: Parameters): ReturnType<TestService['call']>;
  redeem(code: string, more?: Parameters, headers?: Parameters): ReturnType<TestService['call']>;
  /** A whole login, its ID token validated. */
  logIn(more?: Parameters): Promise<LoggedIn>;
  userInfo(token: string, method?: string): ReturnType<TestService['call']>;
  close(): Promise<void>;
}

export async function providerUnderTest(): Promise<ProviderUnderTest> {
  const service = await startService();
  const registered = {
    redirectUris: [CALLBACK],
    postLogoutRedirectUris: [GONE],
    // The basic plan sends no PKCE.
    settings: WITHOUT_PKCE,
  };
  const client = await service.client('rp', registered);
  const other = await service.client('rp2', registered);
  const { users } = service.parts.accounts;
  const ada = await users.create({ name: 'Ada', email: 'ada@example.org' });
  await users.confirmEmail(ada.id, 'ada@example.org');
  const { json: metadata } = await service.call('GET', '/.well-known/openid-configuration');
  const keys = createRemoteJWKSet(new URL(metadata.jwks_uri));
  const post: ProviderUnderTest['post'] = (path, form, headers = basic(client)) =>
    service.call('POST', path, {
      raw: new URLSearchParams(form).toString(),
      headers: { 'content-type': 'application/x-www-form-urlencoded', ...headers },
    });
  const provider: ProviderUnderTest = {
    ...{ service, client, other, metadata, post },
    browser: openBrowser(service.base),
    ask: (more) =>
      provider.browser.open(
        `/oauth/authorization?${new URLSearchParams({
          ...{ response_type: 'code', client_id: client.id, redirect_uri: CALLBACK },
          ...{ scope: 'openid', state: 'a state', nonce: 'a nonce', ...more },
        })}`,
      ),
    async comeBack(more) {
      const page = await scriptedLogin(service, provider.browser, await provider.ask(more), ada);
      expect(page.url.href.split('?')[0]).toBe(CALLBACK);
      return Object.fromEntries(page.url.searchParams);
    },
    redeem: (code, more, headers) =>
      post(
        '/oauth/token',
        { grant_type: 'authorization_code', redirect_uri: CALLBACK, code, ...more },
        headers,
      ),
    async logIn(more) {
      const { code = '', state, iss } = await provider.comeBack(more);
      expect({ state, iss }).toEqual({ state: 'a state', iss: service.base });
      const answer = await provider.redeem(code);
      expect(answer).toMatchObject({ status: 200, json: { token_type: 'Bearer' } });
      expect(answer.headers.get('cache-control')).toContain('no-store');
      const tokens = answer.json as Tokens;
      const { payload, protectedHeader } = await jwtVerify(tokens.id_token, keys, {
        ...{ issuer: service.base, audience: client.id, algorithms: ['RS256'] },
        requiredClaims: ['sub', 'iat', 'exp'],
      });
      expect(protectedHeader.kid, 'there are several keys').toBeDefined();
      return { tokens, claims: payload };
    },
    userInfo: (token, method = 'GET') =>
      service.call(method, '/people/me', { headers: { authorization: `Bearer ${token}` } }),
    close: () => service.close(),
  };
  return provider;
}
