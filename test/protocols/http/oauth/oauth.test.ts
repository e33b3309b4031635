/** The OAuth provider over real HTTP: RFC 6749, 7009, 7636, 7662, 9207, 9700 as far as they apply. */
import { createHash, randomBytes } from 'node:crypto';
import { createRemoteJWKSet, decodeJwt, jwtVerify } from 'jose';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import type { User } from '../../../../src/access/accounts/user.ts';
import type { CreatedClient } from '../../../../src/access/clients/client.ts';
import type { Method } from '../../../../src/access/oauth/levels.ts';
import { type Browser, openBrowser, type Page } from '../../../../testing/http/browser.ts';
import { requestOf, scriptedLogin } from '../../../../testing/http/scripted-login.ts';
import { startService, type TestService, WITHOUT_PKCE } from '../../../../testing/http/service.ts';

const CALLBACK = 'https://shop.example/callback';

let service: TestService;
let client: CreatedClient;
let ada: User;
let browser: Browser;

beforeAll(async () => {
  service = await startService();
  client = await service.client('shop', {
    redirectUris: [CALLBACK, `${CALLBACK}2`],
    settings: WITHOUT_PKCE,
  });
  ada = await service.parts.accounts.users.create({ name: 'Ada', email: 'ada@example.org' });
});
afterAll(async () => {
  await service.close();
});
beforeEach(() => {
  browser = openBrowser(service.base);
});

const authorize = (query: Record<string, string> = {}) =>
  browser.open(
    `/oauth/authorization?${new URLSearchParams({
      response_type: 'code',
      client_id: client.id,
      redirect_uri: CALLBACK,
      ...query,
    })}`,
  );

const logIn = (page: Page, user: User, methods?: readonly Method[]) =>
  scriptedLogin(service, browser, page, user, methods);

const basic = ({ id, secret }: { id: string; secret: string }) => ({
  authorization: `Basic ${Buffer.from(`${id}:${secret}`).toString('base64')}`,
});

async function form(path: string, body: Record<string, string>, headers = basic(client)) {
  const response = await fetch(service.base + path, {
    method: 'POST',
    body: new URLSearchParams(body),
    headers,
  });
  const text = await response.text();
  return { status: response.status, headers: response.headers, json: text ? JSON.parse(text) : {} };
}

const redeem = (code: string, more: Record<string, string> = {}, headers = basic(client)) =>
  form(
    '/oauth/token',
    {
      grant_type: 'authorization_code',
      code,
      redirect_uri: CALLBACK,
      client_id: client.id,
      ...more,
    },
    headers,
  );

const me = (token: string) =>
  service.call('GET', '/people/me', { headers: { authorization: `Bearer ${token}` } });

const codeOf = ({ url }: Page) => url.searchParams.get('code') ?? '';

const tokens = async (query: Record<string, string> = {}) =>
  (await redeem(codeOf(await logIn(await authorize(query), ada)))).json;

