/** OpenID's conformance plan “RP-initiated logout”: each test bears the name of its module. */
import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest';
import { openBrowser, type Page } from '../../../../../testing/http/browser.ts';
import {
  GONE,
  type Parameters,
  type ProviderUnderTest,
  providerUnderTest,
} from './provider-under-test.ts';

let op: ProviderUnderTest;
let hint: string;

beforeAll(async () => {
  op = await providerUnderTest();
});
afterAll(() => op.close());
beforeEach(async () => {
  op.browser = openBrowser(op.service.base);
  hint = (await op.logIn()).tokens.id_token;
});

const logout = (more: Parameters) => op.browser.open(`/oauth/logout?${new URLSearchParams(more)}`);
/** Where the page leads once the person, or the page by itself, agrees. */
const agree = async ({ text, url, status }: Page) => {
  expect(status).toBe(200);
  const xsrf = /name="xsrf" value="([^"]+)"/.exec(text)?.[1] ?? '';
  const target = new URL('/oauth/logout/confirm', url);
  const { headers } = await fetch(target, {
    method: 'POST',
    headers: { cookie: op.browser.cookiesFor(target) },
    body: new URLSearchParams({ xsrf, logout: 'yes' }),
    redirect: 'manual',
  });
  return headers.get('location');
};
const isLoggedIn = async () => (await op.ask({ prompt: 'none' })).url.searchParams.has('code');

it('oidcc-rp-initiated-logout-discovery-endpoint-verification', () => {
  expect(op.metadata.end_session_endpoint).toBe(`${op.service.base}/oauth/logout`);
});

it.each([
  ['oidcc-rp-initiated-logout', { state: 'x' }, `${GONE}?state=x`],
  ['oidcc-rp-initiated-logout-no-state', {}, GONE],
])('%s', async (_module, more: Parameters, end) => {
  const page = await logout({ id_token_hint: hint, post_logout_redirect_uri: GONE, ...more });
  expect(await agree(page)).toBe(end);
  expect(await isLoggedIn()).toBe(false);
});

it.each([
  ['no-params', () => ({})],
  ['only-state', () => ({ state: 'x' })],
  ['no-post-logout-redirect-uri', () => ({ id_token_hint: hint, state: 'x' })],
] as [string, () => Parameters][])(
  'oidcc-rp-initiated-logout-%s: ends on a page of the provider',
  async (_module, more) => {
    expect(await agree(await logout(more()))).toMatch(
      new RegExp(`^${op.service.base}/oauth/logout/success`),
    );
    expect(await isLoggedIn()).toBe(false);
  },
);

it('oidcc-rp-initiated-logout-no-id-token-hint: an error page, or a question', async () => {
  const page = await logout({ post_logout_redirect_uri: GONE, state: 'x' });
  expect(await agree(page)).not.toContain('rp.example');
});

it.each([
  ['bad-post-logout-redirect-uri', () => ({ post_logout_redirect_uri: `${GONE}/else` })],
  ['query-added-to-post-logout-redirect-uri', () => ({ post_logout_redirect_uri: `${GONE}?x=y` })],
  ['modified-id-token-hint', () => ({ id_token_hint: `${hint.slice(0, -9)}AAAAAAAAA` })],
  ['bad-id-token-hint', () => ({ id_token_hint: 'not a token' })],
] as [string, () => Parameters][])(
  'oidcc-rp-initiated-logout-%s: an error page',
  async (_module, more) => {
    const page = await logout({ id_token_hint: hint, post_logout_redirect_uri: GONE, ...more() });
    expect(page).toMatchObject({ status: 400, url: { origin: op.service.base } });
    expect(await isLoggedIn()).toBe(true);
  },
);
