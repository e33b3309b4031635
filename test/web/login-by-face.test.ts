/** Registering, logging in at a sample site and leaving again, in a real browser with real people. */
import { mkdtemp, rm } from 'node:fs/promises';
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Express } from 'express';
import { generate } from 'otplib';
import type { Browser, Page } from 'playwright-core';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { createOpenIdSite } from '../../examples/relying-party/openid.ts';
import { createPassportSite } from '../../examples/relying-party/passport.ts';
import type { SiteSettings } from '../../examples/relying-party/site.ts';
import type { FaceEngine } from '../../src/faces/analysis.ts';
import { startService, type TestService } from '../protocols/http/service.ts';
import { testEngine } from '../support/engine.ts';
import { type LiveImageBody, type LivePerson, livePerson } from '../support/live-people.ts';
import { personBeforeCamera, stillPhotoBeforeCamera } from '../support/person-before-camera.ts';
import { recordings } from '../support/recordings.ts';
import { sharedPath } from '../support/shared.ts';
import { DESKTOP, hasBrowser, openBrowser } from './browser.ts';
import { inspect } from './inspect.ts';

const modelsDir = sharedPath('models');
const folder = recordings();

describe.skipIf(!hasBrowser() || modelsDir === undefined || folder === undefined)(
  'login by face',
  () => {
    let files: string;
    let camera: string;
    let engine: FaceEngine;
    let service: TestService;
    let ada: LivePerson;
    let ben: LivePerson;
    let browser: Browser;
    let page: Page;
    let site: string;
    let strictSite: string;
    let complaints: string[];
    const servers: Server[] = [];

    beforeAll(async () => {
      files = await mkdtemp(join(tmpdir(), 'prosopon-login-'));
      camera = join(files, 'camera.mjpeg');
      [ada, ben] = await Promise.all([livePerson(folder!, 'ada'), livePerson(folder!, 'ben')]);
      engine = await testEngine({ modelsDir: modelsDir! });
      service = await startService(engine);
      site = await startSite('site', 'Example site', createOpenIdSite);
      strictSite = await startSite('bank', 'My bank', createPassportSite, {
        requireChallenge: true,
        requireSecondFactor: true,
      });
      await personBeforeCamera(camera, ada.pair());
      browser = await openBrowser(camera);
    });
    afterAll(async () => {
      await browser?.close();
      for (const server of servers) server.close();
      await service?.close();
      await engine?.close();
      await rm(files, { recursive: true, force: true });
    });
    beforeEach(() => {
      complaints = [];
      return open('en-GB');
    });
    afterEach(async () => {
      await page.context().close();
      expect(complaints).toEqual([]);
    });

    /** A window of somebody who has not been here before. */
    async function open(locale: string): Promise<void> {
      await page?.context().close();
      const context = await browser.newContext({ viewport: DESKTOP, locale });
      page = await context.newPage();
      page.setDefaultTimeout(20_000);
      page.on('pageerror', (error) => complaints.push(String(error)));
      page.on('console', (message) => {
        // What the service refuses the pages say in words; the sample site has no icon.
        const refusal = /the server responded with a status of 4\d\d/.test(message.text());
        if (message.type() === 'error' && !refusal) complaints.push(message.text());
      });
    }

    /** A sample site on a free port, registered as a client. */
    async function startSite(
      id: string,
      name: string,
      create: (settings: SiteSettings) => Express | Promise<Express>,
      settings = {},
    ): Promise<string> {
      let app: Express | undefined;
      const server = createServer((request, response) => app?.(request, response));
      servers.push(server.listen(0, '127.0.0.1'));
      await new Promise((listening) => server.once('listening', listening));
      const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
      const redirectUris = [`${url}/callback`];
      const { secret } = await service.client(id, { name, redirectUris, settings });
      app = await create({ issuer: service.base, clientId: id, clientSecret: secret, url });
      return url;
    }

    const button = (name: string) => page.getByRole('button', { name, exact: true });
    const press = (name: string) => button(name).click();
    const heading = (name: string) => page.getByRole('heading', { name, level: 1 }).waitFor();

    async function say(name: string): Promise<void> {
      await page.getByLabel('Name or e-mail address').fill(name);
      await press('Continue');
      await heading('Show your face');
    }
    /** Shows the face of whom the camera sees. */
    async function show(person: LivePerson, challenge?: readonly string[]): Promise<void> {
      await personBeforeCamera(camera, person.pair(challenge));
      await press('Show my face');
    }

    async function register(name: string, images: readonly LiveImageBody[]): Promise<void> {
      await personBeforeCamera(camera, images);
      await page.getByLabel('Name', { exact: true }).fill(name);
      await page.getByLabel('E-mail address').fill(`${name.toLowerCase()}@example.org`);
      await press('Continue');
      await heading('Your face');
      await page.getByRole('checkbox', { name: 'I agree' }).check();
      await press('Take the pictures');
      await heading('Your face is enrolled');
    }

    /** As Ben, who moves his head as he is asked to. */
    async function logInToBank(): Promise<void> {
      await page.goto(`${strictSite}/login`);
      await say('ben');
      const asked = (await page.getByText('then move your head:').textContent()) ?? '';
      await show(ben, [/(\w+)\.$/.exec(asked)?.[1] ?? '']);
    }

    it('takes a newcomer from the site through registration and consent back to it', async () => {
      await page.goto(site);
      await page.getByRole('link', { name: 'Log in with your face' }).click();
      await heading('Log in to Example site');
      await inspect(page, 'login');
      await page.getByRole('link', { name: 'Register' }).click();
      await heading('Register');
      await inspect(page, 'register');
      await register('Ada', ada.pair());
      await inspect(page, 'enrolled');
      await page.getByRole('link', { name: 'Back to the login' }).click();

      await say('ada');
      await inspect(page, 'face');
      await personBeforeCamera(camera, ada.pair());
      const sent = page.waitForRequest(/\/face$/).then(() => performance.now());
      await press('Show my face');
      await page.getByText('Now turn your head a little').waitFor();
      await inspect(page, 'camera');
      await heading('Log in to Example site?');
      const asked = performance.now();
      await inspect(page, 'consent');
      const agreed = performance.now();
      await press('Agree and log in');
      await page.getByText('You are logged in as Ada').waitFor();
      // The person's own time to read and agree is left out.
      const milliseconds = asked - (await sent) + performance.now() - agreed;
      console.log(`from capture to logged in: ${Math.round(milliseconds)} ms (shared machine)`);
      expect(page.url()).toBe(`${site}/`);

      await page.goto(`${service.base}/profile`);
      const application = page.getByRole('region', { name: 'Example site' });
      await application.getByText('Knows your name').waitFor();
      await page
        .getByAltText(/^Your face, kept/)
        .first()
        .waitFor();
      await inspect(page, 'profile');
    });

    it('lets neither another person in nor anybody by an unknown name, and does not tell which', async () => {
      const words: (string | null)[] = [];
      for (const name of ['ada', 'nobody at all']) {
        await page.goto(`${site}/login`);
        await say(name);
        await show(ben);
        const alert = page.getByRole('alert');
        await alert.getByText('The face was not recognised for this name').waitFor();
        words.push(await page.locator('main').textContent());
        await button('Try again').waitFor();
      }
      expect(words[0]?.replace('ada', 'nobody at all')).toBe(words[1]);
      await inspect(page, 'refused');
    });

    it('makes those wait who have tried too often, whether there is such an account or not', async () => {
      const { limits } = service.parts.accounts;
      for (let i = 0; i < 6; i++) await limits.begin({ by: 'identifier', value: 'many tries' });
      await page.goto(`${site}/login`);
      await say('Many tries');
      await show(ben);
      await page.getByText('Too many tries that did not work.').first().waitFor();
      await page.getByText(/^Please wait \d+ s\.$/).waitFor();
      await inspect(page, 'wait');
      await page.getByText('You can try again now.').waitFor();
    });

    it('lets no photograph in, however it is moved', async () => {
      await page.goto(`${site}/login`);
      await say('ada');
      await stillPhotoBeforeCamera(camera, ada.pair()[0]!);
      await press('Show my face');
      await page.getByText('That did not work').waitFor();
      expect(page.url()).toContain('/login/');
      await press('Cancel and go back to Example site');
      await page.waitForURL(`${site}/**`);
      await page.getByText('Not logged in').waitFor();
    });

    it('says in words, and in the language of the browser, what no application can be told', async () => {
      const query = {
        response_type: 'code',
        client_id: 'site',
        redirect_uri: 'https://x.example/',
      };
      const address = `${service.base}/oauth/authorization?${new URLSearchParams(query)}`;
      await page.goto(address);
      await page.getByText('an address that is not registered for it').waitFor();
      await inspect(page, 'oauth-error');
      await open('de-AT');
      await page.goto(address.replace('client_id=site', 'client_id=nobody'));
      await page.getByText('Dieser Dienst kennt die Anwendung nicht').waitFor();
      await page.goto(`${service.base}/login/long-gone`);
      await page.getByText('Diese Anmeldung ist beendet oder abgelaufen').waitFor();
    });

    it('asks for the movement and the code that an application demands', async () => {
      await page.goto(`${service.base}/register`);
      await register('Ben', ben.pair(['left']));
      await logInToBank();
      await page.getByText('My bank demands a second factor').waitFor();
      await page.getByRole('link', { name: 'Open my profile' }).click();
      await press('Set up');
      const secret = (await page.locator('.secret').textContent()) ?? '';
      await page.getByLabel('Code of your authenticator app').fill('000000');
      await press('Turn on');
      await page.getByText('The code is wrong').waitFor();
      await inspect(page, 'second-factor');
      await page.getByLabel('Code of your authenticator app').fill(await generate({ secret }));
      await press('Turn on');
      await page.getByText('After your face, a code').waitFor();

      await logInToBank();
      await heading('One more thing: your code');
      // The code of this half minute is used up.
      const epoch = Math.floor(Date.now() / 1000) + 30;
      const next = await generate({ secret, epoch });
      await page.getByLabel('Code of your authenticator app').fill(next);
      await press('Continue');
      await press('Agree and log in');
      await page.getByText('You are logged in as Ben').waitFor();
    });

    it('confirms an address, signs in to the profile, ends an access and erases everything', async () => {
      const mail = service.mails.find(({ to }) => to === 'ada@example.org');
      const link = /http\S+/.exec(mail?.text ?? '')?.[0];
      await page.goto(link!);
      await heading('Your address is confirmed');
      expect(page.url()).toBe(`${service.base}/link`);
      await inspect(page, 'link');
      await press('Open my profile');
      await heading('Sign in to your profile');
      await say('ada@example.org');
      await show(ada);
      await page.getByText('ada@example.org, confirmed.').waitFor();

      const download = page.waitForEvent('download');
      await page.getByRole('link', { name: 'Download' }).click();
      expect((await download).suggestedFilename()).toBe('my-data.json');

      await press('End access');
      await page.getByRole('dialog').getByRole('button', { name: 'End access' }).click();
      await page.getByText('No application has access.').waitFor();

      await press('Erase everything');
      await inspect(page, 'erase');
      const dialog = page.getByRole('dialog');
      await dialog.getByRole('button', { name: 'Erase everything' }).click();
      await dialog.getByText('This is not your name.').waitFor();
      await dialog.getByLabel(/type your name/).fill('Ada');
      await dialog.getByRole('button', { name: 'Erase everything' }).click();
      await page.getByText('Everything about you is erased.').waitFor();
      expect(await service.parts.accounts.users.findByIdentifier('ada')).toBeUndefined();
    });
  },
);
