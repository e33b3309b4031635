/** What must not work with the OAuth provider: RFC 6749, 6819, 9207 and 9700, parameter by parameter. */
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import type { User } from '../../../../src/access/accounts/user.ts';
import type { CreatedClient } from '../../../../src/access/clients/client.ts';
import { resetSecondFactor } from '../../../../src/operations/accounts/second-factors.ts';
import { createCallRates } from '../../../../src/protocols/call-rates.ts';
import { type Browser, openBrowser } from '../../../../testing/http/browser.ts';
import { scriptedLogin } from '../../../../testing/http/scripted-login.ts';
import {
  basic,
  startService,
  type TestService,
  WITHOUT_PKCE,
} from '../../../../testing/http/service.ts';

const CALLBACK = 'https://shop.example/callback';
let service: TestService;
let shop: CreatedClient;
let thief: CreatedClient;
let ada: User;
let browser: Browser;

beforeAll(async () => {
  service = await startService();
  shop = await service.client('shop', { redirectUris: [CALLBACK], settings: WITHOUT_PKCE });
  thief = await service.client('thief', {
    redirectUris: [CALLBACK, 'https://thief.example/'],
    settings: WITHOUT_PKCE,
  });
  ada = await service.parts.accounts.users.create({ name: 'Ada' });
});
afterAll(() => service.close());
beforeEach(() => {
  browser = openBrowser(service.base);
});

type Parameters = readonly (readonly [string, string])[];

const REQUEST: Parameters = [
  ['response_type', 'code'],
  ['client_id', 'shop'],
  ['redirect_uri', CALLBACK],
  ['scope', 'basic'],
  ['state', 'kept'],
];

/** The parameters with those of the same name replaced; without a value: left out. */
const replaced = (from: Parameters, name: string, value?: string): Parameters => [
  ...from.filter(([one]) => one !== name),
  ...(value === undefined ? [] : [[name, value] as const]),
];
const query = (parameters: Parameters) =>
  new URLSearchParams(parameters.map(([name, value]): [string, string] => [name, value]));
const authorize = (parameters: Parameters) =>
  browser.open(`/oauth/authorization?${query(parameters)}`);

async function post(path: string, parameters: Parameters, client?: CreatedClient, more = {}) {
  const raw = query(parameters).toString();
  const type = { 'content-type': 'application/x-www-form-urlencoded' };
  const headers = { ...type, ...(client && basic(client)), ...more };
  return service.call('POST', path, { raw, headers });
}

async function code(): Promise<string> {
  const end = await scriptedLogin(service, browser, await authorize(REQUEST), ada);
  return end.url.searchParams.get('code') ?? '';
}
const exchange = (value: string): Parameters => [
  ['grant_type', 'authorization_code'],
  ['code', value],
  ['redirect_uri', CALLBACK],
];
const tokens = async () => (await post('/oauth/token', exchange(await code()), shop)).json;
const refresh = (value: string, ...more: Parameters): Parameters => [
  ['grant_type', 'refresh_token'],
  ['refresh_token', value],
  ...more,
];
const me = async (token: string) =>
  service.call('GET', '/people/me', { headers: { authorization: `Bearer ${token}` } });

