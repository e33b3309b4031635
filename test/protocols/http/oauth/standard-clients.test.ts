/** What OAuth and OpenID libraries expect: native programs, three ways to authenticate, logging out. */
import { generateKeyPairSync, randomUUID } from 'node:crypto';
import { decodeJwt, SignJWT } from 'jose';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import type { User } from '../../../../src/access/accounts/user.ts';
import type { CreatedClient } from '../../../../src/access/clients/client.ts';
import { type Browser, openBrowser } from '../../../../testing/http/browser.ts';
import { scriptedLogin } from '../../../../testing/http/scripted-login.ts';
import {
  basic,
  startService,
  type TestService,
  WITHOUT_PKCE,
} from '../../../../testing/http/service.ts';

const CALLBACK = 'https://shop.example/callback';
const GONE = 'https://shop.example/gone';
const signing = generateKeyPairSync('ec', { namedCurve: 'P-256' });
let service: TestService;
let shop: CreatedClient;
let bank: CreatedClient;
let ada: User;
let browser: Browser;

beforeAll(async () => {
  service = await startService();
  shop = await service.client('shop', {
    redirectUris: [CALLBACK],
    postLogoutRedirectUris: [GONE],
    settings: WITHOUT_PKCE,
  });
  bank = await service.client('bank', {
    redirectUris: [CALLBACK],
    publicKeys: [signing.publicKey.export({ format: 'jwk' })],
    settings: WITHOUT_PKCE,
  });
  ada = await service.parts.accounts.users.create({ name: 'Ada' });
});
afterAll(() => service.close());
beforeEach(() => {
  browser = openBrowser(service.base);
});

type Parameters = Readonly<Record<string, string>>;

const begin = (more: Parameters) =>
  browser.open(
    `/oauth/authorization?${new URLSearchParams({
      ...{ response_type: 'code', scope: 'openid', state: 'kept', redirect_uri: CALLBACK },
      ...more,
    })}`,
  );
const post = (path: string, form: Parameters, headers: Parameters = {}) =>
  service.call('POST', path, {
    raw: new URLSearchParams(form).toString(),
    headers: { 'content-type': 'application/x-www-form-urlencoded', ...headers },
  });
const codeFor = async (client: CreatedClient, more: Parameters = {}) => {
  const page = await begin({ client_id: client.id, ...more });
  const end = await scriptedLogin(service, browser, page, ada);
  return end.url.searchParams.get('code') ?? '';
};
const redeem = async (client: CreatedClient, form: Parameters, headers: Parameters = {}) => {
  const grant = { grant_type: 'authorization_code', redirect_uri: CALLBACK };
  return post('/oauth/token', { ...grant, code: await codeFor(client), ...form }, headers);
};

