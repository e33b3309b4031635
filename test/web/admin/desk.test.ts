/** The administration where answers fail, come late, or are asked for again. */
import type { Browser, Page } from 'playwright-core';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { DAY_MS } from '../../../src/durations.ts';
import { startService, type TestService } from '../../../testing/http/service.ts';
import { hasBrowser, openBrowser, openWindow } from '../../../testing/web/browser.ts';
import { de as deDesk } from '../../../web/messages/admin/de.ts';
import { en as desk } from '../../../web/messages/admin/en.ts';
import { de } from '../../../web/messages/de.ts';
import { en } from '../../../web/messages/en.ts';
import { type Answers, answerFor } from '../screens/answers.ts';
import { ENTERED, open as openRow, USERS } from '../screens/desk.ts';
import { NOBODY } from '../screens/people.ts';

const { admin } = desk;

const WELL = {
  ready: true,
  parts: { engine: 'ready', database: 'ready', gallery: 'ready' },
  problems: [],
  encoder: { name: 'edgeface-s-gamma-05', version: 1 },
  needs: [],
};

describe.skipIf(!hasBrowser())('the administration', () => {
  let service: TestService;
  let browser: Browser;
  let page: Page;
  let complaints: string[];

  beforeAll(async () => {
    service = await startService();
    browser = await openBrowser();
  });
  afterAll(async () => {
    await browser?.close();
    await service?.close();
  });
  beforeEach(async () => {
    ({ page, complaints } = await openWindow(browser));
    page.setDefaultTimeout(10_000);
  });
  afterEach(async () => {
    await page.context().close();
    expect(complaints).toEqual([]);
  });

  const open = async (path: string, answers: Answers) => {
    await answerFor(page, { ...ENTERED, ...answers });
    await page.goto(`${service.base}/admin#/${path}`);
    await page.locator('h1').waitFor();
  };
  const press = (name: string) => page.getByRole('button', { name, exact: true }).click();
  const see = (words: string) => page.getByText(words).first().waitFor();

  it('names the program as it is installed', async () => {
    await open('overview', { 'GET /account/v1/session': NOBODY });
    await see('prosopon user create NAME');
    expect(await page.getByText('bin/prosopon').count()).toBe(0);
  });

  it('closes the card of a user who cannot be loaded', async () => {
    const { id, name } = USERS[2]!;
    await open('users', { [`GET /admin/v1/users/${id}`]: { refused: 503 } });
    await openRow(page, { ...en, ...desk }, name);
    const card = page.getByRole('region', { name, exact: true });
    await card.getByText(en.account.refusals[500]).waitFor();
    await card.getByRole('button', { name: en.shell.close }).click();
    await card.waitFor({ state: 'detached' });
  });

  it.each([
    ['clients', { refused: 400, message: 'classId: expected a number' }, de.account.refusals[400]],
    ['jobs', { refused: 403, message: 'Only administrators may do this.' }, deDesk.admin.notAdmin],
    ['users', { refused: 418, message: 'I am a teapot.' }, 'Status 418'],
  ])(
    'says in German why %s are not shown, and nothing in English',
    async (path, refused, words) => {
      await page.context().close();
      ({ page, complaints } = await openWindow(browser, { locale: 'de' }));
      await open(path, { [`GET /admin/v1/${path}`]: refused });
      await see(words);
      expect(await page.getByText(refused.message).count()).toBe(0);
    },
  );

  it('searches for the same people again on another click', async () => {
    let asked = 0;
    const nobody = { templates: [], next: null };
    await open('templates', {
      'GET /admin/v1/templates': async () => {
        asked++;
        return nobody;
      },
    });
    for (const times of [1, 2]) {
      await press(admin.show);
      await expect.poll(() => asked).toBe(times);
    }
  });

  it.each([
    ['without TLS', 'Object.defineProperty(navigator, "clipboard", { value: undefined })'],
    ['without leave', 'navigator.clipboard.writeText = async () => { throw new Error("no"); }'],
  ])('selects shown text if it cannot be copied, %s', async (_why, script) => {
    const link = 'https://faces.example/link#abc';
    const made = { link, expires: new Date().toISOString() };
    const { id, name } = USERS[2]!;
    await page.addInitScript(script);
    await open('users', {
      [`GET /admin/v1/users/${id}`]: { ...USERS[2]!, disabled: false },
      [`POST /admin/v1/users/${id}/link`]: made,
    });
    await openRow(page, { ...en, ...desk }, name);
    await press(admin.users.makeLink);
    await press(en.shell.copy);
    await see(en.shell.notCopied);
    expect(await page.evaluate('String(getSelection())')).toBe(link);
  });

  it('counts until now if another range is chosen long after the page was opened', async () => {
    const opened = Date.UTC(2026, 10, 26, 12);
    const asked: string[] = [];
    await page.clock.install({ time: opened });
    await open('overview', {
      'GET /admin/v1/charts': async (request) => {
        asked.push(new URL(request.url()).searchParams.get('since')!);
        return [];
      },
      'GET /admin/v1/failures': { reasons: [], classes: [] },
      'GET /admin/v1/refused-comparisons': [],
      'GET /admin/v1/health': WELL,
    });
    await expect.poll(() => asked.length).toBe(1);
    await page.clock.fastForward(DAY_MS);
    await page.getByLabel(admin.overview.range).selectOption('week');
    await expect.poll(() => asked.length).toBe(2);
    const last = Math.floor((opened + DAY_MS) / DAY_MS) * DAY_MS;
    expect(Date.parse(asked[1]!)).toBe(last - 6 * DAY_MS);
  });
});
