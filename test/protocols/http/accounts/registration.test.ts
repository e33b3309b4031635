/** Registering an account: whether the address that was given got its link, and gets it once more. */
import { afterAll, beforeAll, expect, it, vi } from 'vitest';
import { openBrowser } from '../../../../testing/http/browser.ts';
import { startService, type TestService } from '../../../../testing/http/service.ts';

let service: TestService;
beforeAll(async () => {
  service = await startService();
});
afterAll(() => service.close());

const CSRF = { 'x-csrf': '1' };

const register = async (
  body: { readonly name: string; readonly email?: string },
  by = openBrowser(service.base),
) => (await by.call('POST', '/account/v1/registration', body, CSRF)).json;

it('reports a sent link only if one was sent', async () => {
  expect(await register({ name: 'nobody' })).toMatchObject({ kind: 'registration', mailed: false });
  for (let i = 0; i < 7; i++)
    expect(await register({ name: `one-${i}`, email: `box+${i}@example.org` })).toMatchObject({
      user: { name: `one-${i}` },
      mailed: i < 5,
    });
  expect(service.mails).toHaveLength(5);
});

it('mails the link again, until the address is confirmed', async () => {
  const email = 'ada@example.org';
  const browser = openBrowser(service.base);
  const again = () => browser.call('POST', '/account/v1/email/confirmation', {}, CSRF);
  await register({ name: 'ada', email }, browser);
  const links = () =>
    service.mails
      .filter(({ to }) => to === email)
      .map(({ text }) => /\/link#(\S+)/.exec(text)![1]!);
  expect((await again()).json).toMatchObject({ user: { email, emailConfirmed: false } });
  await vi.waitFor(() => expect(links()).toHaveLength(2), { interval: 5 });
  const opened = await browser.call('POST', '/account/v1/links', { token: links()[1] }, CSRF);
  expect(opened.json).toMatchObject({ session: { user: { email, emailConfirmed: true } } });
  expect((await again()).status, 'there is nothing to confirm').toBe(404);
});
