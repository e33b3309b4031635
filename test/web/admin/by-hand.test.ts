/** An administrator enrols, verifies and searches with files in a real browser. */
import { pino } from 'pino';
import type { Browser, Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { LOG_HOOKS } from '../../../src/tracing/recent-jobs.ts';
import { testEngine } from '../../../testing/engine.ts';
import { startService, type TestService } from '../../../testing/http/service.ts';
import { portraitJpeg } from '../../../testing/photos.ts';
import { codeOf } from '../../../testing/totp-codes.ts';
import { hasBrowser, openBrowser, openWindow } from '../../../testing/web/browser.ts';
import { inspect } from '../inspect.ts';

describe.skipIf(!hasBrowser())('by hand', () => {
  let service: TestService;
  let browser: Browser;
  let page: Page;
  let complaints: string[];

  beforeAll(async () => {
    const logger = pino({ level: 'info', hooks: LOG_HOOKS }, { write: () => {} });
    service = await startService(await testEngine(), { logger });
    await service.client('shop');
    const { users, secondFactors, sessions } = service.parts.accounts;
    const { id } = await users.create({ name: 'root', admin: true });
    const { secret } = await secondFactors.setUp(id, 'root');
    await secondFactors.confirm(id, await codeOf(secret));
    browser = await openBrowser();
    ({ page, complaints } = await openWindow(browser));
    const { token } = await sessions.begin(id, 'face', { secondFactor: true });
    await page
      .context()
      .addCookies([{ name: 'prosopon_session', value: token, url: service.base }]);
    await page.goto(`${service.base}/admin#/byHand`);
  });
  afterAll(async () => {
    await browser?.close();
    await service?.close();
  });

  const choose = async (person: number) => {
    await page.getByRole('tab', { name: 'File' }).click();
    const buffer = await portraitJpeg(person);
    const file = { name: 'face.jpg', mimeType: 'image/jpeg', buffer };
    await page.locator('input[type=file]').setInputFiles(file);
  };
  const run = (name: string) =>
    page.locator('form').getByRole('button', { name, exact: true }).last().click();

  it('enrols, finds and verifies a face, and the trail says who did', async () => {
    await page.getByRole('tab', { name: 'Enrol' }).click();
    await page.getByLabel('Class id').fill('7');
    await choose(2);
    await run('Enrol');
    await page.getByText('A new template was created').first().waitFor();
    await inspect(page, 'admin-by-hand-enroll', 'English');
    await page.getByRole('tab', { name: 'Search' }).click();
    await run('Search');
    await page.getByText('Class 7').first().waitFor();
    await inspect(page, 'admin-by-hand-search', 'English');
    await page.getByRole('tab', { name: 'Verify' }).click();
    await run('Verify');
    await page.getByText('Verified: it is the person of class 7').first().waitFor();
    await inspect(page, 'admin-by-hand-verify');
    await page.goto(`${service.base}/admin#/audit`);
    await page.getByText('enrolled a face as class 7 of shop: new template.').waitFor();
    await page.getByText('compared a face with class 7 of shop: verified.').waitFor();
    await page.getByText('searched 1 person of shop for a face in one picture').waitFor();
    await service.parts.bookkeeping.written();
    await page.goto(`${service.base}/admin#/jobs`);
    await page
      .getByRole('row', { name: /verify/ })
      .getByRole('link', { name: /-/ })
      .last()
      .click();
    await page.getByText('job verify').first().waitFor();
    await page.getByText('"route": "/admin/v1/by-hand/:client/verify/:classId"').waitFor();
    await inspect(page, 'admin-job');
    await page.getByRole('button', { name: 'Close' }).click();
    await page.getByRole('row', { name: /verify/ }).waitFor();
    expect(complaints).toEqual([]);
  });
});