describe('an authorization request', () => {
  it.each(['client_id', 'redirect_uri'])(
    'with two values of %s: a page, no redirect',
    async (name) => {
      const again = REQUEST.filter(([one]) => one === name);
      for (const more of [again, [[name, 'https://evil.example/'] as const]]) {
        const page = await authorize([...REQUEST, ...more]);
        expect(page).toMatchObject({ status: 400, url: { origin: service.base } });
        expect(page.headers.get('location')).toBeNull();
      }
    },
  );

  it.each([
    ['no response type', replaced(REQUEST, 'response_type')],
    ['an unknown response type', replaced(REQUEST, 'response_type', 'code token')],
    ['two response types', [...REQUEST, ['response_type', 'token']]],
    ['two scopes', [...REQUEST, ['scope', 'email']]],
    ['two nonces', [...REQUEST, ['nonce', 'a'], ['nonce', 'b']]],
    ['two prompts', [...REQUEST, ['prompt', 'login'], ['prompt', 'none']]],
    ['an unknown prompt', [...REQUEST, ['prompt', 'x']]],
    ['prompt=none and login', [...REQUEST, ['prompt', 'none login']]],
    ['a negative age', [...REQUEST, ['max_age', '-1']]],
    ['an age that is none', [...REQUEST, ['max_age', 'old']]],
    ['a short challenge', [...REQUEST, ['code_challenge', 'x'], ['code_challenge_method', 'S256']]],
    [
      'an unknown method',
      [...REQUEST, ['code_challenge', 'x'.repeat(43)], ['code_challenge_method', 'S512']],
    ],
    ['a method without challenge', [...REQUEST, ['code_challenge_method', 'S256']]],
    ['a request object', [...REQUEST, ['request', 'e30.e30.']]],
    ['an address of one', [...REQUEST, ['request_uri', 'https://evil.example/']]],
  ] as [string, Parameters][])(
    'with %s ends at the client, which learns the issuer',
    async (_, parameters) => {
      const { url } = await authorize(parameters);
      expect(url.origin + url.pathname).toBe(CALLBACK);
      const answer = new URLSearchParams(url.search || url.hash.slice(1));
      const { error, ...rest } = Object.fromEntries(answer);
      expect(error).toMatch(
        /^(invalid_request|unsupported_response_type|request_not_supported|request_uri_not_supported)$/,
      );
      expect(rest).toMatchObject({ iss: service.base, state: 'kept' });
      expect(rest).not.toHaveProperty('code');
    },
  );

  it('with two states returns neither', async () => {
    const { url } = await authorize([...REQUEST, ['state', 'other']]);
    expect(url.searchParams.get('error')).toBe('invalid_request');
    expect(url.searchParams.has('code')).toBe(false);
  });

  it('announces in the metadata that responses name their issuer', async () => {
    const { json } = await service.call('GET', '/.well-known/oauth-authorization-server');
    expect(json).toMatchObject({ authorization_response_iss_parameter_supported: true });
    expect(json.response_types_supported).toEqual(['code']);
    expect(json.grant_types_supported.toSorted()).toEqual(['authorization_code', 'refresh_token']);
  });
});

it('may use redirect URIs on several hosts; users stay the same on all', async () => {
  const ids = [];
  for (const uri of thief.redirectUris) {
    const asked = replaced(replaced(REQUEST, 'client_id', 'thief'), 'redirect_uri', uri);
    const end = await scriptedLogin(service, browser, await authorize(asked), ada);
    const value = end.url.searchParams.get('code') ?? '';
    const { json } = await post(
      '/oauth/token',
      replaced(exchange(value), 'redirect_uri', uri),
      thief,
    );
    ids.push((await me(json.access_token)).json.id);
  }
  expect(ids).toEqual([expect.stringMatching(/^[\w-]{43}$/), ids[0]]);
});