describe('the authorization code grant', () => {
  it('leads from the request to the user information', async () => {
    const login = await authorize({ state: 'a b&c=d' });
    expect(login.url.pathname).toMatch(/^\/login\/[\w-]{20,}$/);
    const end = await logIn(login, ada);
    expect(end.url.href).toMatch(/^https:\/\/shop\.example\/callback\?/);
    expect(Object.fromEntries(end.url.searchParams)).toEqual({
      code: expect.stringMatching(/^[\w-]{43}$/),
      state: 'a b&c=d',
      iss: service.base,
    });
    const { status, json } = await redeem(codeOf(end));
    expect({ status, json }).toEqual({
      status: 200,
      json: {
        access_token: expect.stringMatching(/^[\w-]{43}$/),
        token_type: 'Bearer',
        expires_in: 3600,
        refresh_token: expect.stringMatching(/^[\w-]{43}$/),
        scope: 'basic',
      },
    });
    expect((await me(json.access_token)).json).toEqual({
      id: expect.stringMatching(/^[\w-]{43}$/),
      name: 'Ada',
      profile: `${service.base}/profile`,
    });
  });

  it('gives email and bcid only for their scopes, email only if confirmed', async () => {
    const more = await tokens({ scope: 'basic email bcid' });
    const unconfirmed = await me(more.access_token);
    expect(unconfirmed.json).toMatchObject({ bcid: `accounts.1.${ada.classId}` });
    expect(unconfirmed.json).not.toHaveProperty('email');
    await service.parts.accounts.users.confirmEmail(ada.id, 'ada@example.org');
    expect((await me(more.access_token)).json).toMatchObject({
      email: 'ada@example.org',
      email_verified: true,
    });
    expect((await me((await tokens()).access_token)).json).not.toHaveProperty('email');
  });

  it('drops unknown scopes, and says so', async () => {
    expect(await tokens({ scope: 'basic admin' })).toMatchObject({ scope: 'basic' });
  });

  it('shows a user under one id to a client, and under another to the next', async () => {
    const ids = [];
    for (let i = 0; i < 2; i++) ids.push((await me((await tokens()).access_token)).json.id);
    expect(ids[0]).toBe(ids[1]);
    const other = await service.client('other', {
      redirectUris: [CALLBACK],
      settings: WITHOUT_PKCE,
    });
    const code = codeOf(await logIn(await authorize({ client_id: other.id }), ada));
    const { json } = await redeem(code, { client_id: other.id }, basic(other));
    expect((await me(json.access_token)).json.id).not.toBe(ids[0]);
  });

  it('asks for consent once per application and set of scopes', async () => {
    await service.client('club', { redirectUris: [CALLBACK], settings: WITHOUT_PKCE });
    await logIn(await authorize({ client_id: 'club' }), ada);
    expect((await authorize({ client_id: 'club' })).url.origin).toBe('https://shop.example');
    expect((await authorize({ client_id: 'club', scope: 'basic email' })).url.pathname).toMatch(
      /^\/login\//,
    );
  });

  it('returns access_denied if the user declines', async () => {
    const page = await authorize({ state: 's' });
    const { request, response } = requestOf(browser, page);
    const { oauth } = service.parts.accounts;
    const end = await browser.open(await oauth.abort(request, response));
    expect(Object.fromEntries(end.url.searchParams)).toMatchObject({
      error: 'access_denied',
      state: 's',
    });
  });
});

