/** Sites that use other people's OAuth clients: openid-client (on oauth4webapi) and passport-oauth2. */
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import type { Express } from 'express';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { createOpenIdSite } from '../../examples/relying-party/openid.ts';
import { createPassportSite } from '../../examples/relying-party/passport.ts';
import type { SiteSettings } from '../../examples/relying-party/site.ts';
import type { User } from '../../src/access/accounts/user.ts';
import { type Browser, openBrowser } from '../../testing/http/browser.ts';
import { requestOf, scriptedLogin } from '../../testing/http/scripted-login.ts';
import { startService, type TestService } from '../../testing/http/service.ts';

let service: TestService;
let ada: User;
const servers: Server[] = [];

beforeAll(async () => {
  service = await startService();
  ada = await service.parts.accounts.users.create({ name: 'Ada & Co' });
});
afterAll(async () => {
  for (const server of servers) server.close();
  await service.close();
});

/** Starts a site on a free port, registered as a client. */
async function startSite(
  id: string,
  create: (settings: SiteSettings) => Express | Promise<Express>,
): Promise<string> {
  let app: Express | undefined;
  const server = createServer((request, response) => app?.(request, response));
  servers.push(server.listen(0, '127.0.0.1'));
  await new Promise((listening) => server.once('listening', listening));
  const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  const { secret } = await service.client(id, { redirectUris: [`${url}/callback`] });
  app = await create({ issuer: service.base, clientId: id, clientSecret: secret, url });
  return url;
}

describe.each([
  ['openid-client', createOpenIdSite],
  ['passport-oauth2', createPassportSite],
])('a site with %s', (name, create) => {
  let site: string;
  let browser: Browser;
  beforeAll(async () => {
    site = await startSite(name, create);
  });
  beforeEach(() => {
    browser = openBrowser(service.base, site);
  });

  it('logs the user in and shows their data', async () => {
    expect((await browser.open(site)).text).toContain('Nobody is logged in');
    const login = await browser.open(`${site}/login`);
    expect(login.url.origin).toBe(service.base);
    const end = await scriptedLogin(service, browser, login, ada);
    expect(end.url.href).toBe(`${site}/`);
    expect(end.text).toContain('logged in as <strong>Ada &#38; Co</strong>');
    expect((await browser.open(`${site}/logout`)).text).toContain('Nobody is logged in');
  });

  it('logs nobody in who has the session from before the login', async () => {
    const login = await browser.open(`${site}/login`);
    const cookie = browser.cookiesFor(new URL(site));
    expect(cookie).not.toBe('');
    const end = await scriptedLogin(service, browser, login, ada);
    expect(end.text).toContain('logged in as');
    const earlier = await fetch(site, { headers: { cookie } });
    expect(await earlier.text()).toContain('Nobody is logged in');
  });

  it('refuses a response with a foreign state, and a cancelled login', async () => {
    await browser.open(`${site}/login`);
    const forged = new URLSearchParams({ code: 'x', state: 'y', iss: service.base });
    expect((await browser.open(`${site}/callback?${forged}`)).status).toBe(403);
    const login = await browser.open(`${site}/login`);
    const { request, response } = requestOf(browser, login);
    const location = await service.parts.accounts.oauth.abort(request, response);
    expect((await browser.open(location)).status).toBe(403);
    expect((await browser.open(site)).text).toContain('Nobody is logged in');
  });
});