describe('the token endpoint', () => {
  const wrong: [string, (value: string) => Parameters, string][] = [
    ['no grant type', (value) => replaced(exchange(value), 'grant_type'), 'invalid_request'],
    ['no code', (value) => replaced(exchange(value), 'code'), 'invalid_request'],
    ['no redirect URI', (value) => replaced(exchange(value), 'redirect_uri'), 'invalid_request'],
    ['another code', (value) => exchange(`${value}x`), 'invalid_grant'],
    [
      'an unknown grant type',
      () => [['grant_type', 'client_credentials']],
      'unsupported_grant_type',
    ],
    ['the password grant', () => [['grant_type', 'password']], 'unsupported_grant_type'],
    ['no refresh token', () => [['grant_type', 'refresh_token']], 'invalid_request'],
    ['a code as refresh token', refresh, 'invalid_grant'],
    ...['grant_type', 'code', 'redirect_uri', 'client_id'].map(
      (name): [string, (value: string) => Parameters, string] => [
        `two values of ${name}`,
        (value) => {
          const all: Parameters = [...exchange(value), ['client_id', 'shop']];
          return [...all, ...all.filter(([one]) => one === name)];
        },
        'invalid_request',
      ],
    ),
  ];
  it.each(wrong)('answers %s with 400', async (_, parameters, error) => {
    const value = await code();
    const answer = await post('/oauth/token', parameters(value), shop);
    expect(answer).toMatchObject({ status: 400, json: { error } });
    expect(answer.headers.get('cache-control')).toBe('no-store');
  });

  it('accepts neither JSON nor parameters in the address nor any method but POST', async () => {
    const value = await code();
    const headers = basic(shop);
    const body = Object.fromEntries(exchange(value));
    expect((await service.call('POST', '/oauth/token', { body, headers })).status).toBe(400);
    const address = `/oauth/token?${query(exchange(value))}`;
    expect((await service.call('POST', address, { headers })).status).toBe(400);
    expect((await service.call('GET', address, { headers })).status).toBe(405);
    expect((await post('/oauth/token', exchange(value), shop)).status).toBe(200);
  });

  it("requires the client's secret, once", async () => {
    const value = await code();
    const secret = ['client_secret', shop.secret] as const;
    const named: Parameters = [...exchange(value), ['client_id', 'shop']];
    for (const [parameters, headers] of [
      [named, {}],
      [[...named, secret], basic(shop)],
      [[...named, ['client_secret', thief.secret]], {}],
      [named, { authorization: `Bearer ${shop.secret}` }],
      [named, { authorization: `Basic ${shop.secret}` }],
      [named, basic(thief)],
    ] as [Parameters, Record<string, string>][]) {
      const answer = await post('/oauth/token', parameters, undefined, headers);
      expect(answer.status).toBe(400);
      expect(answer.json.error).toMatch(/^invalid_(client|request)$/);
    }
    expect((await post('/oauth/token', exchange(value), shop)).status).toBe(200);
  });
});

describe('a refresh token', () => {
  it('does not work for another client, and the grant ends then at the latest', async () => {
    const { refresh_token: token } = await tokens();
    const stolen = await post('/oauth/token', refresh(token), thief);
    expect(stolen).toMatchObject({ status: 400, json: { error: 'invalid_grant' } });
    const mixed = await post('/oauth/token', refresh(token, ['client_id', 'thief']), shop);
    expect(mixed.status).toBe(400);
  });

  it('ends, as access does, when an administrator resets the account', async () => {
    const { access_token, refresh_token: token } = await tokens();
    const { accounts, audit } = service.parts;
    await resetSecondFactor(accounts, audit, ada, 'support');
    expect((await me(access_token)).status).toBe(401);
    const late = await post('/oauth/token', refresh(token), shop);
    expect(late).toMatchObject({ status: 400, json: { error: 'invalid_grant' } });
    browser = openBrowser(service.base);
    expect((await me((await tokens()).access_token)).status, 'a new login').toBe(200);
  });

  it('gives no more than was granted', async () => {
    const { refresh_token: token } = await tokens();
    const wider = await post('/oauth/token', refresh(token, ['scope', 'basic email']), shop);
    expect(wider).toMatchObject({ status: 400, json: { error: 'invalid_scope' } });
  });
});