describe('an authorization request', () => {
  it.each([
    ['another redirect URI', { redirect_uri: 'https://evil.example/' }],
    ['a longer redirect URI', { redirect_uri: `${CALLBACK}/more` }],
    ['a redirect URI with a query', { redirect_uri: `${CALLBACK}?x=1` }],
    ['no redirect URI', { redirect_uri: '' }],
    ['an unknown client', { client_id: 'nobody' }],
  ])('with %s: an error page, never a redirect', async (_name, query) => {
    const page = await authorize(query);
    expect(page.status).toBe(400);
    expect(page.headers.get('location')).toBeNull();
    expect(page.headers.get('content-type')).toMatch(/^text\/html/);
    expect(page.text).toMatch(
      /<meta name="error" content="invalid_(client|request|redirect_uri)">/,
    );
    expect(page.text, 'no script in the page itself').not.toMatch(/<script(?! [^>]*src=)/);
  });

  it.each([
    ['response_type=token', { response_type: 'token' }, 'unsupported_response_type'],
    ['a scope nobody knows', { scope: 'constructor' }, 'invalid_scope'],
    [
      'plain PKCE',
      { code_challenge: 'x'.repeat(43), code_challenge_method: 'plain' },
      'invalid_request',
    ],
    ['PKCE without a method', { code_challenge: 'x'.repeat(43) }, 'invalid_request'],
    ['another response mode', { response_mode: 'fragment' }, 'invalid_request'],
    ['an answer by form', { response_mode: 'form_post' }, 'unsupported_response_mode'],
    ['prompt=none without a login', { prompt: 'none' }, 'login_required'],
  ])('with %s is refused at the client', async (_name, query, error) => {
    const { url } = await authorize({ ...query, state: 'kept' });
    const answer = new URLSearchParams(url.search || url.hash.slice(1));
    expect(Object.fromEntries(answer)).toMatchObject({ error, state: 'kept' });
    expect(answer.has('access_token')).toBe(false);
  });

  it('is answered with 302, as is the return of the code', async () => {
    const statusOf = async (path: string) => {
      const response = await fetch(new URL(path, service.base), {
        redirect: 'manual',
        headers: { cookie: browser.cookiesFor(new URL(path, service.base)) },
      });
      return response.status;
    };
    const request = { response_type: 'code', client_id: client.id, redirect_uri: CALLBACK };
    const query = new URLSearchParams(request);
    expect(await statusOf(`/oauth/authorization?${query}`)).toBe(302);
    expect(await statusOf(`/oauth/authorization?${query}&prompt=none`)).toBe(302);
    const page = await authorize();
    const { oauth } = service.parts.accounts;
    const asked = requestOf(browser, page);
    const result = { userId: ada.id, methods: ['face'] as const, consented: true };
    expect(await statusOf(await oauth.finish(asked.request, asked.response, result))).toBe(302);
  });

  it('names missing or unknown parts, before PKCE and response modes', async () => {
    const strict = await service.client('strict', { redirectUris: [CALLBACK] });
    const asked = { client_id: strict.id, state: 's' };
    const errorOf = async (query: Record<string, string>) => {
      const { url } = await authorize({ ...asked, ...query });
      const { error, error_description, state } = Object.fromEntries(url.searchParams);
      return { error, error_description, state };
    };
    expect(await errorOf({ scope: 'foo' })).toEqual({
      error: 'invalid_scope',
      error_description: 'scope: expected some of basic, email, bcid, openid',
      state: 's',
    });
    expect(await errorOf({ response_type: '' })).toMatchObject({
      error: 'invalid_request',
      error_description: expect.stringContaining('response_type'),
    });
    expect(await errorOf({})).toMatchObject({ error: 'invalid_request' });
  });

  it('uses GET only', async () => {
    const { status, headers } = await service.call('POST', '/oauth/authorization');
    expect(status).toBe(405);
    expect(headers.get('allow')).toBe('GET, HEAD');
  });

  it('takes addresses from the configuration, not from the Host header', async () => {
    const path = '/.well-known/openid-configuration';
    const headers = { 'x-forwarded-host': 'evil.example', 'x-forwarded-proto': 'https' };
    const { json } = await service.call('GET', path, { headers });
    expect(json).toMatchObject({
      issuer: service.base,
      authorization_endpoint: `${service.base}/oauth/authorization`,
      token_endpoint: `${service.base}/oauth/token`,
      userinfo_endpoint: `${service.base}/people/me`,
      revocation_endpoint: `${service.base}/oauth/revocation`,
      jwks_uri: `${service.base}/oauth/jwks`,
      code_challenge_methods_supported: ['S256'],
    });
    expect((await service.call('GET', '/.well-known/oauth-authorization-server')).json).toEqual(
      json,
    );
  });
});

