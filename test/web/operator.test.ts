/** The first page, the documentation, the page where there is nothing, and what people are told of the operator. */
import type { Browser, Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { errorPage } from '../../src/access/oauth/error-page.ts';
import { NO_OPERATOR } from '../../src/access/operator/operator.ts';
import { startService, type TestService } from '../../testing/http/service.ts';
import {
  bottomOf,
  DESKTOP,
  findViolations,
  hasBrowser,
  openBrowser,
  openWindow,
  PHONE,
  scrollsSideways,
} from '../../testing/web/browser.ts';
import { ar } from '../../web/messages/ar.ts';
import { en } from '../../web/messages/en.ts';
import { zh } from '../../web/messages/zh.ts';
import { inspect } from './inspect.ts';
import { findFaults } from './layout.ts';
import { walk } from './walk.ts';

const LOGO = '<svg xmlns="http://www.w3.org/2000/svg" width="41" height="30"/>';

const CLINIC = {
  ...NO_OPERATOR,
  name: 'Clinic by the Park',
  logo: { type: 'image/svg+xml', bytes: Buffer.from(LOGO) },
  colour: '#ffe100',
  controller: 'Clinic by the Park Ltd, 1 Park Street, Sampletown',
  contact: 'mailto:hello@clinic.example',
  privacy: 'https://clinic.example/privacy',
  imprint: 'https://clinic.example/imprint',
  retention: { en: 'Until you erase your account.', de: 'Bis Sie Ihr Konto löschen.' },
  consent: { version: '2026-11', texts: { en: `I agree.${' This text is long.'.repeat(40)}` } },
};

/** Of the name in the header: its box, its first letter and its first line, as left and right ends. */
const BEGINNING = `(() => {
  const name = document.querySelector('.brand span');
  const range = document.createRange();
  const ends = ({ left, right }) => [left, right].map(Math.round);
  range.selectNodeContents(name);
  const line = ends(range.getClientRects()[0]);
  range.setEnd(name.firstChild, 1);
  return { box: ends(name.getBoundingClientRect()), letter: ends(range.getBoundingClientRect()), line };
})()`;

describe.skipIf(!hasBrowser())('the operator of a service', () => {
  let service: TestService;
  let browser: Browser;
  let page: Page;
  let complaints: string[];

  beforeAll(async () => {
    service = await startService(undefined, { operator: CLINIC });
    browser = await openBrowser();
    ({ page, complaints } = await openWindow(browser));
  });
  afterAll(async () => {
    await browser?.close();
    await service?.close();
    expect(complaints).toEqual([]);
  });

  it('is named on the first page, which leads people and operators on', async () => {
    await page.goto(service.base);
    await page.getByRole('heading', { name: 'Clinic by the Park recognises you' }).waitFor();
    expect(await page.title()).toBe('Start · Clinic by the Park');
    expect(await page.evaluate('document.querySelector(".brand img").naturalWidth'), 'logo').toBe(
      41,
    );
    expect(await page.locator('footer').textContent()).not.toContain(en.shell.drafted);
    for (const [name, address] of [
      ['My profile', '/profile'],
      ['Register', '/register'],
      ['Playground', '/playground'],
      ['Privacy', 'https://clinic.example/privacy'],
    ] as const)
      expect(await page.getByRole('link', { name }).first().getAttribute('href')).toBe(address);
    await page.getByText('Who is responsible').click();
    await page.getByText(CLINIC.controller).waitFor();
    await page.getByText(CLINIC.retention.en).waitFor();
    expect(await walk(page)).toEqual([]);
    await inspect(page, 'landing');
  });

  it('is named before people agree', async () => {
    await page.goto(service.base);
    await page.evaluate(`fetch('/account/v1/registration', {
      method: 'POST',
      headers: { 'content-type': 'application/json', 'x-csrf': '1' },
      body: '{"name": "ada"}',
    })`);
    await page.goto(`${service.base}/register`);
    await page.getByText(CLINIC.consent.texts.en).waitFor();
    await page.getByText('Version 2026-11').waitFor();
    const consent = page.locator('.consent-text');
    await consent.getByText(CLINIC.controller).waitFor();
    await consent.getByText(CLINIC.retention.en).waitFor();
    expect(await walk(page)).toEqual([]);
    await inspect(page, 'consent-of-an-operator');
    await page.setViewportSize({ width: 390, height: 664 });
    const agree = page.getByRole('checkbox', { name: 'I agree' });
    expect(await bottomOf(agree), 'in sight below a long text').toBeLessThan(664);
    await page.setViewportSize(DESKTOP);
  });

  it('says that faces cannot be checked yet before a name is typed', async () => {
    const visitor = await openWindow(browser);
    await visitor.page.goto(`${service.base}/profile`);
    await visitor.page.getByText('The service is starting.').waitFor();
    expect(await visitor.page.getByRole('textbox').count()).toBe(0);
    expect(await walk(visitor.page)).toEqual([]);
    await inspect(visitor.page, 'service-starting');
    await visitor.page.context().close();
  });

  it('may have a long name on a phone, which keeps its direction', async () => {
    const visitor = await openWindow(browser, { locale: 'ar', viewport: PHONE });
    const name = 'Medizinisches Versorgungszentrum Hohenlohe-Schillingsfürst A';
    await visitor.page.route('**/operator.json', async (route) => {
      const operator = await (await route.fetch()).json();
      await route.fulfill({ json: { ...operator, name } });
    });
    await visitor.page.goto(service.base);
    await visitor.page.getByRole('link', { name }).waitFor();
    expect(await scrollsSideways(visitor.page)).toBe(false);
    expect(await visitor.page.locator('footer bdi').allTextContents()).toEqual([
      CLINIC.controller,
      CLINIC.retention.en,
    ]);
    type Ends = readonly [left: number, right: number];
    const { box, letter, line } =
      await visitor.page.evaluate<Record<'box' | 'letter' | 'line', Ends>>(BEGINNING);
    expect(letter[0], 'the name is cut at its end').toBeGreaterThanOrEqual(box[0]);
    expect(line[1], 'and stands beside the logo').toBe(box[1]);
    await visitor.page.context().close();
  });

  it("is named in people's language, in its direction", async () => {
    const visitor = await openWindow(browser, { locale: 'ar', viewport: PHONE });
    await visitor.page.goto(service.base);
    await visitor.page.locator('html[lang=ar][dir=rtl] main').waitFor();
    expect(await scrollsSideways(visitor.page)).toBe(false);
    expect(await findViolations(visitor.page, 'all')).toEqual([]);
    const foot = () => visitor.page.locator('footer').textContent();
    expect(await foot(), 'translated by machine').toContain(ar.shell.drafted);
    await visitor.page.getByRole('combobox').selectOption('zh');
    await visitor.page.locator('html[lang=zh][dir=ltr]').waitFor({ state: 'attached' });
    await visitor.page.reload();
    await visitor.page.locator('html[lang=zh] main').waitFor();
    expect(await foot()).toContain(zh.shell.drafted);
    await visitor.page.goto(`${service.base}/playground`);
    await visitor.page.locator('html[lang=en] main').waitFor();
    await visitor.page.context().close();
    expect(visitor.complaints).toEqual([]);
  });

  it('a page for people loads less than 60 kB, in German, too, and names the operator', async () => {
    for (const path of ['/register', '/login/none', '/profile', '/link#none']) {
      const visitor = await openWindow(browser, { locale: 'de-DE' });
      const loaded: Promise<number>[] = [];
      visitor.page.on('requestfinished', (request) => {
        loaded.push(request.sizes().then(({ responseBodySize }) => responseBodySize));
      });
      await visitor.page.goto(service.base + path, { waitUntil: 'networkidle' });
      await visitor.page.locator('html[lang=de] h1').waitFor();
      await visitor.page.locator(`footer a[href="${CLINIC.privacy}"]`).waitFor();
      const bytes = (await Promise.all(loaded)).reduce((sum, size) => sum + size, 0);
      await visitor.page.context().close();
      expect(bytes, path).toBeGreaterThan(20_000);
      expect(bytes, path).toBeLessThan(60_000);
    }
  });

  it('the documentation can be read and searched without a network', async () => {
    await page.goto(`${service.base}/docs`);
    await page.locator('.brand').getByText(CLINIC.name).waitFor();
    await page.locator(`footer a[href="${CLINIC.imprint}"]`).waitFor();
    const search = page.getByRole('searchbox');
    await search.fill('rollback');
    await page.getByRole('link', { name: 'Upgrade Upkeep' }).waitFor();
    await search.press('ArrowDown');
    expect(await page.evaluate<string>('document.activeElement.tagName')).toBe('A');
    await page.keyboard.press('ArrowUp');
    await page.keyboard.press('Escape');
    expect(await search.inputValue()).toBe('');
    await search.fill('rollback');
    const first = await page.getByRole('search').getByRole('link').first().getAttribute('href');
    await search.press('Enter');
    await page.waitForURL(service.base + first);
    await page.goto(`${service.base}/docs/first-calls`);
    await page.getByRole('tab', { name: 'Python' }).first().click();
    await page.getByRole('tabpanel', { name: 'Python' }).getByText('from pathlib').waitFor();
    await page.getByRole('button', { name: 'Copy' }).first().waitFor();
    await inspect(page, 'documentation-tabs');
    await page.goto(`${service.base}/docs`);
    await search.fill('rollbck');
    const found = page.getByRole('link', { name: 'Upgrade Upkeep' });
    await found.waitFor();
    await page.setViewportSize(PHONE);
    expect(await findFaults(page)).toEqual([]);
    await found.click();
    await page.getByRole('heading', { name: 'Upgrade', exact: true }).waitFor();
    expect(page.url()).toBe(`${service.base}/docs/operate/upkeep#upgrade`);
    await inspect(page, 'documentation');
  });

  it('is named in the API description, in plain text', async () => {
    const operator = { ...CLINIC, name: '<b>Clinic</b> *by* [the](https://x.example) Park' };
    const told = await startService(undefined, { operator });
    try {
      await page.goto(`${told.base}/docs/api`);
      const info = page.locator('.information-container');
      await info.getByText(operator.name).first().waitFor();
      await info.getByText(CLINIC.controller).waitFor();
      const addresses = await page.evaluate<readonly string[]>(
        `[...document.querySelectorAll('.information-container a')].map((a) => a.getAttribute('href'))`,
      );
      expect(addresses).toEqual(
        expect.arrayContaining([CLINIC.privacy, CLINIC.imprint, CLINIC.contact]),
      );
      expect(addresses.join()).not.toContain('x.example');
      expect(await page.title()).toBe(operator.name);
      await page.getByRole('link', { name: 'Documentation' }).waitFor();
      await page.locator('.opblock-summary').first().waitFor();
      expect(await findViolations(page)).toEqual([]);
      await page.emulateMedia({ colorScheme: 'dark' });
      await page.locator('html.dark-mode').waitFor();
      expect(await findViolations(page, 'colours'), 'dark').toEqual([]);
      await page.setViewportSize(PHONE);
      expect(await scrollsSideways(page)).toBe(false);
      await page.setViewportSize(DESKTOP);
      await page.emulateMedia({ colorScheme: 'light' });
    } finally {
      await told.close();
    }
  });

  it('a search that failed to load says so, and loads with the next letter', async () => {
    const { page: own } = await openWindow(browser);
    await own.route('**/search-*.json', (route) => route.fulfill({ status: 503 }), { times: 1 });
    await own.goto(`${service.base}/docs`);
    const box = own.getByRole('searchbox');
    await box.fill('rollbac');
    await own.getByText('The search could not be loaded.').waitFor();
    await box.fill('rollback');
    await own.getByRole('link', { name: 'Upgrade Upkeep' }).waitFor();
    await own.context().close();
  });

  it('a page for unknown addresses says so', async () => {
    const answer = await page.goto(`${service.base}/nowhere`);
    expect(answer?.status()).toBe(404);
    await page.getByRole('heading', { name: 'There is no such page' }).waitFor();
    expect(await walk(page)).toEqual([]);
    await inspect(page, 'not-found');
  });

  it('the page for unanswerable logins names it, too, in the requested language', async () => {
    const address = `${service.base}/oauth/authorization?client_id=nobody`;
    await page.goto(address);
    await page.getByText('does not know the application').waitFor();
    expect(await page.title()).toBe('Login not possible · Clinic by the Park');
    for (const [name, where] of [
      ['Contact', CLINIC.contact],
      ['Privacy', CLINIC.privacy],
      ['Legal notice', CLINIC.imprint],
    ] as const)
      expect(await page.getByRole('link', { name }).getAttribute('href')).toBe(where);
    await page.getByText('Who is responsible').click();
    await page.getByText(CLINIC.controller).waitFor();
    await page.getByText(CLINIC.retention.en).waitFor();
    expect(await walk(page)).toEqual([]);
    await inspect(page, 'oauth-error');
    for (const [error, description, words] of [
      ['temporarily_unavailable', '', 'Too many logins were begun from your network.'],
      ['invalid_request', 'authorization request has expired', 'The login took too long'],
      ['server_error', '<b>oops</b>', 'a request that cannot be answered'],
    ] as const) {
      const body = errorPage(error, description);
      await page.route(address, (route) => route.fulfill({ contentType: 'text/html', body }));
      await page.goto(address);
      await page.getByText(words).waitFor();
      await page.getByText(`${error}${description && `: ${description}`}`).waitFor();
      await page.unroute(address);
    }
    for (const [locale, asked, title] of [
      ['ar-EG', '', 'تعذّر تسجيل الدخول'],
      ['fil', '', 'Login not possible'],
      ['en', '&ui_locales=fil%20pt-BR', 'Não é possível entrar'],
    ] as const) {
      const visitor = await openWindow(browser, { locale });
      await visitor.page.goto(address + asked);
      await visitor.page.getByRole('heading', { name: title }).waitFor();
      await visitor.page.context().close();
    }
  });
});
