/** Ends a login without a face, for tests of what comes after it. */
import { IncomingMessage, ServerResponse } from 'node:http';
import { Socket } from 'node:net';
import type { User } from '../../src/access/accounts/user.ts';
import type { Method } from '../../src/access/oauth/levels.ts';
import type { Browser, Page } from './browser.ts';
import type { TestService } from './service.ts';

/** The request of a page whose login is under way, as the provider reads it. */
export function requestOf(browser: Browser, page: Page) {
  const request = new IncomingMessage(new Socket());
  request.headers = { cookie: browser.cookiesFor(page.url) };
  return { request, response: new ServerResponse(request) };
}

/** Ends the login at `page`, where one is needed, in the name of the user, who consents. */
export async function scriptedLogin(
  service: TestService,
  browser: Browser,
  page: Page,
  user: User,
  methods: readonly Method[] = ['face'],
): Promise<Page> {
  if (!page.url.pathname.includes('/login/')) return page;
  const { request, response } = requestOf(browser, page);
  const { oauth, consents } = service.parts.accounts;
  const { clientId, scopes } = await oauth.loginRequest(request, response);
  await consents.grant(user.id, clientId, scopes);
  const result = { userId: user.id, methods, consented: true };
  return browser.open(new URL(await oauth.finish(request, response, result), page.url));
}
