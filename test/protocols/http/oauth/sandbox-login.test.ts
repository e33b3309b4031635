/** Logins at sandbox clients: no page, no account, and nothing that a real client would take. */
import { decodeJwt } from 'jose';
import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest';
import type { CreatedClient } from '../../../../src/access/clients/client.ts';
import { type Browser, openBrowser, type Page } from '../../../../testing/http/browser.ts';
import { scriptedLogin } from '../../../../testing/http/scripted-login.ts';
import { startService, type TestService, WITHOUT_PKCE } from '../../../../testing/http/service.ts';

const CALLBACK = 'https://shop.example/callback';

let service: TestService;
let shop: CreatedClient;
let box: CreatedClient;
let browser: Browser;

beforeAll(async () => {
  service = await startService();
  const redirectUris = [CALLBACK];
  shop = await service.client('shop', { redirectUris, settings: WITHOUT_PKCE });
  const settings = { ...WITHOUT_PKCE, sandbox: true, requireSecondFactor: true };
  box = await service.client('box', { redirectUris, settings });
});
afterAll(() => service.close());
beforeEach(() => {
  browser = openBrowser(service.base);
});

const authorize = (client: CreatedClient, more: Record<string, string> = {}) =>
  browser.open(
    `/oauth/authorization?${new URLSearchParams({
      ...{ response_type: 'code', client_id: client.id, redirect_uri: CALLBACK },
      ...{ scope: 'openid email bcid', state: 's' },
      ...more,
    })}`,
  );

async function redeem({ url }: Page, client: CreatedClient) {
  const response = await fetch(`${service.base}/oauth/token`, {
    method: 'POST',
    body: new URLSearchParams({
      ...{ grant_type: 'authorization_code', redirect_uri: CALLBACK, client_id: client.id },
      code: url.searchParams.get('code') ?? '',
    }),
    headers: {
      authorization: `Basic ${Buffer.from(`${client.id}:${client.secret}`).toString('base64')}`,
    },
  });
  const json = (await response.json()) as Readonly<Record<'access_token' | 'id_token', string>>;
  return { headers: response.headers, json };
}

const me = (token: string) =>
  service.call('GET', '/people/me', { headers: { authorization: `Bearer ${token}` } });

it('end at once, in a token that says so', async () => {
  const end = await authorize(box, { login_hint: 'ada@shop.example' });
  expect(end.url.href).toMatch(/^https:\/\/shop\.example\/callback\?code=.+&state=s/);
  const { headers, json } = await redeem(end, box);
  expect(headers.get('sandbox')).toBe('true');
  const claims = decodeJwt(json.id_token);
  expect(claims).toMatchObject({
    ...{ sandbox: true, aud: 'box', acr: 'urn:prosopon:acr:face-browser' },
  });
  const { json: user } = await me(json.access_token);
  expect(user).toMatchObject({
    ...{ id: claims.sub, sandbox: true, name: 'ada@shop.example' },
    email: expect.stringMatching(/^\d+@sandbox\.invalid$/),
    bcid: expect.stringMatching(/^sandbox-accounts\.1\.\d+$/),
  });
});

it('are of the user that the application hints at, again and again', async () => {
  const subject = async (hint?: string) => {
    const end = await authorize(box, hint === undefined ? {} : { login_hint: hint });
    return decodeJwt((await redeem(end, box)).json.id_token).sub;
  };
  const [ada, ben, again, nobody] = [
    ...[await subject('ada'), await subject('ben')],
    ...[await subject('ada'), await subject()],
  ];
  expect(again).toBe(ada);
  expect(new Set([ada, ben, nobody]).size).toBe(3);
});

it('fail as the application asks', async () => {
  const errorOf = async (outcome: string) => {
    const { url } = await authorize(box, { sandbox_outcome: outcome });
    const { searchParams } = url;
    return [searchParams.get('error'), searchParams.get('error_description')];
  };
  expect(await errorOf('NotRecognised')).toEqual([
    ...['access_denied', 'sandbox_outcome: NotRecognised'],
  ]);
  expect(await errorOf('NotKnown')).toEqual([
    'invalid_request',
    expect.stringMatching(/^sandbox_outcome: one of success, live=false, /),
  ]);
});

it('open no door at a real client, nor the reverse', async () => {
  const ada = await service.parts.accounts.users.create({ name: 'Ada' });
  expect((await authorize(box)).url.searchParams.has('code')).toBe(true);
  const login = await authorize(shop, { sandbox_outcome: 'success' });
  expect(login.url.pathname).toMatch(/^\/login\//);
  const real = await redeem(await scriptedLogin(service, browser, login, ada), shop);
  const claims = decodeJwt(real.json.id_token);
  expect(claims).not.toHaveProperty('sandbox');
  expect(real.headers.has('sandbox')).toBe(false);
  expect((await me(real.json.access_token)).json).toMatchObject({ name: 'Ada' });
  // The browser is logged in as Ada now.
  const made = await redeem(await authorize(box), box);
  expect((await me(made.json.access_token)).json).toMatchObject({ name: 'Somebody' });
  expect((await authorize(shop)).url.pathname).toMatch(/^\/login\//);
});

it('need no account, and one of that id opens none', async () => {
  const silent = await authorize(shop, { prompt: 'none' });
  expect(silent.url.searchParams.get('error')).toBe('login_required');
  await authorize(box);
  const after = await authorize(shop, { prompt: 'none' });
  expect(after.url.searchParams.has('code')).toBe(false);
  expect(await service.parts.accounts.users.find('sandbox:Somebody')).toBeUndefined();
});
