/**
 * OpenID's conformance plans “basic”, “config” and the PKCE modules, as their modules are described.
 * Each test bears the name of the module that it does again.
 */
import { createHash } from 'node:crypto';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest';
import { openBrowser } from '../../../../../testing/http/browser.ts';
import { basic } from '../../../../../testing/http/service.ts';
import { CALLBACK, type ProviderUnderTest, providerUnderTest } from './provider-under-test.ts';

const VERIFIER = 'v'.repeat(43);
const PKCE = {
  code_challenge: createHash('sha256').update(VERIFIER).digest('base64url'),
  code_challenge_method: 'S256',
};
let op: ProviderUnderTest;

beforeAll(async () => {
  op = await providerUnderTest();
});
afterAll(() => op.close());
beforeEach(() => {
  op.browser = openBrowser(op.service.base);
});
afterEach(() => {
  vi.useRealTimers();
});

const later = (seconds: number) => {
  const now = Date.now();
  vi.useFakeTimers({ toFake: ['Date'] });
  vi.setSystemTime(now + seconds * 1000);
};
const reuse = async (seconds: number) => {
  const { code = '' } = await op.comeBack();
  const first = await op.redeem(code);
  expect(first.status).toBe(200);
  later(seconds);
  const again = await op.redeem(code);
  expect(again).toMatchObject({ status: 400, json: { error: 'invalid_grant' } });
  expect((await op.userInfo(first.json.access_token)).status).toBe(401);
};
/** The error that the client is told of. */
const refused = async (more: Record<string, string>) => {
  const { url } = await op.ask(more);
  expect(url.href.split(/[?#]/)[0]).toBe(CALLBACK);
  expect(url.searchParams.get('state')).toBe('a state');
  return url.searchParams.get('error');
};

it('oidcc-server', async () => {
  const { claims, tokens } = await op.logIn();
  expect(claims.nonce).toBe('a nonce');
  expect(claims.sub).toMatch(/^[\x21-\x7e]{1,255}$/);
  const { json } = await op.userInfo(tokens.access_token);
  expect(json.sub).toBe(claims.sub);
});

it('oidcc-response-type-missing', async () => {
  const { url } = await op.ask({ response_type: '' });
  expect(url.searchParams.get('error')).toBe('invalid_request');
});

it.each([
  ['oidcc-alternate-happy-flow', { scope: 'email openid' }],
  ['oidcc-display-page', { display: 'page' }],
  ['oidcc-display-popup', { display: 'popup' }],
  ['oidcc-ui-locales', { ui_locales: 'se en' }],
  ['oidcc-claims-locales', { claims_locales: 'se' }],
  ['oidcc-login-hint', { login_hint: 'ada@example.org' }],
  ['oidcc-ensure-request-with-unknown-parameter-succeeds', { extra: 'foobar' }],
  ['oidcc-claims-essential', { claims: '{"userinfo":{"name":{"essential":true}}}' }],
  ['oidcc-scope-profile, -address, -phone, -all', { scope: 'openid profile address phone email' }],
])('%s', async (_module, more: Record<string, string>) => {
  const { tokens } = await op.logIn(more);
  expect((await op.userInfo(tokens.access_token)).json.name).toBe('Ada');
});

it('oidcc-scope-email', async () => {
  const { tokens } = await op.logIn({ scope: 'openid email' });
  const { json } = await op.userInfo(tokens.access_token);
  expect(json).toMatchObject({ email: 'ada@example.org', email_verified: true });
  const without = await op.logIn();
  expect((await op.userInfo(without.tokens.access_token)).json).not.toHaveProperty('email');
});

it('oidcc-ensure-request-without-nonce-succeeds-for-code-flow', async () => {
  const { code = '' } = await op.comeBack({ nonce: '' });
  expect((await op.redeem(code)).status).toBe(200);
});

it('oidcc-idtoken-signature, oidcc-idtoken-unsigned', async () => {
  await op.logIn();
  expect(op.metadata.id_token_signing_alg_values_supported).toEqual(['RS256']);
});

it('oidcc-codereuse', () => reuse(0));
it('oidcc-codereuse-30seconds', () => reuse(30));

it('oidcc-userinfo-get, oidcc-userinfo-post-header', async () => {
  const { tokens, claims } = await op.logIn();
  for (const method of ['GET', 'POST'])
    expect(await op.userInfo(tokens.access_token, method), method).toMatchObject({
      status: 200,
      json: { sub: claims.sub },
    });
});

it('oidcc-userinfo-post-body: refused, as a server may', async () => {
  const { tokens } = await op.logIn();
  const answer = await op.post('/people/me', { access_token: tokens.access_token }, {});
  expect(answer.status).toBe(401);
});

describe('a login before', () => {
  it('oidcc-prompt-login', async () => {
    const first = await op.logIn({ prompt: 'login', max_age: '100' });
    expect((await op.ask({ prompt: 'login' })).url.pathname).toMatch(/^\/login\//);
    later(2);
    const second = await op.logIn({ prompt: 'login', max_age: '100' });
    expect(second.claims.sub).toBe(first.claims.sub);
    expect(second.claims.auth_time).toBeGreaterThan(first.claims.auth_time as number);
  });

  it('oidcc-prompt-none-not-logged-in', async () => {
    expect(await refused({ prompt: 'none' })).toBe('login_required');
  });

  it('oidcc-prompt-none-logged-in, oidcc-id-token-hint', async () => {
    const first = await op.logIn({ max_age: '100' });
    later(2);
    for (const hint of [{}, { id_token_hint: first.tokens.id_token }]) {
      const again = await op.logIn({ prompt: 'none', max_age: '100', ...hint });
      const { sub, auth_time } = first.claims;
      expect(again.claims).toMatchObject({ sub, auth_time });
    }
    expect(await refused({ prompt: 'none', scope: 'openid bcid' })).toBe('consent_required');
  });

  it('oidcc-max-age-1', async () => {
    const first = await op.logIn();
    later(2);
    expect((await op.ask({ max_age: '1' })).url.pathname).toMatch(/^\/login\//);
    const second = await op.logIn({ max_age: '1' });
    expect(second.claims.auth_time).toBeGreaterThan(Number(first.claims.iat));
  });

  it('oidcc-max-age-10000', async () => {
    const first = await op.logIn({ max_age: '10000' });
    later(2);
    const page = await op.ask({ max_age: '10000' });
    expect(page.url.searchParams.has('code'), 'nobody is asked').toBe(true);
    const second = await op.logIn({ max_age: '10000' });
    expect(second.claims.auth_time).toBe(first.claims.auth_time);
  });

  it('oidcc-ensure-request-with-acr-values-succeeds', async () => {
    const { claims } = await op.logIn({ acr_values: '1 2' });
    expect(claims.acr).toBeDefined();
  });
});

it('oidcc-ensure-registered-redirect-uri', async () => {
  const page = await op.ask({ redirect_uri: `${CALLBACK}?x=y` });
  expect(page).toMatchObject({ status: 400, url: { origin: op.service.base } });
});

it('oidcc-ensure-request-object-with-redirect-uri, oidcc-unsigned-request-object…', async () => {
  expect(op.metadata.request_parameter_supported).toBeFalsy();
  const request = `${Buffer.from('{"alg":"none"}').toString('base64url')}.e30.`;
  expect(await refused({ request })).toBe('request_not_supported');
});

it('oidcc-request-uri-unsigned…', async () => {
  expect(op.metadata.request_uri_parameter_supported).toBe(false);
  expect(await refused({ request_uri: 'https://rp.example/r' })).toBe('request_uri_not_supported');
});

it('oidcc-refresh-token', async () => {
  const { tokens, claims } = await op.logIn();
  const grant = { grant_type: 'refresh_token', refresh_token: tokens.refresh_token };
  const stolen = await op.post('/oauth/token', grant, basic(op.other));
  expect(stolen).toMatchObject({ status: 400, json: { error: 'invalid_grant' } });
  const { json } = await op.post('/oauth/token', grant);
  expect((await op.userInfo(json.access_token)).json.sub).toBe(claims.sub);
});

it('oidcc-server-client-secret-post', async () => {
  const { code = '' } = await op.comeBack();
  const { id, secret } = op.client;
  const answer = await op.redeem(code, { client_id: id, client_secret: secret }, {});
  expect(answer.status).toBe(200);
});

it('oidcc-discovery-endpoint-verification', async () => {
  const { metadata, service } = op;
  expect(metadata).toMatchObject({
    issuer: service.base,
    response_types_supported: ['code'],
    subject_types_supported: ['pairwise'],
    scopes_supported: expect.arrayContaining(['openid']),
    claims_supported: expect.arrayContaining(['sub', 'iss', 'auth_time', 'acr', 'email']),
    code_challenge_methods_supported: ['S256'],
  });
  for (const name of ['authorization', 'token', 'userinfo'])
    expect(metadata[`${name}_endpoint`]).toMatch(new RegExp(`^${service.base}/`));
  const { text } = await service.call('GET', '/oauth/jwks');
  const { keys } = JSON.parse(text) as { keys: { kid: string }[] };
  expect(new Set(keys.map(({ kid }) => kid)).size).toBe(keys.length);
  for (const key of keys) expect(Object.keys(key)).not.toContain('d');
});

describe('PKCE', () => {
  it('oidcc-ensure-request-with-valid-pkce-succeeds', async () => {
    const { code = '' } = await op.comeBack(PKCE);
    expect((await op.redeem(code, { code_verifier: VERIFIER })).status).toBe(200);
  });

  it.each([
    ['incorrect-pkce-code-verifier-rejected', { code_verifier: 'w'.repeat(43) }],
    ['ensure-pkce-code-verifier-required', {}],
  ])('%s', async (_module, form: Record<string, string>) => {
    const { code = '' } = await op.comeBack(PKCE);
    const answer = await op.redeem(code, form);
    expect(answer).toMatchObject({ status: 400, json: { error: 'invalid_grant' } });
  });

  it('plain-pkce-rejected, ensure-pkce-required', async () => {
    const plain = { code_challenge: VERIFIER, code_challenge_method: 'plain' };
    expect(await refused(plain)).toBe('invalid_request');
    await op.service.client('strict', { redirectUris: [CALLBACK] });
    expect(await refused({ client_id: 'strict' })).toBe('invalid_request');
  });
});