describe('a code', () => {
  it('works once; a second use ends the tokens of the first', async () => {
    const code = codeOf(await logIn(await authorize(), ada));
    const first = await redeem(code);
    expect((await me(first.json.access_token)).status).toBe(200);
    expect(await redeem(code)).toMatchObject({ status: 400, json: { error: 'invalid_grant' } });
    expect((await me(first.json.access_token)).status).toBe(401);
    const refresh = { grant_type: 'refresh_token', refresh_token: first.json.refresh_token };
    expect(await form('/oauth/token', refresh)).toMatchObject({ status: 400 });
  });

  it('gives tokens to at most one of many concurrent requests', async () => {
    const code = codeOf(await logIn(await authorize(), ada));
    const answers = await Promise.all(Array.from({ length: 8 }, () => redeem(code)));
    expect(answers.filter(({ status }) => status === 200).length).toBeLessThanOrEqual(1);
    expect(answers.filter(({ status }) => status === 400).length).toBeGreaterThanOrEqual(7);
  });

  it.each([
    ['another redirect URI', { redirect_uri: `${CALLBACK}2` }, 'invalid_grant'],
    ['no redirect URI', { redirect_uri: '' }, 'invalid_request'],
    [
      'a verifier although there was no challenge',
      { code_verifier: 'v'.repeat(43) },
      'invalid_grant',
    ],
    ['another grant type', { grant_type: 'password' }, 'unsupported_grant_type'],
    ['another client id than the one authenticated', { client_id: 'other' }, 'invalid_request'],
  ])('is refused with %s', async (_name, more, error) => {
    const code = codeOf(await logIn(await authorize(), ada));
    expect(await redeem(code, more)).toMatchObject({ status: 400, json: { error } });
  });

  it('is refused to another client, and to a client without its secret', async () => {
    const thief = await service.client('thief', {
      redirectUris: [CALLBACK],
      settings: WITHOUT_PKCE,
    });
    const code = codeOf(await logIn(await authorize(), ada));
    const stolen = await redeem(code, { client_id: thief.id }, basic(thief));
    expect(stolen).toMatchObject({ status: 400, json: { error: 'invalid_grant' } });
    for (const headers of [
      basic({ ...client, secret: 'x' }),
      basic({ id: 'nobody', secret: 'x' }),
    ]) {
      const id = headers.authorization === basic({ ...client, secret: 'x' }).authorization;
      const answer = await redeem(code, { client_id: id ? client.id : 'nobody' }, headers);
      expect(answer).toMatchObject({ status: 400, json: { error: 'invalid_client' } });
      expect(answer.headers.get('www-authenticate')).toMatch(/^Basic /);
    }
    const post = { client_secret: `${client.secret}x` };
    expect(await redeem(code, post, {} as never)).toMatchObject({ status: 400 });
    expect((await redeem(code)).status).toBe(200);
  });
});

