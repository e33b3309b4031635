/** The service below a path of another site: `deploy/nginx-path.conf`, whether it keeps the path or not. */
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { enrolmentLink } from '../../src/operations/accounts/account-mail.ts';
import { ROOT } from '../../testing/cli/run-cli.ts';
import { findProgram } from '../../testing/find-program.ts';
import { type Browser, openBrowser } from '../../testing/http/browser.ts';
import { scriptedLogin } from '../../testing/http/scripted-login.ts';
import { basic, startService, type TestService, WITHOUT_PKCE } from '../../testing/http/service.ts';
import { type Balancer, startNginx } from '../../testing/nginx.ts';
import { hasBrowser, openBrowser as openChromium, openWindow } from '../../testing/web/browser.ts';
import { answerFor } from '../web/screens/answers.ts';
import { session } from '../web/screens/desk.ts';

const nginx = findProgram('nginx');
const kept = readFileSync(join(ROOT, 'deploy/nginx-path.conf'), 'utf8')
  .replace('$host;', '$http_host;')
  .replaceAll('http://127.0.0.1:8080', 'http://prosopon');
const stripped = kept.replace('http://prosopon;', 'http://prosopon/;');

describe.skipIf(nginx === undefined).each([
  ['keeps the path', kept],
  ['takes it off', stripped],
])('nginx that %s (needs nginx)', (_, locations) => {
  let service: TestService;
  let proxy: Balancer;
  let browser: Browser;
  const url = () => `${proxy?.url ?? 'http://127.0.0.1'}/face`;

  beforeAll(async () => {
    const trusted = { trustedProxies: ['127.0.0.1'] };
    service = await startService(undefined, trusted, 'sqlite', url);
    proxy = await startNginx(nginx!, [service.base], locations);
  });
  afterAll(async () => {
    await proxy?.stop();
    await service?.close();
  });
  beforeEach(() => {
    browser = openBrowser(proxy.url);
  });

  it('a login works up to the user information, all of it below the path', async () => {
    const { json: metadata } = await browser.open('/face/.well-known/openid-configuration');
    expect(metadata.issuer).toBe(url());
    for (const [name, address] of Object.entries(metadata))
      if (name.endsWith('_endpoint') || name === 'jwks_uri')
        expect(address, name).toMatch(new RegExp(`^${url()}/`));
    const before = await browser.open('/.well-known/oauth-authorization-server/face');
    expect(before.json.issuer).toBe(url());

    const id = `shop${locations.length}`;
    const redirectUris = ['https://shop.example/cb'];
    const shop = await service.client(id, { redirectUris, settings: WITHOUT_PKCE });
    const ada = await service.parts.accounts.users.create({ name: `Ada ${id}` });
    const asked = new URLSearchParams({
      ...{ response_type: 'code', client_id: id, redirect_uri: redirectUris[0]!, scope: 'openid' },
    });
    const page = await browser.open(`${metadata.authorization_endpoint}?${asked}`);
    expect(page.url.pathname).toMatch(/^\/face\/login\//);
    expect(page.headers.getSetCookie().join()).toMatch(/path=\/face\/login\//);
    const state = await browser.call('GET', `${page.url.pathname}/state`, undefined, {
      'x-csrf': '1',
    });
    expect(state.json.client.name).toBe(id);
    const end = await scriptedLogin(service, browser, page, ada);
    expect(end.url.searchParams.get('iss')).toBe(url());
    const form = new URLSearchParams({
      grant_type: 'authorization_code',
      code: end.url.searchParams.get('code')!,
      redirect_uri: redirectUris[0]!,
    });
    const redeemed = await fetch(metadata.token_endpoint, {
      method: 'POST',
      headers: basic(shop),
      body: form,
    });
    const { access_token: token } = (await redeemed.json()) as { access_token: string };
    const headers = { authorization: `Bearer ${token}` };
    const me = await fetch(metadata.userinfo_endpoint, { headers });
    expect(await me.json()).toMatchObject({ profile: `${url()}/profile` });
  });

  it('cookies are bound to the path, and mailed links lead below it', async () => {
    const user = await service.parts.accounts.users.create({ name: 'Mailed' });
    const { link } = await enrolmentLink(service.parts.accounts, user);
    expect(link).toMatch(new RegExp(`^${url()}/link#`));
    const body = { token: link.split('#')[1] };
    const redeemed = await browser.call('POST', '/face/account/v1/links', body, { 'x-csrf': '1' });
    expect(redeemed.headers.getSetCookie().join()).toMatch(/prosopon_session=.*path=\/face/i);
    const { json } = await browser.call('GET', '/face/account/v1/session');
    expect(json.user.name).toBe('Mailed');
  });

  it('programs get addresses below it, and metrics stay internal', async () => {
    const about = await fetch(`${url()}/`, { headers: { accept: 'application/json' } });
    expect(await about.json()).toMatchObject({ documentation: '/face/docs' });
    for (const address of ['/face/openapi.json', '/face/docs/api/json'])
      expect((await browser.open(address)).json.servers[0].url, address).toBe('/face');
    expect((await fetch(`${url()}/metrics`)).status).toBe(404);
    const away = await fetch(`${url()}/docs/api/static/index.html`, { redirect: 'manual' });
    expect(away.headers.get('location')).toBe('/face/docs/api/');
    for (const address of ['/face/docs/..%2f..%2f..%2fpackage', '/face/docs/nothing'])
      expect((await fetch(service.base + address)).status, address).toBe(404);
  });

  // Pages are the same whatever the proxy does.
  it.skipIf(locations !== kept || !hasBrowser())(
    'pages find their resources, and link to each other',
    async () => {
      const chromium = await openChromium();
      try {
        const { page, complaints } = await openWindow(chromium);
        const outside: string[] = [];
        page.on('request', (request) => {
          const { origin, pathname } = new URL(request.url());
          if (origin === proxy.url && !pathname.startsWith('/face/')) outside.push(pathname);
        });
        const heading = (name: string) => page.getByRole('heading', { name }).first().waitFor();
        await page.goto(`${url()}/`);
        await heading('recognises you by your face');
        await page.getByRole('link', { name: 'My profile' }).click();
        await heading('Sign in to your profile');
        await page.goto(`${url()}/admin`);
        await heading('Sign in as an administrator');
        await page.goto(`${url()}/nowhere`);
        await heading('There is no such page');
        await page.goto(`${url()}/oauth/authorization?client_id=nobody`);
        await heading('Login not possible');
        await page.goto(`${url()}/docs`);
        await page.getByRole('searchbox').fill('rollback');
        await page.getByRole('link', { name: 'Upgrade Upkeep' }).click();
        await heading('Upkeep');
        await page.goto(`${url()}/docs/api`);
        await page.getByRole('heading', { name: 'Prosopon' }).first().waitFor();
        const element = `${url()}/capture/prosopon-capture-element.js`;
        await page.goto(`${url()}/`);
        await answerFor(page, {
          'GET /face/account/v1/session': session('owner'),
          'GET /face/admin/v1/audit': [],
        });
        const leadsTo = (name: string) =>
          page.getByRole('link', { name, exact: true }).getAttribute('href');
        await page.goto(`${url()}/register?login=abc`);
        expect(await leadsTo('Back to the login')).toBe('/face/login/abc');
        await page.goto(`${url()}/admin#/audit`);
        expect(await leadsTo('Download')).toMatch('/face/admin/v1/audit/export');
        expect(
          await page.evaluate(async (module) => Object.keys(await import(module)), element),
        ).not.toEqual([]);
        expect(outside).toEqual([]);
        expect(complaints).toEqual([]);
      } finally {
        await chromium.close();
      }
    },
  );
});