describe("a program on the user's machine", () => {
  const uri = (port: number, path = '/callback') => `http://127.0.0.1:${port}${path}`;
  beforeAll(async () => {
    await service.client('program', {
      redirectUris: ['http://127.0.0.1/callback'],
      settings: { ...WITHOUT_PKCE },
    });
  });

  it('returns to its current port, and redeems with it', async () => {
    const client = (await service.parts.clients.find('program'))!;
    const { secret } = await service.parts.clients.rotateSecret('program', 0);
    const page = await begin({ client_id: 'program', redirect_uri: uri(51004) });
    const end = await scriptedLogin(service, browser, page, ada);
    expect(end.url.href).toMatch(/^http:\/\/127\.0\.0\.1:51004\/callback\?code=/);
    const form = { grant_type: 'authorization_code', code: end.url.searchParams.get('code')! };
    const headers = basic({ ...client, secret } as CreatedClient);
    const other = await post('/oauth/token', { ...form, redirect_uri: uri(51005) }, headers);
    expect(other.json.error).toBe('invalid_grant');
  });

  it('may not use another path, or skip consent: another program may listen there', async () => {
    const wrong = await begin({ client_id: 'program', redirect_uri: uri(51004, '/other') });
    expect(wrong.status).toBe(400);
    await codeFor(shop);
    const again = await begin({ client_id: 'program', redirect_uri: uri(51006) });
    expect(again.url.pathname).toMatch(/^\/login\//);
  });
});

describe('an application authenticates', () => {
  const assertion = ({ key = signing.privateKey, lifetime = '1m', audience = service.base } = {}) =>
    new SignJWT({ jti: randomUUID() })
      .setProtectedHeader({ alg: 'ES256' })
      .setIssuer('bank')
      .setSubject('bank')
      .setAudience(audience)
      .setExpirationTime(lifetime)
      .sign(key);
  const signed = (token: string) => ({
    client_assertion_type: 'urn:ietf:params:oauth:client-assertion-type:jwt-bearer',
    client_assertion: token,
  });

  it('by its secret in the form', async () => {
    const form = { client_id: 'shop', client_secret: shop.secret };
    expect((await redeem(shop, form)).status).toBe(200);
    const wrong = await redeem(shop, { ...form, client_secret: bank.secret });
    expect(wrong).toMatchObject({ status: 400, json: { error: 'invalid_client' } });
    const twice = await redeem(shop, form, basic(shop));
    expect(twice).toMatchObject({ status: 400, json: { error: 'invalid_request' } });
  });

  it('by a signature, once', async () => {
    const token = signed(await assertion());
    expect((await redeem(bank, token)).status).toBe(200);
    const again = await redeem(bank, token);
    expect(again).toMatchObject({ status: 400, json: { error: 'invalid_client' } });
  });

  it('by one signature at many endpoints at once: only one succeeds', async () => {
    const token = signed(await assertion());
    const codes = [];
    for (let i = 0; i < 6; i++) codes.push(await codeFor(bank));
    const grant = { grant_type: 'authorization_code', redirect_uri: CALLBACK };
    const answers = await Promise.all(
      codes.map((code) => post('/oauth/token', { ...grant, code, ...token })),
    );
    expect(answers.map(({ status }) => status).toSorted()).toEqual([200, 400, 400, 400, 400, 400]);
  });

  it('neither by its secret, another key, nor a long-lived assertion', async () => {
    const other = generateKeyPairSync('ec', { namedCurve: 'P-256' }).privateKey;
    for (const [form, headers] of [
      [{}, basic(bank)],
      [{ client_id: 'bank', client_secret: bank.secret }, {}],
      [signed(await assertion({ key: other })), {}],
      [signed(await assertion({ lifetime: '2h' })), {}],
      [signed(await assertion({ audience: 'https://elsewhere.example' })), {}],
    ] as [Parameters, Parameters][]) {
      const answer = await redeem(bank, form, headers);
      expect(answer).toMatchObject({ status: 400, json: { error: 'invalid_client' } });
    }
  });

  it('by no algorithm that uses the public key, or none, as a secret', async () => {
    const pem = signing.publicKey.export({ format: 'pem', type: 'spki' }).toString();
    const claims = { jti: randomUUID(), iss: 'bank', sub: 'bank', aud: service.base };
    const symmetric = (secret: string) =>
      new SignJWT(claims)
        .setProtectedHeader({ alg: 'HS256' })
        .setExpirationTime('1m')
        .sign(Buffer.from(secret));
    const [, body] = (await symmetric(pem)).split('.');
    const none = `${Buffer.from('{"alg":"none"}').toString('base64url')}.${body}.`;
    for (const token of [await symmetric(pem), await symmetric(bank.secret), none]) {
      const answer = await redeem(bank, signed(token));
      expect(answer).toMatchObject({ status: 400, json: { error: 'invalid_client' } });
    }
  });

  it('as announced in the metadata', async () => {
    const { json } = await service.call('GET', '/.well-known/openid-configuration');
    expect(json.token_endpoint_auth_methods_supported.toSorted()).toEqual([
      'client_secret_basic',
      'client_secret_post',
      'none',
      'private_key_jwt',
    ]);
    expect(json.token_endpoint_auth_signing_alg_values_supported).not.toContain('HS256');
  });
});

describe('logging out', () => {
  const logout = (more: Parameters) => browser.open(`/oauth/logout?${new URLSearchParams(more)}`);
  const meta = (text: string, name: string) =>
    new RegExp(`<meta name="${name}" content="([^"]*)">`).exec(text)?.[1];
  const confirm = async (text: string, more: Parameters) => {
    const xsrf = /name="xsrf" value="([^"]+)"/.exec(text)![1]!;
    const url = new URL('/oauth/logout/confirm', service.base);
    const headers = {
      cookie: browser.cookiesFor(url),
      'content-type': 'application/x-www-form-urlencoded',
    };
    const body = new URLSearchParams({ xsrf, ...more });
    return fetch(url, { method: 'POST', headers, body, redirect: 'manual' });
  };
  const idToken = async () => {
    const { json } = await redeem(shop, {}, basic(shop));
    return json.id_token as string;
  };
  const isLoggedIn = async () => {
    const page = await begin({ client_id: 'shop', prompt: 'none' });
    return page.url.searchParams.has('code');
  };

  it('asks, and returns with the state', async () => {
    await codeFor(shop);
    const page = await logout({ client_id: 'shop', post_logout_redirect_uri: GONE, state: 'x y' });
    expect(page.status).toBe(200);
    expect(meta(page.text, 'step')).toBe('ask');
    expect(meta(page.text, 'client')).toBe('shop');
    expect(meta(page.text, 'name')).toBe('Ada');
    expect(page.headers.get('content-security-policy')).toContain(
      "form-action 'self' https://shop.example",
    );
    expect(await isLoggedIn(), 'nobody has answered yet').toBe(true);
    const asked = await logout({ client_id: 'shop', post_logout_redirect_uri: GONE, state: 'x y' });
    const end = await confirm(asked.text, { logout: 'yes' });
    expect(end.status).toBe(302);
    expect(end.headers.get('location')).toBe(`${GONE}?state=x+y`);
    expect(await isLoggedIn()).toBe(false);
  });

  it('goes on at once if the ID token matches the logged-in user, otherwise asks', async () => {
    const token = await idToken();
    expect(decodeJwt(token).aud).toBe('shop');
    const own = await logout({ id_token_hint: token, post_logout_redirect_uri: GONE });
    expect(meta(own.text, 'step')).toBe('now');
    browser = openBrowser(service.base);
    const ben = await service.parts.accounts.users.create({ name: 'Ben' });
    await scriptedLogin(service, browser, await begin({ client_id: 'shop' }), ben);
    const foreign = await logout({ id_token_hint: token, post_logout_redirect_uri: GONE });
    expect(meta(foreign.text, 'step')).toBe('ask');
  });

  it('keeps the login if the user declines', async () => {
    await codeFor(shop);
    const page = await logout({ client_id: 'shop', post_logout_redirect_uri: GONE, state: 's' });
    const end = await confirm(page.text, {});
    expect(end.headers.get('location')).toBe(`${GONE}?state=s`);
    const cookie = end.headers.getSetCookie().find((one) => one.startsWith('prosopon_oauth='));
    expect(cookie, 'under another name, but there').not.toContain('1970');
    expect(cookie).toBeDefined();
  });

  it('cannot be done by another site, nor be redirected elsewhere', async () => {
    await codeFor(shop);
    const page = await logout({ client_id: 'shop' });
    const forged = page.text.replace(/name="xsrf" value="[^"]+"/, 'name="xsrf" value="guess"');
    expect((await confirm(forged, { logout: 'yes' })).status).toBe(400);
    for (const target of [`${GONE}/`, `${GONE}?x`, CALLBACK, 'https://evil.example/'])
      expect(await logout({ client_id: 'shop', post_logout_redirect_uri: target })).toMatchObject({
        status: 400,
        url: { origin: service.base },
      });
    const unnamed = await logout({ post_logout_redirect_uri: 'https://evil.example/' });
    const end = await confirm(unnamed.text, { logout: 'yes' });
    expect(end.headers.get('location')).toBe(`${service.base}/oauth/logout/success`);
    expect((await browser.open('/oauth/logout/success')).text).toContain('content="done"');
  });

  it('may be requested by a form, which has no cookies from another site', async () => {
    const sent = await post('/oauth/logout', { client_id: 'shop', state: 'x' });
    expect(sent.status).toBe(303);
    expect(sent.headers.get('location')).toBe('/oauth/logout?client_id=shop&state=x');
    const empty = await service.call('POST', '/oauth/logout');
    expect(empty.headers.get('location')).toBe('/oauth/logout?');
  });
});