describe('PKCE', () => {
  const verifier = randomBytes(32).toString('base64url');
  const challenge = createHash('sha256').update(verifier).digest('base64url');
  const query = { code_challenge: challenge, code_challenge_method: 'S256' };

  it('cannot be omitted once begun', async () => {
    const login = async () => codeOf(await logIn(await authorize(query), ada));
    const wrong = { code_verifier: randomBytes(32).toString('base64url') };
    for (const more of [{}, wrong])
      expect(await redeem(await login(), more)).toMatchObject({
        status: 400,
        json: { error: 'invalid_grant' },
      });
    expect((await redeem(await login(), { code_verifier: verifier })).status).toBe(200);
  });

  it('is required unless the client is exempt', async () => {
    const site = await service.client('modern', { redirectUris: [CALLBACK] });
    const refused = await authorize({ client_id: site.id });
    expect(refused.url.searchParams.get('error')).toBe('invalid_request');
    expect(refused.url.searchParams.get('error_description')).toMatch(/PKCE/);
    const begun = await authorize({ client_id: site.id, ...query });
    expect(begun.url.pathname).toMatch(/^\/login\//);
  });

  it('replaces the secret of a public client', async () => {
    const app = await service.client('app', {
      redirectUris: ['com.example.app:/callback'],
      settings: { publicClient: true },
    });
    const asApp = { client_id: app.id, redirect_uri: 'com.example.app:/callback' };
    const refused = await authorize(asApp);
    expect(refused.url.searchParams.get('error')).toBe('invalid_request');
    const end = await logIn(await authorize({ ...asApp, ...query }), ada);
    expect(end.url.protocol).toBe('com.example.app:');
    const none = {} as never;
    expect((await redeem(codeOf(end), { ...asApp, code_verifier: verifier }, none)).status).toBe(
      200,
    );
    const again = await logIn(await authorize({ ...asApp, ...query }), ada);
    const withSecret = await redeem(
      codeOf(again),
      { ...asApp, code_verifier: verifier },
      basic(app),
    );
    expect(withSecret).toMatchObject({ status: 400, json: { error: 'invalid_client' } });
  });
});

describe('tokens', () => {
  it('are renewed; using a refresh token twice ends them all', async () => {
    const first = await tokens();
    const refresh = (refresh_token: string) =>
      form('/oauth/token', { grant_type: 'refresh_token', refresh_token });
    const second = (await refresh(first.refresh_token)).json;
    expect(second.refresh_token).not.toBe(first.refresh_token);
    expect((await me(second.access_token)).status).toBe(200);
    expect(await refresh(first.refresh_token)).toMatchObject({
      status: 400,
      json: { error: 'invalid_grant' },
    });
    expect((await refresh(second.refresh_token)).status).toBe(400);
    expect((await me(second.access_token)).status).toBe(401);
  });

  it('can be introspected and revoked by their client only', async () => {
    const { access_token: token, refresh_token } = await tokens();
    const other = await service.client('nosy', {
      redirectUris: [CALLBACK],
      settings: WITHOUT_PKCE,
    });
    expect((await form('/oauth/introspection', { token }, basic(other))).json).toEqual({
      active: false,
    });
    expect((await form('/oauth/introspection', { token })).json).toMatchObject({
      active: true,
      client_id: client.id,
      scope: 'basic',
    });
    await form('/oauth/revocation', { token: refresh_token }, basic(other));
    expect((await me(token)).status).toBe(200);
    expect((await form('/oauth/revocation', { token: refresh_token })).status).toBe(200);
    expect((await me(token)).status).toBe(401);
  });

  it('are not accepted in the address', async () => {
    const { access_token: token } = await tokens();
    expect((await service.call('GET', `/people/me?access_token=${token}`)).status).toBe(400);
    expect((await service.call('GET', '/people/me')).status).toBe(401);
    expect((await me('x')).status).toBe(401);
    expect((await me(token)).headers.get('cache-control')).toBe('no-store');
  });

  it('end when the user withdraws the consent', async () => {
    const { access_token: token } = await tokens();
    await service.parts.accounts.consents.revoke(ada.id, client.id);
    expect((await me(token)).status).toBe(401);
    expect((await authorize()).url.pathname).toMatch(/^\/login\//);
  });

  it('with openid include an ID token with the login methods', async () => {
    const { id_token, access_token } = await tokens({ scope: 'openid basic', nonce: 'n-1' });
    const keys = createRemoteJWKSet(new URL(`${service.base}/oauth/jwks`));
    const { payload } = await jwtVerify(id_token, keys, {
      issuer: service.base,
      audience: client.id,
    });
    expect(payload).toMatchObject({ nonce: 'n-1', amr: ['face'], acr: 'urn:prosopon:acr:face' });
    expect((await me(access_token)).json).toMatchObject({ sub: payload.sub, id: payload.sub });
  });

  it('the key set contains nothing private', async () => {
    const { text } = await service.call('GET', '/oauth/jwks');
    for (const key of JSON.parse(text).keys) expect(key).not.toHaveProperty('d');
  });
});

it('a client that demands a second factor accepts no login without one', async () => {
  const bank = await service.client('bank', {
    redirectUris: [CALLBACK],
    settings: { ...WITHOUT_PKCE, requireSecondFactor: true },
  });
  const asBank = { client_id: bank.id, scope: 'openid' };
  await logIn(await authorize(), ada);
  const login = await authorize(asBank);
  expect(login.url.pathname).toMatch(/^\/login\//);
  const code = codeOf(await logIn(login, ada, ['face', 'otp']));
  const { json } = await redeem(code, { client_id: bank.id }, basic(bank));
  expect(decodeJwt(json.id_token)).toMatchObject({
    amr: ['face', 'otp', 'mfa'],
    acr: 'urn:prosopon:acr:face-factor',
  });
  expect((await authorize(asBank)).url.origin).toBe('https://shop.example');
});

it('another user on the same browser takes over', async () => {
  const ben = await service.parts.accounts.users.create({ name: 'Ben' });
  await logIn(await authorize(), ada);
  const end = await logIn(await authorize({ prompt: 'login' }), ben);
  const { json } = await redeem(codeOf(end));
  expect((await me(json.access_token)).json).toMatchObject({ name: 'Ben' });
});
