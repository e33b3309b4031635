/** What tests of logins share: a service, sample sites, people before a camera, and browser windows. */
import assert from 'node:assert/strict';
import { mkdtemp, rm } from 'node:fs/promises';
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Express } from 'express';
import type { Page } from 'playwright-core';
import type { SiteSettings } from '../../examples/relying-party/site.ts';
import type { NewUser, User } from '../../src/access/accounts/user.ts';
import type { ClientSettings } from '../../src/access/clients/client-settings.ts';
import { consentText, NO_OPERATOR } from '../../src/access/operator/operator.ts';
import { enrolmentLink } from '../../src/operations/accounts/account-mail.ts';
import { newBrowserKey } from '../browser-keys.ts';
import { testEngine } from '../engine.ts';
import { openBrowser as openScripted } from '../http/browser.ts';
import { startService, type TestService } from '../http/service.ts';
import { type LivePerson, livePerson } from '../live-people.ts';
import { nods } from '../nods.ts';
import { personBeforeCamera } from '../person-before-camera.ts';
import { recordings } from '../recordings.ts';
import { sharedPath } from '../shared.ts';
import { hasBrowser, openBrowser, openWindow } from './browser.ts';

const modelsDir = sharedPath('models');
const folder = recordings();

/** False where browser, models or recordings are not there; the reason is printed. */
export const canLogIn = (): boolean =>
  hasBrowser() && modelsDir !== undefined && folder !== undefined;

export interface LoginWorld {
  readonly service: TestService;
  /** File that the browser takes for its camera. */
  readonly camera: string;
  readonly ada: LivePerson;
  readonly ben: LivePerson;
  /** A window of somebody who has not been here before. */
  visit(locale?: string): Promise<Visitor>;
  /** Signs the user in with a session that began in a known browser that many minutes ago. */
  visitAs(user: User, minutesAgo?: number): Promise<Visitor>;
  /** A user whose face is that of the person. */
  enrolled(person: LivePerson, user: NewUser): Promise<User>;
  /** A sample site on a free port, registered as a client. */
  startSite(
    id: string,
    name: string,
    create: (settings: SiteSettings) => Express | Promise<Express>,
    settings?: Partial<ClientSettings>,
  ): Promise<string>;
  /** Recordings are short: what people were seen with yesterday they may be seen with again. */
  anotherDay(): Promise<void>;
  close(): Promise<void>;
}

/** @param draw the challenges; default: one nod */
export async function createLoginWorld(draw = nods): Promise<LoginWorld> {
  const files = await mkdtemp(join(tmpdir(), 'prosopon-login-'));
  const camera = join(files, 'camera.mjpeg');
  const [ada, ben, engine] = await Promise.all([
    livePerson(folder!, 'ada'),
    livePerson(folder!, 'ben'),
    testEngine({ modelsDir: modelsDir! }),
  ]);
  // Passkeys belong to a host with a name.
  const named = (base: string) => base.replace('127.0.0.1', 'localhost');
  const operator = { ...NO_OPERATOR, mailSignIn: true };
  const started = await startService(engine, { operator, draw }, 'sqlite', named);
  const service = { ...started, base: named(started.base) };
  await personBeforeCamera(camera, ada.film());
  const browser = await openBrowser(camera);
  const servers: Server[] = [];
  const anotherDay = async () =>
    void (await service.parts.replay.sweep(new Date(Date.now() + 90_000_000)));
  const visit = async (locale = 'en-GB') =>
    createVisitor(await openWindow(browser, { locale }), camera, anotherDay);
  return {
    service,
    camera,
    ada,
    ben,
    visit,
    anotherDay,

    async visitAs(user, minutesAgo = 0) {
      const { sessions, browsers } = service.parts.accounts;
      const browser = { token: undefined, name: 'Chrome, Linux' };
      const { id: browserId } = await browsers.remember(user.id, browser, newBrowserKey().key);
      const { token } = await sessions.begin(user.id, 'face', { secondFactor: true, browserId });
      await service.signedInAgo(user.id, minutesAgo);
      const visitor = await visit();
      await visitor.page
        .context()
        .addCookies([{ name: 'prosopon_session', value: token, url: service.base }]);
      return visitor;
    },

    async enrolled(person, wanted) {
      const user = await service.parts.accounts.users.create(wanted);
      const { link } = await enrolmentLink(service.parts.accounts, user);
      const browser = openScripted(service.base);
      const call = async (path: string, body?: unknown) => {
        const { status, json } = await browser.call('POST', path, body, { 'x-csrf': '1' });
        assert.equal(status, 200);
        return json;
      };
      await call('/account/v1/links', { token: link.split('#')[1] });
      const { version, language } = consentText(NO_OPERATOR, 'en');
      const { challenge } = await call('/account/v1/face/challenge');
      const images = person.pair(challenge);
      await call('/account/v1/face', { images, consent: { version, language } });
      await anotherDay();
      return user;
    },

    async startSite(id, name, create, settings = {}) {
      let app: Express | undefined;
      const server = createServer((request, response) => app?.(request, response));
      servers.push(server.listen(0, '127.0.0.1'));
      await new Promise((listening) => server.once('listening', listening));
      const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
      const redirectUris = [`${url}/callback`];
      const { secret } = await service.client(id, { name, redirectUris, settings });
      app = await create({ issuer: service.base, clientId: id, clientSecret: secret, url });
      return url;
    },

    async close() {
      await browser.close();
      for (const server of servers) server.close();
      await service.close();
      await engine.close();
      await rm(files, { recursive: true, force: true });
    },
  };
}

/** A person with a window of the browser, and what they do there. */
export interface Visitor {
  readonly page: Page;
  press(name: string): Promise<void>;
  /** Waits for the heading of the page. */
  heading(name: string): Promise<void>;
  /** The first step of every login: who it is going to be. */
  say(name: string): Promise<void>;
  /** Shows the face of whom the camera sees. */
  show(person: LivePerson, challenge?: readonly string[]): Promise<void>;
  /** Agrees, and has the pictures of an enrolment taken. */
  agree(person: LivePerson): Promise<void>;
  /** The same, and sends them. */
  enrol(person: LivePerson): Promise<void>;
  /** Closes the window, in which nothing must have gone wrong. */
  leave(): Promise<void>;
}

function createVisitor(
  { page, complaints }: Awaited<ReturnType<typeof openWindow>>,
  camera: string,
  anotherDay: () => Promise<void>,
): Visitor {
  const press = (name: string) => page.getByRole('button', { name, exact: true }).click();
  const heading = (name: string) => page.getByRole('heading', { name, level: 1 }).waitFor();
  const agree = async (person: LivePerson) => {
    await anotherDay();
    await personBeforeCamera(camera, person.film());
    await page.getByRole('checkbox', { name: 'I agree' }).check();
    await press('Take the pictures');
  };
  return {
    page,
    press,
    heading,
    async say(name) {
      await page.getByLabel('Name or e-mail address').fill(name);
      await press('Continue');
      await heading('Show your face');
    },
    async show(person, challenge = ['down']) {
      await anotherDay();
      await personBeforeCamera(camera, person.film(challenge));
      await press('Show my face');
    },
    agree,
    async enrol(person) {
      await agree(person);
      await press('Send the pictures');
    },
    async leave() {
      await page.context().close();
      assert.deepEqual(complaints, []);
    },
  };
}
