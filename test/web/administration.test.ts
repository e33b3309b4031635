/** The administration in a real browser, against the real program and an administrator made by it. */
import { randomBytes } from 'node:crypto';
import { readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { Browser, Page } from 'playwright-core';
import { afterAll, afterEach, beforeAll, describe, expect, it, vi } from 'vitest';
import type { CreatedClient } from '../../src/access/clients/client.ts';
import { type Cli, createCli, type Running } from '../../testing/cli/run-cli.ts';
import { base64, jwt } from '../../testing/http/service.ts';
import { portraitJpeg } from '../../testing/photos.ts';
import { codeOf } from '../../testing/totp-codes.ts';
import {
  DESKTOP,
  hasBrowser,
  openBrowser,
  openWindow,
  PHONE,
  resize,
  tabTo,
} from '../../testing/web/browser.ts';
import { inspect } from './inspect.ts';
import { walk } from './walk.ts';

const PAGES = [
  'overview',
  'clients',
  'users',
  'templates',
  'byHand',
  'jobs',
  'audit',
  'searches',
  'webhooks',
  'status',
] as const;

/** A class id that a number of JavaScript cannot hold; another one would be its neighbour. */
const LARGE = '9007199254740993';

describe.skipIf(!hasBrowser())('the administration', () => {
  let cli: Cli;
  let service: Running;
  let shop: CreatedClient;
  let browser: Browser;
  /** Of the administrator, through all the tests: opening a window takes longer than most of them. */
  let page: Page;
  let complaints: string[];

  beforeAll(async () => {
    cli = await createCli({ convertedModels: true });
    shop = await cli.json('client', 'create', '--id', 'shop', '--name', 'My shop');
    const root = await cli.json<{ link: string }>('user', 'create', 'root', '--admin');
    service = await cli.serve({ PROSOPON_MAIL_TO_LOG: '1' });
    await useService();
    await fetch(`${service.url}/account/v1/registration`, {
      method: 'POST',
      headers: { 'content-type': 'application/json', 'x-csrf': '1' },
      body: JSON.stringify({ name: 'visitor' }),
    });
    // Nobody looks into it: face steps are tested where people log in.
    const camera = join(cli.dataDir, 'camera.mjpeg');
    await writeFile(camera, await portraitJpeg(2));
    browser = await openBrowser(camera);
    ({ page, complaints } = await openWindow(browser));
    await page.goto(`${service.url}/link${new URL(root.link).hash}`);
    await page.getByRole('button', { name: 'Continue' }).click();
    await page.getByRole('heading', { level: 1, name: 'Welcome, ' }).waitFor();
    await page.goto(`${service.url}/admin`);
    await page.getByRole('heading', { level: 1, name: 'Set up your second factor' }).waitFor();
    await inspect(page, 'admin-second-factor');
    await setUpSecondFactor(() => inspect(page, 'admin-second-factor-code'));
    await page.getByRole('heading', { level: 1, name: 'Overview' }).waitFor();
  });

  async function setUpSecondFactor(look = async () => {}): Promise<void> {
    await page.getByRole('button', { name: 'Set up an authenticator app' }).click();
    const secret = (await page.locator('.secret').textContent()) ?? '';
    await look();
    await page.getByLabel('Code from your authenticator app').fill(await codeOf(secret));
    await page.getByRole('button', { name: 'Turn on' }).click();
  }
  afterAll(async () => {
    await browser?.close();
    await service?.stop();
    await cli?.remove();
  });
  afterEach(() => expect(complaints.splice(0)).toEqual([]));

  /** Calls that leave lines in the bookkeeping: done, answered “no”, failed; one search. */
  async function useService(): Promise<void> {
    const [alice, bob] = (await Promise.all([portraitJpeg(2), portraitJpeg(3)])).map(base64);
    const call = async (path: string, body: unknown, method = 'POST') =>
      fetch(`${service.url}/api/face/v1/${path}`, {
        method,
        headers: {
          authorization: `Bearer ${await jwt(shop)}`,
          'content-type': 'application/json',
          'transaction-id': 'case-1',
        },
        body: JSON.stringify(body),
      });
    for (const classId of ['7', LARGE, '9007199254740992'])
      expect((await call(`enroll/${classId}`, [{ image: alice }])).status).toBe(200);
    const agreed = { images: [], consent: 'form-12' };
    expect((await call('enroll/7', agreed)).status).toBe(200);
    expect((await call('template/7/tags', ['night'], 'PUT')).status).toBe(200);
    for (const image of [alice, bob]) await call('verify/7', { image });
    await call('verify/8', { image: alice });
    expect((await call('search', { images: [{ image: alice }] })).status).toBe(200);
  }

  /** How a call with that key is answered. */
  const statusWith = async (id: string, key: string) => {
    const authorization = `Bearer ${await jwt({ ...shop, id, key })}`;
    const path = '/api/face/v1/template/status/1';
    return (await fetch(service.url + path, { headers: { authorization } })).status;
  };

  const show = async (name: (typeof PAGES)[number]) => {
    await page.goto(`${service.url}/admin#/${name}`);
    await page.getByRole('heading', { level: 1 }).waitFor();
    await expect.poll(() => page.getByText('One moment').count()).toBe(0);
  };
  const row = (name: string) => page.getByRole('row', { name });
  const confirm = (name: string) => page.getByRole('dialog').getByRole('button', { name }).click();

  it.each(PAGES)('shows %s accessibly: both themes, on a desk and on a phone', async (name) => {
    await show(name);
    if (name === 'templates') await page.getByRole('button', { name: 'Show' }).click();
    if (name === 'templates') await page.getByRole('rowheader', { name: LARGE }).waitFor();
    await inspect(page, `admin-${name}`);
  });

  it('keeps the link of the page in sight if a window becomes as narrow as a phone', async () => {
    await show('webhooks');
    await resize(page, PHONE);
    const link = page.locator('.admin-nav [aria-current]');
    const middle = async () => {
      const { x = 0, width = 0 } = (await link.boundingBox()) ?? {};
      return x + width / 2;
    };
    await expect.poll(middle).toBeGreaterThan(0);
    await expect.poll(middle).toBeLessThan(PHONE.width);
    await resize(page, DESKTOP);
  });

  it('adds a webhook, shows its secret once, tests it, and says when one is disabled', async () => {
    await show('webhooks');
    await page.getByRole('button', { name: 'New webhook' }).click();
    await page.getByLabel('Address').fill('http://10.0.0.1/');
    await page.getByRole('button', { name: 'New webhook' }).click();
    await page.getByText('Webhooks must use public https:// addresses').waitFor();
    await page.getByLabel('Client', { exact: true }).selectOption('shop');
    await page.getByLabel('Address').fill('http://127.0.0.1:9/hooks');
    await page.getByRole('checkbox', { name: 'face.enrolled' }).uncheck();
    await inspect(page, 'admin-new-webhook');
    await page.getByRole('button', { name: 'New webhook' }).click();
    await page.getByText('Secret of http://127.0.0.1:9/hooks').waitFor();
    expect(await page.getByRole('region', { name: 'Secret' }).textContent()).toMatch(/^whsec_/);
    await page.getByRole('button', { name: 'Test' }).click();
    await page.getByText('did not accept the message').waitFor();
    await inspect(page, 'admin-webhook-secret');
    const [made] = await cli.json<readonly { id: string; events: string[] }[]>('webhook', 'list');
    expect(made!.events).not.toContain('face.enrolled');
    await cli.json('webhook', 'disable', made!.id);
    await page.reload();
    await page.getByText('1 webhook is disabled').waitFor();
    await inspect(page, 'admin-webhook-disabled');
    await page.getByRole('button', { name: 'Enable' }).click();
    await page.getByText('nothing delivered yet').waitFor();
    await page.getByRole('button', { name: 'Delete' }).click();
    await confirm('Delete');
    await page.getByText('There are no webhooks yet.').waitFor();
  });

  it('shows how calls ended', async () => {
    await show('overview');
    await page.getByRole('img', { name: /^\d+ calls: 1 was answered “no”, 1 failed/ }).waitFor();
    // The step that is pointed at, by mouse, finger or key; the last one at first.
    const step = page.getByRole('slider').first();
    expect(await step.getAttribute('aria-valuetext')).toMatch(/Answered “no”: 1, Failed: 1$/);
    await step.press('ArrowLeft');
    expect(await step.getAttribute('aria-valuetext')).toMatch(/Answered “no”: 0, Failed: 0$/);
    await page.getByText('As a table').first().click();
    await page.getByRole('table', { name: /calls: 1 was answered/ }).waitFor();
    await page.getByLabel('Operation', { exact: true }).selectOption('verify');
    await page.getByRole('img', { name: /^verify: / }).waitFor();
    const chart = page.locator('.chart-plot').first();
    const { width, height } = (await chart.boundingBox())!;
    const exact = () => page.locator('.chart-legend').first().textContent();
    const last = await exact();
    await chart.hover({ position: { x: width / 2, y: height / 2 } });
    await expect.poll(exact, { message: 'of the step under the mouse' }).not.toBe(last);
    await page
      .getByRole('table', { name: 'By client' })
      .getByRole('row', { name: /^shop .*No such template: 1.* 2$/ })
      .waitFor();
    await page
      .getByRole('table', { name: 'By class' })
      .getByRole('row', { name: /^7 shop .* 1$/ })
      .waitFor();
    await page.getByText('A small network checks liveness').waitFor();
    await page.getByText('The master key is stored next to').waitFor();
    await page.getByRole('row', { name: /^No such template shop verify/ }).waitFor();
    await page.getByRole('combobox', { name: 'Language' }).selectOption('de');
    await page.getByRole('heading', { level: 1, name: 'Übersicht' }).waitFor();
    await page.getByLabel('Zeitraum').selectOption('month');
    await page
      .getByRole('img', { name: /^\d+ Aufrufe/ })
      .first()
      .waitFor();
    await page.getByRole('combobox', { name: 'Sprache' }).selectOption('en');
    await page.getByRole('heading', { level: 1, name: 'Overview' }).waitFor();
  });

  it('registers a client, shows its credentials once, changes it, revokes its key and deletes it', async () => {
    await show('clients');
    await page.getByRole('button', { name: 'New client' }).click();
    await page.getByLabel('Id', { exact: true }).fill('a b');
    await page.getByRole('button', { name: 'New client' }).click();
    await page.getByText('1 to 64 letters, digits').last().waitFor();
    await page.getByLabel('Id', { exact: true }).fill('desk');
    const key = randomBytes(64).toString('base64');
    await page.getByLabel('Signing key taken over (base64)').fill(key);
    await page.getByLabel('Secret taken over from another service').fill('guess');
    await page.getByRole('button', { name: 'New client' }).click();
    await page.getByText('This secret is too easy to guess').waitFor();
    const given = randomBytes(24).toString('hex');
    await page.getByLabel('Secret taken over from another service').fill(given);
    const liveness = page.getByLabel('Least proof of liveness accepted');
    await liveness.selectOption('challenge');
    await page.getByRole('button', { name: 'New client' }).click();
    await page.getByText('Credentials of desk').waitFor();
    await inspect(page, 'admin-credentials');
    const secret = (await page.getByRole('region', { name: 'Secret' }).textContent())!;
    expect(secret).toBe(given);
    const shownKey = () => page.getByRole('region', { name: 'Key' }).textContent();
    const first = (await shownKey())!;
    expect(first).toBe(key);
    expect(await statusWith('desk', first)).toBe(200);

    await row('desk').getByRole('button', { name: 'Settings' }).click();
    expect(await liveness.inputValue()).toBe('challenge');
    await page.getByLabel('Days to keep jobs').fill('soon');
    await page.getByText('A whole number from').waitFor();
    await page.getByLabel('Days to keep jobs').fill('30');
    await page.getByLabel('At logins, also require a second factor').check();
    expect(await page.locator('legend').last().textContent()).toBe('At your own risk');
    await inspect(page, 'admin-client-settings');
    await page.getByRole('button', { name: 'Save' }).click();
    await page.getByText('The settings of desk were saved.').waitFor();
    await row('desk').getByRole('button', { name: 'Settings' }).click();
    expect(await page.getByLabel('Days to keep jobs').inputValue()).toBe('30');
    expect(await page.getByLabel('At logins, also require a second factor').isChecked()).toBe(true);
    await page.getByText('default: 365').waitFor();
    // Somebody else makes it stricter in the meantime: that stays.
    await cli.run('client', 'set', 'desk', 'requireConsent=true');
    await page.getByLabel('Days to keep jobs').fill('31');
    await page.getByRole('button', { name: 'Save' }).click();
    await page.getByText('Another administrator has changed this client.').waitFor();
    await page.getByRole('button', { name: 'Cancel' }).click();
    await row('desk').getByRole('button', { name: 'Settings' }).click();
    await page.getByLabel('Days to keep jobs').fill('31');
    await page.getByRole('button', { name: 'Save' }).click();
    await page.getByRole('button', { name: 'Save' }).waitFor({ state: 'detached' });
    expect(await cli.json('client', 'show', 'desk')).toMatchObject({
      settings: { requireConsent: true, retentionDays: 31 },
    });

    await row('desk').getByRole('button', { name: 'Open' }).click();
    await page.getByRole('button', { name: 'New key' }).click();
    await page.getByLabel('Earlier credentials stay valid').selectOption('not at all');
    await inspect(page, 'admin-new-key');
    await confirm('New key');
    await expect.poll(shownKey).not.toBe(first);
    expect(await page.getByRole('region', { name: 'Secret' }).count()).toBe(0);
    // Keys are remembered for three seconds.
    const revoked = () => statusWith('desk', first);
    await expect.poll(revoked, { message: 'the revoked key', timeout: 10_000 }).toBe(401);
    expect(await statusWith('desk', (await shownKey())!), 'the new key').toBe(200);
    await page.getByRole('button', { name: 'I have copied it' }).click();
    await page.getByText('Credentials of desk').waitFor({ state: 'detached' });
    await page.getByText(/^\d+ calls? in 30 days, \d+ failed$/).waitFor();
    const name = page.getByLabel('Name', { exact: true });
    expect(await name.inputValue()).toBe('desk');
    await name.fill('The desk');
    await page.getByLabel('Allowed origins').fill('https://desk.example/path');
    await page.getByRole('button', { name: 'Save' }).click();
    await page.getByText('“https://desk.example/path” is not an origin').waitFor();
    await page.getByLabel('Allowed origins').fill('https://desk.example https://b.example');
    await page.getByRole('button', { name: 'Save' }).click();
    await row('desk').getByRole('cell', { name: 'The desk' }).waitFor();
    await page.getByRole('button', { name: 'New secret' }).click();
    const overlap = page.getByLabel('Earlier credentials stay valid');
    expect(await overlap.inputValue()).toBe('day');
    await overlap.selectOption('for a week');
    await confirm('New secret');
    await page.getByRole('cell', { name: /^ends / }).waitFor();
    const { secret: secrets } = await cli.json<{ secret: { created: string; olderEnds: string } }>(
      'client',
      'show',
      'desk',
    );
    const left = Date.parse(secrets.olderEnds) - Date.parse(secrets.created);
    expect(left / 86_400_000).toBeCloseTo(7, 3);
    await inspect(page, 'admin-client');
    await page.getByRole('button', { name: 'I have copied it' }).click();
    await page.getByRole('button', { name: 'End at once Older secret' }).click();
    await confirm('End at once');
    await page.getByRole('cell', { name: /^ends / }).waitFor({ state: 'detached' });
    await page.getByRole('button', { name: /^End at once/ }).click();
    await page.getByRole('dialog', { name: 'Key of desk' }).waitFor();
    await confirm('End at once');
    await page.getByRole('rowheader', { name: /^Key/ }).waitFor({ state: 'detached' });
    expect(await cli.json('client', 'show', 'desk')).toMatchObject({
      name: 'The desk',
      allowedOrigins: ['https://desk.example', 'https://b.example'],
      keys: [],
    });
    await page.getByRole('button', { name: 'Delete desk' }).click();
    await page.getByRole('dialog').getByText('the role of 0 administrators').waitFor();
    await inspect(page, 'admin-dialog');
    await page.keyboard.press('Escape');
    await page.getByRole('button', { name: 'Delete desk' }).click();
    await confirm('Delete');
    await row('desk').waitFor({ state: 'detached' });
    await row('shop').getByRole('button', { name: 'Open' }).click();
    await page.getByRole('button', { name: 'Delete shop' }).click();
    await confirm('Delete');
    await page.getByRole('dialog').getByText('shop still has templates.').waitFor();
    await page.keyboard.press('Escape');
  });

  it("shows one person with images, and erases exactly them, even beyond JavaScript's numbers", async () => {
    await show('templates');
    await page.getByLabel('Client', { exact: true }).selectOption('shop');
    await page.getByLabel('From class id').fill(LARGE);
    await page.getByRole('button', { name: 'Show' }).click();
    await row(LARGE).getByRole('button', { name: 'Open' }).click();
    await page.getByRole('heading', { name: `Class ${LARGE} of shop` }).waitFor();
    await page.getByRole('cell', { name: 'enroll' }).waitFor();
    await page.getByRole('button', { name: 'Show 1 thumbnail' }).click();
    await page.getByRole('img', { name: /^Enrolled/ }).waitFor();
    await inspect(page, 'admin-person');
    const data = page.waitForEvent('download');
    await page.getByRole('button', { name: 'Export' }).click();
    expect(await readFile(await (await data).path(), 'utf8')).toContain(`"classId":${LARGE}`);
    await page.getByRole('button', { name: 'Delete' }).click();
    await page.getByRole('dialog', { name: LARGE }).waitFor();
    await confirm('Delete');
    await page.getByText(`Class ${LARGE} of shop is erased`).waitFor();
    const receipt = await page.getByRole('region', { name: 'Receipt' }).textContent();
    const file = join(cli.dataDir, '..', 'receipt.txt');
    await writeFile(file, receipt!);
    expect(await cli.json('audit', 'receipt', file)).toMatchObject({ proven: true });
    await page.getByText('No people found.').waitFor();
    await page.getByLabel('From class id').fill('');
    await page.getByRole('button', { name: 'Show' }).click();
    await row('9007199254740992').waitFor();
    expect(await page.getByRole('rowheader').allTextContents()).toEqual(['7', '9007199254740992']);
  });

  it('finds people by tag and by consent', async () => {
    await show('templates');
    const found = async (label: string, value: string) => {
      await page.getByLabel(label, { exact: true }).fill(value);
      await page.getByRole('button', { name: 'Show', exact: true }).click();
      await page.getByRole('table').or(page.getByText('No people found.')).waitFor();
      return page.getByRole('rowheader').allTextContents();
    };
    await page.getByLabel('Client', { exact: true }).selectOption('shop');
    await expect.poll(() => found('Tag', 'night')).toEqual(['7']);
    await row('7').getByText('night').waitFor();
    await expect.poll(() => found('Tag', 'day')).toEqual([]);
    await expect.poll(() => found('Tag', '')).toContain('7');
    await expect.poll(() => found('Consent', 'form-12')).toEqual(['7']);
    const others = async () => (await found('Consent', 'none')).filter((id) => id !== LARGE);
    await expect.poll(others).toEqual(['9007199254740992']);
    await expect.poll(() => found('Consent', 'any')).toEqual(['7']);
    await expect.poll(() => found('Consent', 'form-13')).toEqual([]);
  });

  it('finds people who are enrolled twice, and opens them', async () => {
    await show('templates');
    await page.getByLabel('Client', { exact: true }).selectOption('shop');
    await page.getByRole('button', { name: 'Show', exact: true }).click();
    await page.getByRole('button', { name: 'Compare', exact: true }).click();
    await row('7 9007199254740992').getByRole('button', { name: '9007199254740992' }).click();
    await page.getByRole('heading', { name: 'Class 9007199254740992 of shop' }).waitFor();
    await inspect(page, 'admin-duplicates');
  });

  it('creates a user with a role, sends a link, disables and erases one, after asking', async () => {
    await show('users');
    await page.getByRole('button', { name: 'New user' }).click();
    await page.getByLabel('Name', { exact: true }).fill('visitor');
    await page.getByRole('button', { name: 'New user' }).click();
    await page.getByText('This name is taken. Choose another one.').waitFor();
    await page.getByLabel('Name', { exact: true }).fill('vera');
    await page.getByLabel('Role').selectOption('administrator');
    await inspect(page, 'admin-new-user');
    await page.getByRole('button', { name: 'New user' }).click();
    await page.getByText('One-time link for vera').waitFor();
    await row('vera').getByText('Administrator of shop').waitFor();
    await page.getByRole('button', { name: 'New user' }).click();
    await page.getByLabel('Name', { exact: true }).fill('inge');
    await page.getByLabel('E-mail', { exact: true }).fill('inge@example.org');
    await page.getByRole('checkbox').check();
    await page.getByRole('button', { name: 'New user' }).click();
    await page.getByText(/^.?inge.? was mailed a link to enrol/).waitFor();
    expect(await page.getByText('One-time link for inge').count(), 'hers alone').toBe(0);
    await inspect(page, 'admin-invited');
    await page.getByLabel('Name or e-mail').fill('VIS');
    await page.getByRole('button', { name: 'Show', exact: true }).click();
    await row('vera').waitFor({ state: 'detached' });
    await row('visitor').waitFor();
    expect(await page.getByRole('rowheader').allTextContents()).toEqual(['visitor']);
    await row('visitor').getByRole('button', { name: 'Open' }).click();
    await page.getByRole('button', { name: 'New link' }).click();
    await page.getByText('One-time link for visitor').waitFor();
    await page.getByRole('button', { name: 'Reset' }).click();
    await page.getByRole('dialog').waitFor();
    await inspect(page, 'admin-reset');
    await confirm('Reset');
    await page.getByRole('dialog').waitFor({ state: 'detached' });
    expect(await page.getByRole('region', { name: 'Link' }).textContent()).toContain('/link#');
    await inspect(page, 'admin-user');
    const data = page.waitForEvent('download');
    await page.getByRole('button', { name: 'Export' }).click();
    expect(await readFile(await (await data).path(), 'utf8')).toContain('"name":"visitor"');
    await page.getByRole('button', { name: 'Disable' }).click();
    await confirm('Disable');
    await row('visitor').getByText('disabled').waitFor();
    await page.getByRole('button', { name: 'Erase' }).click();
    await inspect(page, 'admin-erase');
    await confirm('Erase');
    await page.getByText('visitor is erased').waitFor();
    await row('visitor').waitFor({ state: 'detached' });
  });

  it('finds jobs by their properties, and searches by their transaction', async () => {
    await show('jobs');
    await page.getByLabel('Operation', { exact: true }).selectOption('verify');
    await page.getByLabel('Status').selectOption('failed');
    await page.getByRole('button', { name: 'Show', exact: true }).click();
    await page.getByRole('cell', { name: 'no such template' }).waitFor();
    expect(await page.getByRole('rowheader').count()).toBe(1);
    await page.getByRole('cell', { name: /^\d+\.\d\d s$/ }).waitFor();
    const link = (name: string) => page.getByRole('link', { name, exact: true });
    expect(await link('8').getAttribute('href'), 'its person').toBe('#/audit?person=8&client=shop');
    expect(await link('shop').getAttribute('href')).toBe('#/jobs?client=shop');
    await page.getByLabel('Client').fill('nobody');
    await page.getByRole('button', { name: 'Show', exact: true }).click();
    await page.getByText('No jobs found.').waitFor();
    await inspect(page, 'admin-no-job');
    await page.getByLabel('Client').fill('');
    await page.getByLabel('Status').selectOption('All');
    await page.getByLabel('Operation', { exact: true }).selectOption('search');
    await page.getByRole('button', { name: 'Show', exact: true }).click();
    await page.getByRole('link', { name: /^Audit entries of .?case-1/ }).click();
    await page.getByText('The application shop searched 3 people').waitFor();
    await show('searches');
    await page.getByLabel('Transaction id').fill('case-1');
    await page.getByRole('button', { name: 'Show', exact: true }).click();
    await page
      .getByText('The application shop searched 3 people of shop for a face in one picture: ')
      .waitFor();
    await page.getByText('Identified: class 9007199254740993, score').waitFor();
    await page.getByText('Show details').first().click();
    await page.getByText('"transactionId": "case-1"').waitFor();
    await page.getByRole('button', { name: 'Show pictures 7' }).click();
    await page.getByRole('img', { name: /^Enrolled/ }).waitFor();
    await page.getByRole('button', { name: `Show pictures ${LARGE}` }).click();
    await page.getByText('No pictures are stored.').waitFor();
    await inspect(page, 'admin-search-details');
  });

  it('verifies the audit trail, which records it', async () => {
    await show('audit');
    await page.getByRole('button', { name: 'Check the whole trail' }).click();
    await page.getByText(/^The trail is intact: \d+ entries\.$/).waitFor();
    await inspect(page, 'admin-audit-checked');
    await page.getByText(/on the command line, registered the client shop\.$/).waitFor();
    await page.getByLabel('Person').fill('7');
    await page.getByRole('button', { name: 'Show', exact: true }).click();
    await page.getByText(/^The application shop searched 3 people/).waitFor();
    await page.getByLabel('Person').fill('');
    await page.getByLabel('Event').selectOption('View');
    await page.getByRole('button', { name: 'Show', exact: true }).click();
    await page.getByText('No entries found.').waitFor();
    await page.getByLabel('Also show my own views').check();
    await page.getByLabel('Who').fill('account:root');
    await page.getByRole('button', { name: 'Show', exact: true }).click();
    await page.getByText('root looked at the audit trail.').first().waitFor();
    await page.getByRole('cell', { name: '127.0.0.1' }).first().waitFor();
    const ask = () => page.getByRole('button', { name: 'Show', exact: true }).click();
    const field = (label: string) => page.getByRole('main').getByLabel(label, { exact: true });
    const narrowed: readonly (readonly [label: string, none: string, some: string])[] = [
      ['Address', '192.0.2.7', '127.0.0.1'],
      ['From', '2099-01-01T00:00', ''],
      ['Until', '2020-01-01T00:00', ''],
    ];
    for (const [label, none, some] of narrowed) {
      await field(label).fill(none);
      await ask();
      await page.getByText('No entries found.').waitFor();
      await field(label).fill(some);
      await ask();
      await page.getByText('root looked at the audit trail.').first().waitFor();
    }
    const download = page.waitForEvent('download');
    await page.getByRole('link', { name: 'Download' }).click();
    const lines = (await readFile(await (await download).path(), 'utf8')).trimEnd().split('\n');
    expect(lines.length).toBeGreaterThan(1);
    for (const line of lines) expect(JSON.parse(line)).toMatchObject({ event: 'query' });
  });

  it('shows the answer to the latest question, whatever the order, and asks once', async () => {
    await show('searches');
    const late = Promise.withResolvers<void>();
    const asked = vi.fn();
    await page.route(/network=192/, async (route) => {
      asked();
      await late.promise;
      await route.continue();
    });
    const address = page.getByRole('main').getByLabel('Address', { exact: true });
    const ask = async (network: string) => {
      await address.fill(network);
      await page.getByRole('button', { name: 'Show', exact: true }).click();
    };
    const entry = page.getByText(/^The application shop searched 3 people/);
    const answered = page.waitForResponse(/network=192/);
    await ask('192.0.2.7');
    await expect.poll(() => asked.mock.calls.length).toBe(1);
    await ask('');
    await entry.waitFor();
    late.resolve();
    await (await answered).finished();
    // What the page would draw of it takes a frame or two.
    await page.waitForTimeout(200);
    expect(await entry.isVisible()).toBe(true);
    expect(asked).toHaveBeenCalledTimes(1);
    await page.unroute(/network=192/);
  });

  it('works with the keyboard only: creates a client, and deletes it', async () => {
    const { keyboard } = page;
    await show('overview');
    await tabTo(page, 'Clients');
    await keyboard.press('Enter');
    await page.getByRole('heading', { level: 1, name: 'Clients' }).waitFor();
    expect(await page.evaluate('document.activeElement.textContent')).toBe('Clients');
    await tabTo(page, 'New client');
    await keyboard.press('Enter');
    await tabTo(page, 'Id');
    await keyboard.type('keys');
    await keyboard.press('Enter');
    await page.getByText('Credentials of keys').waitFor();
    await tabTo(page, 'I have copied it');
    await keyboard.press('Enter');
    await page.getByText('Credentials of keys').waitFor({ state: 'detached' });
    await row('keys').waitFor();
    expect(await walk(page)).toEqual([]);
    await tabTo(page, 'Open keys');
    await keyboard.press('Enter');
    await page.getByRole('button', { name: 'Delete keys' }).waitFor();
    await tabTo(page, 'Delete keys');
    await keyboard.press('Enter');
    await page.getByRole('dialog').getByText('Also deleted').waitFor();
    expect(await walk(page)).toEqual([]);
    await keyboard.press('Escape');
    await page.getByRole('dialog').waitFor({ state: 'detached' });
    expect(await page.evaluate('document.activeElement.textContent')).toBe('Delete keys');
    await keyboard.press('Enter');
    await page.getByRole('dialog').waitFor();
    await page.getByRole('dialog').getByText('Also deleted').waitFor();
    await tabTo(page, 'Delete');
    await keyboard.press('Enter');
    await page.getByText('keys is deleted.').waitFor();
    await row('keys').waitFor({ state: 'detached' });
  });

  describe('of a user with a role', () => {
    const changes =
      /^(New|Save|Settings|Delete|Erase|Export|Data|Reset|Forget|Mail|Test|Enable|Disable|End|Show \S* ?(pictures|thumbnails))/;
    const refused: string[] = [];

    async function enterAs(role: string, ...more: string[]): Promise<void> {
      const wanted = ['user', 'create', role, '--role', role, ...more];
      const made = await cli.json<{ link: string }>(...wanted);
      await page.context().clearCookies();
      await page.goto('about:blank');
      await page.goto(`${service.url}/link${new URL(made.link).hash}`);
      await page.getByRole('button', { name: 'Continue' }).click();
      await page.getByRole('heading', { level: 1, name: 'Welcome, ' }).waitFor();
      await page.goto(`${service.url}/admin`);
      await setUpSecondFactor();
      await page.getByRole('navigation', { name: 'Administration' }).waitFor();
    }
    const pagesOffered = () =>
      page.getByRole('navigation', { name: 'Administration' }).getByRole('link').count();
    const expectNoChanges = async () =>
      expect(await page.getByRole('button', { name: changes }).allTextContents()).toEqual([]);

    beforeAll(() => {
      page.on('response', (answer) => {
        if (answer.status() === 403) refused.push(answer.url());
      });
    });
    afterEach(() => expect(refused.splice(0)).toEqual([]));

    it('auditors see every page but that of acts, and nothing that they would be refused', async () => {
      await enterAs('auditor');
      const theirs = PAGES.filter((name) => name !== 'byHand');
      expect(await pagesOffered()).toBe(theirs.length);
      for (const name of theirs) {
        await show(name);
        await expectNoChanges();
      }
      await show('clients');
      await row('shop').getByRole('button', { name: 'Open' }).click();
      await page.getByText(/^\d+ calls in 30 days/).waitFor();
      await expectNoChanges();
      await show('users');
      await row('root').getByRole('button', { name: 'Open' }).click();
      await page.getByText('only owners may change anything here').waitFor();
      await expectNoChanges();
      await show('templates');
      await page.getByLabel('Client', { exact: true }).selectOption('shop');
      await page.getByRole('button', { name: 'Show' }).click();
      await row('7').first().getByRole('button', { name: 'Open' }).click();
      await page.getByRole('heading', { name: 'Class 7 of shop' }).waitFor();
      await expectNoChanges();
      await show('searches');
      await page.getByText('Your role may not see pictures.').first().waitFor();
      await inspect(page, 'admin-auditor');
    });

    it('administrators of one client see and change it, and learn of no other', async () => {
      await cli.json('client', 'create', '--id', 'clinic', '--name', 'The clinic');
      await enterAs('administrator', '--client', 'shop');
      // Who has looked at the data of their client they are told, and that was the auditor.
      const others = page.getByText(/clinic|visitor/i);
      const mine = PAGES.filter((name) => !['users', 'status'].includes(name));
      expect(await pagesOffered()).toBe(mine.length);
      for (const name of mine) {
        await show(name);
        expect(await others.allTextContents(), name).toEqual([]);
      }
      await show('clients');
      expect(await page.getByRole('rowheader').allTextContents()).toEqual(['shop']);
      await row('shop').getByRole('button', { name: 'Open' }).click();
      await page.getByRole('button', { name: 'New secret' }).waitFor();
      expect(await page.getByRole('button', { name: /^(New client|Delete)/ }).count()).toBe(0);
      await inspect(page, 'admin-of-one-client');
      await show('templates');
      await page.getByRole('button', { name: 'Show', exact: true }).click();
      await row('7').first().getByRole('button', { name: 'Open' }).click();
      await page.getByRole('button', { name: 'Show 1 thumbnail' }).click();
      await page.getByRole('img', { name: /^Enrolled/ }).waitFor();
      for (const name of ['users', 'status'] as const) {
        await page.goto('about:blank');
        await show(name);
        await page.getByRole('heading', { level: 1, name: 'Overview' }).waitFor();
      }
    });

    it('support sees users, and helps those without a role', async () => {
      await enterAs('support');
      expect(await pagesOffered()).toBe(1);
      await page.getByRole('heading', { level: 1, name: 'Users' }).waitFor();
      await row('root').getByRole('button', { name: 'Open' }).click();
      await page.getByText('only owners may change anything here').waitFor();
      await expectNoChanges();
      await cli.json('user', 'create', 'helped');
      await page.goto('about:blank');
      await show('users');
      await row('helped').getByRole('button', { name: 'Open' }).click();
      await page.getByRole('button', { name: 'New link' }).waitFor();
      expect(await page.getByRole('button', { name: changes }).allTextContents()).toEqual([
        'New link',
        'Reset',
      ]);
      await page.getByRole('button', { name: 'New link' }).click();
      await page.getByText('One-time link for helped').waitFor();
    });
  });

  it('refuses users who are no administrators', async () => {
    await page.context().clearCookies();
    await page.goto('about:blank');
    await show('overview');
    await page.getByRole('heading', { name: 'Sign in as an administrator' }).waitFor();
    await inspect(page, 'admin-sign-in');
    await page.getByLabel('Name or e-mail address').waitFor();
    await page.evaluate(`fetch('/account/v1/registration', {
      method: 'POST',
      headers: { 'content-type': 'application/json', 'x-csrf': '1' },
      body: '{"name": "guest"}',
    })`);
    await page.goto('about:blank');
    await show('clients');
    await page.getByText('guest is not an administrator.').waitFor();
  });
});