describe('the other endpoints', () => {
  it("reveal nothing without a client's credentials", async () => {
    const { access_token: token } = await tokens();
    for (const path of ['/oauth/introspection', '/oauth/revocation']) {
      for (const client of [undefined, { ...shop, secret: 'x' }]) {
        const { status, json } = await post(path, [['token', token]], client);
        expect([400, 401]).toContain(status);
        expect(json.error).toMatch(/^invalid_(client|request)$/);
      }
      expect((await post(path, [], shop)).status).toBe(400);
      const twice: Parameters = [
        ['token', token],
        ['token', token],
      ];
      expect((await post(path, twice, shop)).status).toBe(400);
    }
    expect((await me(token)).status).toBe(200);
  });

  it('accept an access token in the Authorization header only', async () => {
    const { access_token: token, refresh_token } = await tokens();
    expect((await post('/people/me', [['access_token', token]])).status).toBe(401);
    for (const authorization of [
      token,
      `Basic ${token}`,
      `Bearer ${token} x`,
      `Bearer ${refresh_token}`,
    ])
      expect((await service.call('GET', '/people/me', { headers: { authorization } })).status).toBe(
        401,
      );
  });
});

it('a later client of a deleted id gets nothing that was granted to the earlier one', async () => {
  const first = await service.client('brief', { redirectUris: [CALLBACK], settings: WITHOUT_PKCE });
  const asked = replaced(REQUEST, 'client_id', 'brief');
  const end = await scriptedLogin(service, browser, await authorize(asked), ada);
  const value = end.url.searchParams.get('code') ?? '';
  const { json } = await post('/oauth/token', exchange(value), first);
  expect((await me(json.access_token)).status).toBe(200);
  await service.deleteClient('brief');
  const second = await service.client('brief', {
    redirectUris: [CALLBACK],
    settings: WITHOUT_PKCE,
  });
  expect((await me(json.access_token)).status).toBe(401);
  expect((await post('/oauth/token', refresh(json.refresh_token), second)).status).toBe(400);
  expect((await authorize(asked)).url.pathname).toMatch(/^\/login\//);
});

describe('every call of the pages', () => {
  /** Method and address of each that is no reading, a made-up value in place of parameters. */
  function changes(): [string, string][] {
    const above: string[] = [];
    return service.app
      .printRoutes()
      .replace('(empty root node)', '')
      .split('\n')
      .flatMap((line) => {
        const [, indent = '', name = '', methods = ''] =
          /^(.*?)[├└]── (\S*)(?: \((.*)\))?/.exec(line) ?? [];
        above.splice(indent.length / 4, above.length, name);
        const path = above.join('').replaceAll(/:\w+/g, 'x');
        if (!/^\/(account|admin|login)\/./.test(path)) return [];
        return methods
          .split(', ')
          .filter((method) => ['POST', 'PUT', 'DELETE'].includes(method))
          .map((method): [string, string] => [method, path]);
      });
  }

  it('that changes something is refused from elsewhere and without the header', async () => {
    const all = changes();
    expect(all.length).toBeGreaterThan(25);
    for (const [method, path] of all)
      for (const headers of [
        {},
        { 'x-csrf': '0' },
        { 'x-csrf': '1', origin: 'https://evil.example' },
        { 'x-csrf': '1', origin: 'null' },
        { 'x-csrf': '1', 'sec-fetch-site': 'cross-site' },
        { 'x-csrf': '1', 'sec-fetch-site': 'same-site' },
      ]) {
        const { status } = await browser.call(method, path, {}, headers);
        expect({ method, path, headers, status }).toMatchObject({ status: 403 });
      }
  });
});

it('tells too frequent callers when to come back, at every endpoint', async () => {
  const busy = await startService(undefined, { rates: createCallRates({ callsPerAddress: 3 }) });
  try {
    for (const path of ['/oauth/jwks', '/token', '/account/v1/session', '/people/me']) {
      let answer = await busy.call('GET', path);
      for (let i = 0; i < 4 && answer.status !== 429; i++) answer = await busy.call('GET', path);
      expect({ path, status: answer.status }).toEqual({ path, status: 429 });
      expect(Number(answer.headers.get('retry-after'))).toBeGreaterThan(0);
    }
  } finally {
    await busy.close();
  }
});
