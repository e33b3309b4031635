/** Logging out at the wish of an application, in a real browser: asked, sent back, signed out of all. */
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import type { Browser } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { User } from '../../src/access/accounts/user.ts';
import type { CreatedClient } from '../../src/access/clients/client.ts';
import { openBrowser as openScripted } from '../../testing/http/browser.ts';
import { scriptedLogin } from '../../testing/http/scripted-login.ts';
import { basic, startService, type TestService, WITHOUT_PKCE } from '../../testing/http/service.ts';
import { hasBrowser, openBrowser, openWindow } from '../../testing/web/browser.ts';

const AUTHORIZATION = '/oauth/authorization?response_type=code&client_id=shop&redirect_uri=';

describe.skipIf(!hasBrowser())('a logout', () => {
  let service: TestService;
  let browser: Browser;
  let site: Server;
  let shop: CreatedClient;
  let ada: User;
  let gone: string;
  const redirect = 'https://shop.example/cb';

  beforeAll(async () => {
    service = await startService();
    browser = await openBrowser();
    site = createServer((_, response) => response.end('the shop')).listen(0, '127.0.0.1');
    await new Promise((listening) => site.once('listening', listening));
    gone = `http://127.0.0.1:${(site.address() as AddressInfo).port}/gone`;
    const addresses = { redirectUris: [redirect], postLogoutRedirectUris: [gone] };
    shop = await service.client('shop', { name: 'Shop', ...addresses, settings: WITHOUT_PKCE });
    await service.client('near', { redirectUris: [gone] });
    ada = await service.parts.accounts.users.create({ name: 'Ada' });
  });
  afterAll(async () => {
    await browser?.close();
    await service?.close();
    site?.close();
  });

  /** A window whose user is logged in for the shop and signed in to the profile, and an ID token. */
  async function loggedIn() {
    const scripted = openScripted(service.base);
    const request = { client_id: 'shop', redirect_uri: redirect, scope: 'openid' };
    const asked = new URLSearchParams({ response_type: 'code', ...request });
    const page = await scripted.open(`/oauth/authorization?${asked}`);
    const end = await scriptedLogin(service, scripted, page, ada);
    const code = end.url.searchParams.get('code')!;
    const form = { grant_type: 'authorization_code', code, redirect_uri: redirect };
    const { json } = await service.call('POST', '/oauth/token', {
      raw: new URLSearchParams(form).toString(),
      headers: { ...basic(shop), 'content-type': 'application/x-www-form-urlencoded' },
    });
    const { token } = await service.parts.accounts.sessions.begin(ada.id, 'face');
    const pairs = scripted.cookiesFor(new URL(service.base)).split('; ');
    const cookies = [...pairs, `prosopon_session=${token}`].map((pair) => {
      const [name = '', value = ''] = pair.split(/=(.*)/s);
      return { name, value, url: service.base };
    });
    const window = await openWindow(browser);
    await window.page.context().addCookies(cookies);
    return { ...window, idToken: json.id_token as string };
  }
  const isSignedIn = async (page: Awaited<ReturnType<typeof loggedIn>>['page']) => {
    const cookies = await page.context().cookies(service.base);
    return cookies.map(({ name }) => name).filter((name) => !name.endsWith('.sig'));
  };

  it.each([
    ['asks, and leads back', true],
    ['leads back at once for who holds the ID token', false],
  ])('%s', async (_, asks) => {
    const { page, complaints, idToken } = await loggedIn();
    const who = asks ? { client_id: 'shop' } : { id_token_hint: idToken };
    const query = new URLSearchParams({ ...who, post_logout_redirect_uri: gone, state: 'kept' });
    expect(await isSignedIn(page)).toContain('prosopon_oauth');
    await page.goto(`${service.base}/oauth/logout?${query}`);
    if (asks) {
      await page.getByText('Shop asks to sign you out.').waitFor();
      await page.getByText('You are signed in here as Ada.').waitFor();
      await page.getByRole('button', { name: 'Sign out' }).click();
    }
    await page.getByText('the shop').waitFor();
    expect(page.url()).toBe(`${gone}?state=kept`);
    expect(await isSignedIn(page)).toEqual([]);
    expect(complaints).toEqual([]);
    await page.context().close();
  });

  it.each([
    ['an unknown client', '/oauth/authorization?client_id=nobody', 'Login not possible'],
    ['an address that is none', `${AUTHORIZATION}http://127.0.0.1:99999/cb`, 'Login not possible'],
    ['a login that ended', '/oauth/authorization/ended', 'Login not possible'],
    ['a logout of nobody', '/oauth/logout', 'You are signed out'],
    ['a logout of nobody for the shop', '/oauth/logout?client_id=shop', 'You are signed out'],
    ['a logout for nobody', '/oauth/logout?client_id=nobody', 'Login not possible'],
    ['the end of a logout', '/oauth/logout/success', 'You are signed out'],
    [
      'the end of a logout declined',
      '/oauth/logout/success?client_id=shop',
      'You are still signed in',
    ],
    ['the end of a logout for nobody', '/oauth/logout/success?client_id=nobody', 'Login not'],
  ])('%s has a page that can be read', async (_, path, text) => {
    const { page, complaints } = await openWindow(browser);
    await page.goto(service.base + path);
    await page.getByText(text).first().waitFor();
    expect(complaints).toEqual([]);
    await page.context().close();
  });

  it('answers an application by query, whatever it asks for', async () => {
    const { page, complaints } = await openWindow(browser);
    const form = { response_mode: 'form_post', state: 'kept' };
    const query = new URLSearchParams({ response_type: 'code', client_id: 'near', ...form });
    await page.goto(`${service.base}/oauth/authorization?${query}&redirect_uri=${gone}`);
    await page.getByText('the shop').waitFor();
    const { searchParams } = new URL(page.url());
    expect(searchParams.get('error')).toBe('unsupported_response_mode');
    expect(searchParams.get('state')).toBe('kept');
    expect(complaints).toEqual([]);
    await page.context().close();
  });

  it('keeps the user signed in who declines', async () => {
    const { page, complaints } = await loggedIn();
    const query = new URLSearchParams({ client_id: 'shop', post_logout_redirect_uri: gone });
    await page.goto(`${service.base}/oauth/logout?${query}`);
    await page.getByRole('button', { name: 'Stay signed in' }).click();
    await page.getByText('the shop').waitFor();
    expect(await isSignedIn(page)).toEqual(
      expect.arrayContaining(['prosopon_oauth', 'prosopon_session']),
    );
    expect(complaints).toEqual([]);
    await page.context().close();
  });
});
