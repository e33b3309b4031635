/** The organisation's own login in a real browser: its button, there and back, and signing in again. */
import type { Browser, Page } from 'playwright-core';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { startOpenIdProvider, type TestProvider } from '../../../testing/http/openid-provider.ts';
import { startService, type TestService } from '../../../testing/http/service.ts';
import { hasBrowser, openBrowser, openWindow } from '../../../testing/web/browser.ts';
import { en as desk } from '../../../web/messages/admin/en.ts';
import { en } from '../../../web/messages/en.ts';
import { inspect } from '../inspect.ts';

const ADA = { subject: 'a1', name: 'Ada Lovelace', groups: ['owners'] };
const BEN = { subject: 'b2', name: 'Ben', groups: [] };
const { provider: words } = desk.admin;

describe.skipIf(!hasBrowser())("the organisation's own login", () => {
  let provider: TestProvider;
  let service: TestService;
  let browser: Browser;
  let page: Page;
  let complaints: string[];
  const said = (text: string) => text.replaceAll('{host}', new URL(provider.issuer).host);

  beforeAll(async () => {
    provider = await startOpenIdProvider([ADA, BEN]);
    const adminLogin = provider.config({ roles: ['owners=owner'] });
    service = await startService(undefined, { adminLogin });
    provider.register(`${service.base}/admin/callback`);
    browser = await openBrowser();
  });
  afterAll(async () => {
    await browser?.close();
    await service?.close();
    await provider?.close();
  });
  beforeEach(async () => {
    ({ page, complaints } = await openWindow(browser));
    page.setDefaultTimeout(10_000);
    await page.goto(`${service.base}/admin`);
    await heading(desk.admin.signIn);
  });
  afterEach(async () => {
    await page.context().close();
    expect(complaints).toEqual([]);
  });

  const go = (from = page) => from.getByRole('link', { name: said(words.signIn) }).click();
  const heading = (name: string, of = page) =>
    of.getByRole('heading', { level: 1, name }).waitFor();
  const logIn = async ({ name }: { readonly name: string }) => {
    await go();
    await page.getByRole('link', { name }).click();
  };

  it('leads there and back, and needs no face', async () => {
    await heading(desk.admin.signIn);
    await inspect(page, 'admin-provider-sign-in');
    await logIn(ADA);
    await heading('Overview');
    expect(await page.getByText(desk.admin.notEnrolled).count()).toBe(0);
    await inspect(page, 'admin-provider');
    await page.goto(`${service.base}/admin#/audit`);
    await page.getByText(/signed in as Ada Lovelace/).waitFor();
    await inspect(page, 'admin-provider-audit');
    await page.goto(`${service.base}/profile`);
    await heading(en.signInTitles.identify);
    await page.goto(`${service.base}/register`);
    await heading(en.register.titles.name);
    await page.goto(`${service.base}/admin`);
    await page.getByRole('button', { name: 'Sign out Ada Lovelace' }).click();
    await heading(desk.admin.signIn);
  });

  it('is asked for again in a new tab, and keeps what was typed', async () => {
    await logIn(ADA);
    await page.goto(`${service.base}/admin#/users`);
    await page.getByRole('button', { name: 'New user' }).click();
    await page.getByRole('textbox', { name: 'Name', exact: true }).fill('somebody');
    await service.signedInAgo(null, 11);
    await page.locator('form').getByRole('button', { name: 'New user' }).click();
    const dialog = page.getByRole('dialog');
    await dialog.getByText(words.again).waitFor();
    await inspect(page, 'admin-provider-again', 'English');
    const [tab] = await Promise.all([
      page.context().waitForEvent('page'),
      dialog.getByRole('link').click(),
    ]);
    await heading('Overview', tab);
    await tab.close();
    await dialog.getByRole('button', { name: en.account.next }).click();
    await dialog.waitFor({ state: 'detached' });
    await expect
      .poll(() => service.parts.accounts.users.findByIdentifier('somebody'))
      .toBeDefined();
  });

  it('says who has no role, and lets others sign in by face', async () => {
    await logIn(BEN);
    await page.getByText(said(words.refusals.PermissionDenied)).waitFor();
    await inspect(page, 'admin-provider-no-role');
    await heading(desk.admin.signIn);
  });

  it('says when the provider does not answer', async () => {
    await provider.close();
    await go();
    await page.getByText(said(words.refusals.Unavailable)).waitFor();
    await heading(desk.admin.signIn);
    await provider.open();
  });
});
