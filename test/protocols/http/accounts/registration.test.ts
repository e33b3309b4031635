/** Registering an account: whether the address that was given got its link. */
import { afterAll, beforeAll, expect, it } from 'vitest';
import { openBrowser } from '../browser.ts';
import { startService, type TestService } from '../service.ts';

let service: TestService;
beforeAll(async () => {
  service = await startService();
});
afterAll(() => service.close());

const register = async (body: { readonly name: string; readonly email?: string }) =>
  (
    await openBrowser(service.base).call('POST', '/account/v1/registration', body, {
      'x-csrf': '1',
    })
  ).json;

it('says that a link was sent only when one was', async () => {
  expect(await register({ name: 'nobody' })).toMatchObject({ kind: 'registration', mailed: false });
  for (let i = 0; i < 7; i++)
    expect(await register({ name: `one-${i}`, email: `box+${i}@example.org` })).toMatchObject({
      user: { name: `one-${i}` },
      mailed: i < 5,
    });
  expect(service.mails).toHaveLength(5);
});
