/**
 * Clients written with libraries of other languages. Such a program is started with issuer, client
 * id, secret and two redirect URIs. It prints `open ADDRESS` where a browser is needed, reads the
 * address where the browser ends up, and at last prints what it saw as JSON.
 */
import { spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { createInterface } from 'node:readline';
import { text } from 'node:stream/consumers';
import { expect } from 'vitest';
import { openBrowser, type Page } from '../../../../../testing/http/browser.ts';
import { scriptedLogin } from '../../../../../testing/http/scripted-login.ts';
import { startService } from '../../../../../testing/http/service.ts';

const CALLBACK = 'https://shop.example/callback';
const GONE = 'https://shop.example/gone';

/** Whether a command succeeds here. */
export const works = (command: string, args: readonly string[], env = {}): boolean =>
  spawnSync(command, args, { env: { ...process.env, ...env } }).status === 0;

/** Lets the program log a user in, renew, and log out, and expects that it saw what it should. */
export async function expectLogin(command: string, args: readonly string[]): Promise<void> {
  await using service = Object.assign(await startService(), {
    [Symbol.asyncDispose]: () => service.close(),
  });
  const { users } = service.parts.accounts;
  const ada = await users.create({ name: 'Ada', email: 'ada@example.org' });
  await users.confirmEmail(ada.id, 'ada@example.org');
  const shop = await service.client('shop', {
    redirectUris: [CALLBACK],
    postLogoutRedirectUris: [GONE],
  });
  const browser = openBrowser(service.base);
  /** Presses the button of the page that asks whether to log out. */
  const confirmLogout = async ({ text: page, url }: Page): Promise<string> => {
    const xsrf = /name="xsrf" value="([^"]+)"/.exec(page)?.[1] ?? '';
    const answer = await fetch(new URL('/oauth/logout/confirm', url), {
      method: 'POST',
      headers: { cookie: browser.cookiesFor(new URL('/oauth/logout/confirm', url)) },
      body: new URLSearchParams({ xsrf, logout: 'yes' }),
      redirect: 'manual',
    });
    return answer.headers.get('location') ?? '';
  };
  const program = spawn(command, [...args, service.base, shop.id, shop.secret, CALLBACK, GONE]);
  const complaints = text(program.stderr);
  const ended = once(program, 'close');
  let report: unknown;
  for await (const line of createInterface({ input: program.stdout })) {
    const [, address] = /^open (.*)$/.exec(line) ?? [];
    if (address === undefined) {
      report = JSON.parse(line);
      continue;
    }
    const page = await browser.open(address);
    const end =
      page.url.pathname === '/oauth/logout'
        ? await confirmLogout(page)
        : (await scriptedLogin(service, browser, page, ada)).url.href;
    program.stdin.write(`${end}\n`);
  }
  const [code] = await ended;
  expect(code, await complaints).toBe(0);
  const sub = await service.parts.accounts.oauth.subject(ada.id, shop.id);
  expect(report).toEqual({
    sub,
    user: expect.objectContaining({ sub, name: 'Ada', email: 'ada@example.org' }),
    renewed: true,
    reused: 'invalid_grant',
    afterReuse: 401,
    loggedOut: `${GONE}?state=kept`,
  });
}
