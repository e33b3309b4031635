/** Where people could get stuck: no answer, no camera, what has changed in another window, dialogs. */
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Browser, Page } from 'playwright-core';
import { toString as toQrCode } from 'qrcode';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import type { User } from '../../src/access/accounts/user.ts';
import { newBrowserKey } from '../../testing/browser-keys.ts';
import { maskedBeforeCamera, nobodyBeforeCamera } from '../../testing/fake-camera.ts';
import { startService, type TestService } from '../../testing/http/service.ts';
import { codeOf } from '../../testing/totp-codes.ts';
import {
  bottomOf,
  DESKTOP,
  hasBrowser,
  openBrowser,
  openWindow,
  putAuthenticator,
  resize,
  scrollsSideways,
} from '../../testing/web/browser.ts';
import type { Enrolment, LoginState, LoginStep, SignInStep } from '../../web/account/answers.ts';
import type { OwnSession } from '../../web/liveness/answers.ts';
import { en as deskEn } from '../../web/messages/admin/en.ts';
import { en } from '../../web/messages/en.ts';
import { inspect } from './inspect.ts';
import { sendPictures, WITHOUT_FINDER, withoutCamera } from './screens/acts.ts';
import { type Answers, answerFor } from './screens/answers.ts';
import {
  BEFORE_ENROLMENT,
  LOGIN,
  NEW_CODES,
  NOBODY,
  OPERATED,
  OPERATOR,
  SIGNED_IN,
  USER,
} from './screens/people.ts';
import { walk } from './walk.ts';

const ENROLLED: Enrolment = {
  enrolled: true,
  errors: [],
  advice: [],
  challenge: [],
  recoveryCodes: [],
  imageProperties: [],
  face: {
    ...{ enrolled: '2026-11-23T09:30:00Z', available: true, encoderVersion: 1, featureVectors: 3 },
    ...{ thumbnails: [], consents: [] },
  },
};

const SMALL_PHONE = { width: 390, height: 664 };

describe.skipIf(!hasBrowser())('nobody gets stuck', () => {
  let service: TestService;
  let folder: string;
  let camera: string;
  let browser: Browser;
  let page: Page;
  let complaints: string[];

  beforeAll(async () => {
    // Passkeys belong to a host with a name.
    const named = (base: string) => base.replace('127.0.0.1', 'localhost');
    const started = await startService(undefined, {}, 'sqlite', named);
    service = { ...started, base: named(started.base) };
    folder = await mkdtemp(join(tmpdir(), 'prosopon-dead-ends-'));
    camera = join(folder, 'camera.mjpeg');
    await maskedBeforeCamera(camera, 0);
    browser = await openBrowser(camera);
  });
  afterAll(async () => {
    await browser?.close();
    await service?.close();
    await rm(folder, { recursive: true, force: true });
  });
  beforeEach(async () => {
    ({ page, complaints } = await openWindow(browser));
  });
  afterEach(async () => {
    await page.context().close();
    // That the network is gone, or the service failed, Chromium reports, too.
    const errors = complaints.filter((each) => !each.startsWith('Failed to load resource'));
    expect(errors).toEqual([]);
  });

  const see = (words: string) => page.getByText(words).waitFor();
  const heading = (name: string) => page.getByRole('heading', { name, level: 1 }).waitFor();
  const press = (name: string) => page.getByRole('button', { name, exact: true }).click();
  const focused = () => page.evaluate<string>('document.activeElement.textContent.trim()');

  let user: User;
  /** Of the window's session. */
  let token: string;
  const signIn = async () => {
    const { users, sessions, browsers } = service.parts.accounts;
    user = await users.create({ name: `Ada ${Math.random()}`, email: 'ada@example.org' });
    // Sessions of browsers that are not known change nothing.
    const known = { token: undefined, name: 'Chrome, Linux' };
    const { id: browserId } = await browsers.remember(user.id, known, newBrowserKey().key);
    ({ token } = await sessions.begin(user.id, 'face', { secondFactor: true, browserId }));
    await page
      .context()
      .addCookies([{ name: 'prosopon_session', value: token, url: service.base }]);
  };
  const openProfile = async () => {
    await page.goto(`${service.base}/profile`);
    await heading(user.name);
  };

  describe('if the first call of a page gets no response', () => {
    const away = 'The service does not answer. Are you connected?';
    const failed = 'The service failed. Try again in a moment.';

    /** Not answered once, and then so. */
    const after = (first: Answers[string], then: Answers[string]): Answers[string] => {
      let asked = 0;
      return async () => (asked++ === 0 ? first : then) as object;
    };
    const gone = { refused: 500, message: 'no' };

    it.each([
      ['/login/abc', 'GET /login/abc/state', LOGIN, 'Log in to Harbour Dental'],
      ['/profile', 'GET /account/v1/session', NOBODY, 'Sign in to your profile'],
      ['/register', 'GET /account/v1/session', NOBODY, 'Register'],
      ['/admin', 'GET /account/v1/session', NOBODY, 'Sign in as an administrator'],
    ] as const)('%s says so, and asks again', async (path, call, answer, title) => {
      for (const [refusal, words] of [
        ['away', away],
        [gone, failed],
        [{ html: '<h1>Sign in to the network</h1>' }, away],
      ] as const) {
        await answerFor(page, { ...OPERATED, [call]: after(refusal as Answers[string], answer) });
        await page.goto('about:blank');
        await page.goto(service.base + path);
        await see(words);
        if (refusal === gone) await inspect(page, `again${path.replace(/\W/g, '-')}`, 'English');
        await page.getByRole('button', { name: 'Try again' }).focus();
        await page.keyboard.press('Enter');
        await heading(title);
        expect(await page.getByRole('alert').count()).toBe(0);
        expect(await page.evaluate('document.activeElement === document.body')).toBe(false);
        await page.unrouteAll();
      }
      expect(complaints.splice(0).filter((each) => each.startsWith('SyntaxError'))).toHaveLength(1);
    });
  });

  it('a one-time link is used by a click only, and by another one if the first failed', async () => {
    const answers = ['away', { purpose: 'confirm-email', session: SIGNED_IN }] as const;
    let asked = 0;
    await answerFor(page, {
      ...OPERATED,
      'POST /account/v1/links': async () => answers[asked++]!,
    });
    await page.goto(`${service.base}/link#abc`, { waitUntil: 'networkidle' });
    expect(asked, 'merely looked at').toBe(0);
    await see(en.link.onlyIfYours);
    await inspect(page, 'link-unopened', 'English');
    await press(en.account.next);
    await see(en.account.refusals[0]);
    expect(await page.getByText(en.link.askAgain).count(), 'it is not used up').toBe(0);
    await press(en.account.next);
    await heading(en.link.titles['confirm-email']);
    expect(await focused()).toBe(en.link.titles['confirm-email']);
  });

  it('a one-time link pasted into the page of an older one counts, and leaves the address', async () => {
    await answerFor(page, {
      ...OPERATED,
      'POST /account/v1/links': async (request) =>
        request.postDataJSON().token === 'new'
          ? { purpose: 'confirm-email', session: SIGNED_IN }
          : { refused: 404 },
    });
    await page.goto(`${service.base}/link#old`);
    await press(en.account.next);
    await see(en.link.askAgain);
    // Browsers go to another place of the same page.
    await page.goto(`${service.base}/link#new`);
    await press(en.account.next);
    await heading(en.link.titles['confirm-email']);
    expect(page.url()).toBe(`${service.base}/link`);
  });

  describe('if part of the page is gone, as after an upgrade', () => {
    const gone = 'Failed to fetch dynamically imported module';
    const withoutParts = (answers: Answers) =>
      answerFor(page, { ...OPERATED, ...answers, 'GET /assets/*': { refused: 404 } });

    it('a user who wants to show a passkey learns that it failed', async () => {
      const state = { ...LOGIN, step: 'second-factor', secondFactors: ['passkey'] };
      await answerFor(page, { ...OPERATED, 'GET /login/abc/state': state });
      await page.goto(`${service.base}/login/abc`);
      await withoutParts({});
      await press(en.passkeys.use);
      await see(en.account.refusals[0]);
      expect(complaints.splice(0).join()).toContain(gone);
    });

    it('the language stays, and so does its switch', async () => {
      await page.goto(`${service.base}/profile`);
      const choice = page.locator('header select');
      await choice.waitFor();
      await withoutParts({});
      await choice.selectOption('de');
      await expect.poll(() => choice.inputValue()).toBe('en');
      expect(complaints.splice(0).join()).toContain(gone);
    });
  });

  describe('if something has changed meanwhile in another window', () => {
    const changed = 'This was changed in another window';

    beforeEach(signIn);
    const card = (name: string) => page.getByRole('region', { name, exact: true });
    const pressIn = (name: string, button: string) =>
      card(name).getByRole('button', { name: button, exact: true }).click();
    const confirm = (name: string) =>
      page.getByRole('dialog').getByRole('button', { name, exact: true }).click();

    it('an ended session disappears from the list', async () => {
      const { sessions } = service.parts.accounts;
      await sessions.begin(user.id, 'face');
      await openProfile();
      const end = card('Where you are signed in').getByRole('button', { name: 'End this session' });
      await end.waitFor();
      const other = (await sessions.list(user, token)).find(({ current }) => !current);
      await sessions.endNamed(user.id, other!.name);
      await end.focus();
      await page.keyboard.press('Enter');
      await card('Where you are signed in').getByText(changed).waitFor();
      expect(await end.count()).toBe(0);
      expect(await focused()).toContain(changed);
      await inspect(page, 'changed-elsewhere');
    });

    it('ended access disappears from the list', async () => {
      const { consents } = service.parts.accounts;
      await service.client('forum', { name: 'Forum' });
      await consents.grant(user.id, 'forum', ['basic']);
      await openProfile();
      await pressIn('Applications', 'End access');
      await consents.revoke(user.id, 'forum');
      await confirm('End access');
      await card('Applications').getByText(changed).waitFor();
      await see('No application has access.');
    });

    it('a removed passkey disappears, and so does its second factor', async () => {
      const { passkeys } = service.parts.accounts.secondFactors;
      await putAuthenticator(page);
      await openProfile();
      await press('Add a passkey');
      await card('Passkeys')
        .getByText(/^Added/)
        .waitFor();
      await pressIn('Passkeys', 'Remove');
      const [passkey] = await passkeys.list(user.id);
      await passkeys.remove(user.id, passkey!.id);
      await confirm('Remove');
      await card('Passkeys').getByText(changed).waitFor();
      expect(await card('Passkeys').getByRole('button', { name: 'Remove' }).count()).toBe(0);
    });

    it('a second factor is shown as it is: set up, and removed', async () => {
      const { secondFactors } = service.parts.accounts;
      await openProfile();
      const { secret } = await secondFactors.setUp(user.id, user.name);
      await secondFactors.confirm(user.id, await codeOf(secret));
      await pressIn('Second factor', 'Set up');
      await see(
        'In browsers that are not known, you can show a code from your authenticator app after your face.',
      );
      await pressIn('Second factor', 'Turn off');
      await secondFactors.remove(user.id);
      await page.getByLabel('Code from your authenticator app').fill('123456');
      await pressIn('Second factor', 'Turn off');
      await card('Second factor').getByText(changed).waitFor();
      await see(
        'A code from an authenticator app, to show after your face in browsers that are not known.',
      );
    });

    it('cancelling forgets a wrong code, and the focus stays in the card', async () => {
      const { secondFactors } = service.parts.accounts;
      const wrong = card('Second factor').getByText('The code is wrong');
      const inCard = () =>
        page.evaluate<string>('document.activeElement.closest("section")?.innerText ?? ""');
      const byKey = async (name: string) => {
        await card('Second factor').getByRole('button', { name, exact: true }).focus();
        await page.keyboard.press('Enter');
      };
      const tryOnce = async (open: string, submit: string) => {
        await byKey(open);
        await page.getByLabel('Code from your authenticator app').waitFor();
        expect(await inCard(), open).toContain('Second factor');
        await page.getByLabel('Code from your authenticator app').fill('12');
        await byKey(submit);
        await wrong.waitFor();
        await byKey('Cancel');
        await wrong.waitFor({ state: 'detached' });
        expect(await inCard(), `${open}, cancelled`).toContain('Second factor');
      };
      await openProfile();
      await tryOnce('Set up', 'Turn on');
      const { secret } = await secondFactors.setUp(user.id, user.name);
      await secondFactors.confirm(user.id, await codeOf(secret));
      await openProfile();
      await tryOnce('Turn off', 'Turn off');

      await press('Erase everything');
      await confirm('Erase everything');
      await see('This is not your name.');
      await page.keyboard.press('Escape');
      await page.getByRole('dialog').waitFor({ state: 'detached' });
      expect(await card('Your data').getByRole('alert').count()).toBe(0);
    });

    it('a confirmed address is shown as such', async () => {
      await openProfile();
      await see('not confirmed yet');
      await service.parts.accounts.users.confirmEmail(user.id, 'ada@example.org');
      await press('Send the link again');
      await see('ada@example.org, confirmed.');
      await card('E-mail address').getByText(changed).waitFor();
    });

    it('a signed-out user can sign in over the page, or again by one button', async () => {
      await openProfile();
      // A call that is still on its way would ask to sign in before the click.
      await page.waitForLoadState('networkidle');
      await answerFor(page, OPERATED);
      await service.parts.accounts.sessions.endOthers(user.id, undefined);
      await press('Set up');
      await see('Your sign-in has ended.');
      await press('Cancel');
      await see('You are no longer signed in.');
      await press('Try again');
      await heading('Sign in to your profile');
    });

    it('sign-ins of the same moment get a line each, in order', async () => {
      const attempt = { time: '2026-11-23T09:30:00.000Z', passed: true, application: null };
      const history = ['face', 'passkey', 'mail'].map((by) => ({ ...attempt, by }));
      let asked = 0;
      await answerFor(page, {
        'GET /account/v1/sign-ins': async () => (asked++ === 0 ? history : history.slice(1)),
      });
      await openProfile();
      const lines = card('Where you are signed in').getByRole('listitem');
      const summary = page.getByText('Recent sign-ins');
      for (const expected of [history, history.slice(1)]) {
        await summary.click();
        await expect.poll(() => lines.count()).toBe(expected.length);
        const shown = ['face', 'passkey', 'link by mail'].slice(-expected.length);
        for (const [place, by] of shown.entries())
          expect(await lines.nth(place).textContent()).toContain(by);
        await summary.click();
      }
    });
  });

  it.each([
    ['nobody types a name', false],
    ['users who may have a link by mail still can', true],
  ])('if live faces cannot be judged, %s', async (_, mail) => {
    await answerFor(page, {
      ...OPERATED,
      'GET /login/abc/state': { ...LOGIN, mail },
      'GET /readyz': { parts: { engine: 'ready' }, liveness: false },
    });
    await page.goto(`${service.base}/login/abc`);
    await see(en.account.cannotLook);
    expect(await page.getByRole('textbox').count()).toBe(mail ? 1 : 0);
  });

  describe('in the profile', () => {
    beforeEach(signIn);

    it('one session is ended, and then all others', async () => {
      const { sessions } = service.parts.accounts;
      for (let i = 0; i < 3; i++) await sessions.begin(user.id, 'face');
      await openProfile();
      const ends = page.getByRole('button', { name: 'End this session' });
      await ends.first().click();
      await expect.poll(() => ends.count()).toBe(2);
      expect(await sessions.list(user, token)).toHaveLength(3);
      await press('Sign out everywhere else');
      await expect.poll(() => ends.count()).toBe(0);
      expect(await sessions.list(user, token)).toMatchObject([{ current: true }]);
    });
  });

  describe('before a camera', () => {
    /** Files of the finder that were asked for. */
    let finder: string[];
    beforeEach(async () => {
      finder = [];
      page.on('request', (request) => {
        const { pathname } = new URL(request.url());
        if (pathname.startsWith('/capture/')) finder.push(pathname);
      });
      const face: LoginState = { ...LOGIN, step: 'face', challenge: ['down'] };
      await answerFor(page, { ...OPERATED, 'GET /login/abc/state': face });
      await resize(page, SMALL_PHONE);
    });

    it('people learn of the permission before it is requested, and how to undo a refusal', async () => {
      await page.addInitScript("navigator.permissions.query = async () => ({ state: 'prompt' })");
      await page.goto(`${service.base}/login/abc`);
      await see(en.camera.willAsk);
      await withoutCamera(page, 'NotAllowedError');
      await press('Show my face');
      await see(en.camera.problems.denied);
      await see(en.camera.allow.chrome);
      expect(finder, 'loaded with the camera only').toEqual([]);
    });

    it('a person with several cameras can choose during the wait', async () => {
      await nobodyBeforeCamera(camera);
      await resize(page, DESKTOP);
      await page.addInitScript(`
        const { prototype } = MediaDevices;
        const { enumerateDevices, getUserMedia } = prototype;
        prototype.enumerateDevices = async function () {
          const other = { kind: 'videoinput', deviceId: 'other', label: 'On the desk' };
          return [other, ...(await enumerateDevices.call(this))];
        };
        prototype.getUserMedia = async function ({ video: { deviceId, ...video } }) {
          window.wanted = deviceId?.exact;
          if (window.unplugged && window.wanted === 'other') throw new DOMException('', 'NotFoundError');
          return getUserMedia.call(this, { video });
        };`);
      await page.goto(`${service.base}/login/abc`);
      await press('Show my face');
      const choice = page.getByLabel(en.camera.choose, { exact: true }).and(page.locator('select'));
      await choice.waitFor();
      expect(await choice.inputValue(), 'the one that is on').not.toBe('other');
      await choice.selectOption('On the desk');
      await expect.poll(() => page.evaluate('window.wanted')).toBe('other');
      await choice.waitFor();
      await see(en.hints.noFace);
      await inspect(page, 'choose-camera');
      await resize(page, SMALL_PHONE);
      await choice.waitFor({ state: 'hidden' });
      await resize(page, DESKTOP);
      await page.evaluate('window.unplugged = true');
      await press('Turn off');
      await press('Turn on the camera');
      await see(en.camera.problems.none);
      await press('Turn on the camera');
      await see(en.hints.noFace);
    });

    it('help comes after twelve seconds, and all is in sight on a phone, either way up', async () => {
      await nobodyBeforeCamera(camera);
      await page.clock.install();
      await page.goto(`${service.base}/login/abc`);
      await press('Show my face');
      await see(en.hints.noFace);
      expect(finder).toContain('/capture/face-finder.js');
      const off = page.getByRole('button', { name: 'Turn off' });
      const { y: picture } = (await page.locator('.camera-place').boundingBox())!;
      expect(await bottomOf(page.locator('.camera-hint')), 'above').toBeLessThanOrEqual(picture);
      expect(await page.getByText(en.camera.help).count()).toBe(0);
      await page.clock.fastForward(12_000);
      await see(en.camera.help);
      await page.getByRole('button', { name: 'Take it now' }).waitFor();
      expect(await bottomOf(off), 'below the help').toBeLessThan(SMALL_PHONE.height);

      const devtools = await page.context().newCDPSession(page);
      const notch = { top: 47, topMax: 47, left: 0, right: 0, bottom: 34, bottomMax: 34 };
      await devtools.send('Emulation.setSafeAreaInsetsOverride', { insets: notch });
      const padding = () =>
        page.evaluate('getComputedStyle(document.querySelector("dialog:modal")).paddingTop');
      await expect.poll(padding, { message: 'clear of the notch' }).toBe('47px');
      await devtools.send('Emulation.setSafeAreaInsetsOverride', { insets: {} });
      await resize(page, { width: 195, height: 332 });
      expect(await scrollsSideways(page), 'twice as large').toBe(false);
      await resize(page, { width: 844, height: 390 });
      await off.click();
      await page.getByRole('button', { name: 'Turn on the camera' }).click();
      await see(en.hints.noFace);
      expect(await bottomOf(off), 'held across').toBeLessThan(390);
      expect(await bottomOf(page.locator('.camera-place'))).toBeLessThanOrEqual(390);
    });
  });

  it.each([
    ['/register', en.camera.problems.none],
    ['/login/abc', en.camera.problems.none],
    ['/link#abc', en.link.noCamera],
  ])('%s says that there is no camera before a name or a link is used up', async (path, words) => {
    await answerFor(page, {
      ...OPERATED,
      'GET /account/v1/session': NOBODY,
      'GET /login/abc/state': LOGIN,
    });
    await page.addInitScript(`
      window.cameras = [];
      MediaDevices.prototype.enumerateDevices = async () => window.cameras;`);
    await page.goto(service.base + path);
    await see(words);
    await inspect(page, `no-camera-${path.split(/[/#]/)[1]}`);
    await page.evaluate(`
      window.cameras = [{ kind: 'videoinput' }];
      navigator.mediaDevices.dispatchEvent(new Event('devicechange'));`);
    await page.getByText(words).waitFor({ state: 'hidden' });
  });

  it('a login without a camera names the way by another device', async () => {
    const face: LoginState = { ...LOGIN, step: 'face', challenge: ['down'] };
    await answerFor(page, { ...OPERATED, 'GET /login/abc/state': face });
    await page.goto(`${service.base}/login/abc`);
    await withoutCamera(page, 'NotFoundError');
    await press('Show my face');
    await see('There, open Harbour Dental and log in.');
    await inspect(page, 'login-without-camera');
  });

  it('a person without a camera goes on by phone; the page follows the liveness session', async () => {
    const session: OwnSession = {
      ...{ state: 'created', level: 'motion', attemptsLeft: 3, expires: '2099-01-01T00:00:00Z' },
      ...{ application: 'Harbour Dental', returnUrl: null },
    };
    let state: OwnSession['state'] = 'created';
    await answerFor(page, {
      ...OPERATED,
      'GET /api/task/v1/livenesssession': async () => ({ ...session, state }),
    });
    await page.goto(`${service.base}/liveness#abc`);
    await withoutCamera(page, 'NotFoundError');
    await press('Show my face');
    await see(en.livenessSession.scan);
    const code = page.getByAltText(en.livenessSession.phone);
    const drawn = await toQrCode(`${service.base}/liveness#abc`, { type: 'svg' });
    expect(await code.getAttribute('src')).toBe(`data:image/svg+xml,${encodeURIComponent(drawn)}`);
    await inspect(page, 'liveness-by-phone');
    state = 'succeeded';
    await heading(en.livenessSession.titles.succeeded);
  });

  it.each([
    ['/register', 'identify', 'Continue'],
    ['/login/abc', 'identify', 'Continue'],
    ['/login/abc', 'face', 'Show my face'],
    ['/login/abc', 'consent', 'Agree and log in'],
  ] as const)(
    '%s (%s) fits the screen of a phone, and is no wider at double size',
    async (path, step, button) => {
      await answerFor(page, {
        ...OPERATED,
        'GET /account/v1/session': NOBODY,
        'GET /login/abc/state': { ...LOGIN, step },
      });
      await resize(page, SMALL_PHONE);
      await page.goto(service.base + path);
      const main = page.getByRole('button', { name: button, exact: true });
      expect(await bottomOf(main)).toBeLessThan(SMALL_PHONE.height);
      await resize(page, { width: 195, height: 332 });
      expect(await scrollsSideways(page)).toBe(false);
    },
  );

  it('reports a rate limit, before the consent and after the face', async () => {
    let asked = 0;
    const done: SignInStep = {
      passed: true,
      step: 'done',
      errors: [],
      attempt: null,
      challenge: [],
      secondFactors: [],
      unknownBrowser: false,
    };
    await answerFor(page, {
      ...OPERATED,
      'GET /account/v1/session': async () => (asked++ === 0 ? NOBODY : 'never'),
      'POST /account/v1/sign-in': done,
    });
    await page.goto(`${service.base}/profile`);
    await page.getByLabel('Name or e-mail address').fill('ada');
    await press('Continue');
    await see('One moment …');
    expect(await page.getByRole('button', { name: 'Back' }).count()).toBe(0);

    await page.unrouteAll();
    await answerFor(page, {
      ...OPERATED,
      ...BEFORE_ENROLMENT,
      'GET /account/v1/session': { ...SIGNED_IN, user: { ...USER, enrolled: false } },
      'GET /account/v1/consent-text': 'never',
    });
    await page.goto(`${service.base}/register`);
    await heading('Your face');
    await see('One moment …');
  });

  describe('a change of language before the consent', () => {
    let german: PromiseWithResolvers<void>;
    const speak = async (language: string) => {
      await page.locator('header select').selectOption(language);
      await page.locator(`html[lang=${language}]`).waitFor({ state: 'attached' });
    };

    /** At the consent, in English; the text in German comes when the test says so. */
    beforeEach(async () => {
      german = Promise.withResolvers();
      await answerFor(page, {
        ...OPERATED,
        ...BEFORE_ENROLMENT,
        'GET /account/v1/session': { ...SIGNED_IN, user: { ...USER, enrolled: false } },
        'GET /account/v1/consent-text': async (request) => {
          const wanted = new URL(request.url()).searchParams.get('language')!;
          if (wanted === 'de') await german.promise;
          return { version: '1', language: wanted, text: `Text (${wanted})`, drafted: false };
        },
      });
      await page.goto(`${service.base}/register`);
      await see('Text (en)');
      await speak('de');
    });

    it('shows the text first to a user who agrees before it arrives', async () => {
      const agree = page.getByRole('checkbox');
      await agree.check();
      german.resolve();
      await see('Text (de)');
      expect(await agree.isChecked()).toBe(false);
    });

    it('that is undone shows the text in the language of the page', async () => {
      const answered = page.waitForResponse(/consent-text\?language=de/);
      await speak('en');
      // Time enough for the text in English, were it asked for beside the other.
      await page.waitForTimeout(500);
      german.resolve();
      await (await answered).finished();
      // The text in German stands there for a moment, as it was asked for first.
      await page.waitForTimeout(300);
      await see('Text (en)');
    });
  });

  it('images that nobody could examine are sent again, unchanged', async () => {
    const sent: string[] = [];
    // A proxy answers 502 and 504 while the service restarts.
    const face = [{ refused: 503 }, { refused: 502 }, { refused: 504 }, 'away', ENROLLED] as const;
    await answerFor(page, {
      ...OPERATED,
      ...BEFORE_ENROLMENT,
      ...WITHOUT_FINDER,
      'GET /account/v1/session': { ...SIGNED_IN, user: { ...USER, enrolled: false } },
      'POST /account/v1/face': async (request) => {
        sent.push(JSON.stringify(request.postDataJSON().images));
        return face[sent.length - 1]!;
      },
    });
    await page.goto(`${service.base}/register`);
    await sendPictures(page, { ...en, ...deskEn });
    await see('The service cannot check faces right now.');
    await page.getByRole('heading', { name: 'Your pictures are still here' }).waitFor();
    await inspect(page, 'pictures-kept', 'English');
    for (const times of [2, 3]) {
      await press('Try again');
      await expect.poll(() => sent.length).toBe(times);
      await see('The service cannot check faces right now.');
    }
    await press('Try again');
    await see('The service does not answer.');
    await press('Try again');
    await heading('Your face is enrolled');
    await resize(page, SMALL_PHONE);
    const on = page.getByRole('link', { name: 'Open my profile' });
    expect(await bottomOf(on), 'in sight on a phone').toBeLessThan(SMALL_PHONE.height);
    expect(sent).toHaveLength(5);
    expect(new Set(sent).size).toBe(1);
  });

  it('a user who declines to sign in for images is asked once, and keeps them', async () => {
    const stale = { refused: 403, step: 'sign-in' };
    let drawn = 0;
    await signIn();
    await answerFor(page, {
      ...OPERATED,
      ...BEFORE_ENROLMENT,
      ...WITHOUT_FINDER,
      'POST /account/v1/face/challenge': async () =>
        drawn++ === 0 ? { challenge: ['down'] } : stale,
      'POST /account/v1/face': stale,
    });
    await openProfile();
    await sendPictures(page, { ...en, ...deskEn });
    const dialog = page.getByRole('dialog', { name: en.account.stepUp });
    await dialog.getByRole('button', { name: 'Cancel' }).click();
    await page.getByRole('heading', { name: 'Your pictures are still here' }).waitFor();
    await see(en.account.signInAgain);
    expect(await dialog.count()).toBe(0);
    expect(drawn).toBe(1);
  });

  it.each([
    [
      'waits for users who have advice to read',
      [{ errorCode: 'EyesClosed', message: '' }] as const,
    ],
    ['goes on by itself where there is nothing to read', []],
  ])('a login that a newcomer came from %s', async (_which, advice) => {
    const calls: string[] = [];
    page.on('request', (request) => calls.push(new URL(request.url()).pathname));
    await answerFor(page, {
      ...OPERATED,
      ...BEFORE_ENROLMENT,
      ...WITHOUT_FINDER,
      'GET /account/v1/session': { ...SIGNED_IN, user: { ...USER, enrolled: false } },
      'POST /account/v1/face': { ...ENROLLED, advice },
      'POST /login/abc/registered': { passed: true, errors: [], state: LOGIN, location: null },
      'GET /login/abc/state': { ...LOGIN, step: 'consent' },
    });
    await page.goto(`${service.base}/register?login=abc`);
    await sendPictures(page, { ...en, ...deskEn });
    if (advice.length > 0) {
      await see(en.enrolFace.better);
      await see(en.faceErrors.EyesClosed);
      await inspect(page, 'advice-for-site');
      await page.waitForTimeout(1000);
      expect(calls).not.toContain('/login/abc/registered');
      expect(await page.getByRole('link', { name: 'Back to the login' }).count()).toBe(0);
      await page.getByRole('button', { name: 'Continue' }).dblclick();
    }
    await heading('Log in to Harbour Dental?');
    expect(calls.filter((path) => path === '/login/abc/registered')).toHaveLength(1);
  });

  it('a new administrator goes on to the administration with a face, without which no sign-in would do', async () => {
    const user = { ...USER, admin: true, enrolled: false };
    await answerFor(page, {
      ...OPERATED,
      ...BEFORE_ENROLMENT,
      ...WITHOUT_FINDER,
      'POST /account/v1/links': { purpose: 'enrol', session: { ...SIGNED_IN, kind: 'link', user } },
      'POST /account/v1/face': ENROLLED,
    });
    await page.goto(`${service.base}/link#abc`);
    await press('Continue');
    const administration = page.getByRole('link', { name: en.link.toAdmin });
    await page.getByRole('checkbox', { name: 'I agree' }).waitFor();
    expect(await administration.count()).toBe(0);
    await sendPictures(page, { ...en, ...deskEn });
    await administration.waitFor();
  });

  it('images for an outdated movement are taken again', async () => {
    let drawn = 0;
    let sent = 0;
    await answerFor(page, {
      ...OPERATED,
      ...BEFORE_ENROLMENT,
      ...WITHOUT_FINDER,
      'GET /account/v1/session': { ...SIGNED_IN, user: { ...USER, enrolled: false } },
      'POST /account/v1/face/challenge': async () => ({ challenge: [drawn++ < 2 ? 'down' : 'up'] }),
      'POST /account/v1/face': async () => {
        sent++;
        return { refused: 503 };
      },
    });
    await page.goto(`${service.base}/register`);
    await sendPictures(page, { ...en, ...deskEn });
    await press('Try again');
    await see('A different movement is asked for now.');
    await page.getByRole('button', { name: 'Take the pictures' }).waitFor();
    expect(sent).toBe(1);
  });

  describe('at the end of a login', () => {
    const login = (state: Partial<LoginState>, more: Answers): Promise<void> =>
      answerFor(page, { ...OPERATED, 'GET /login/abc/state': { ...LOGIN, ...state }, ...more });

    it('the page says that it is done, and offers a link if the browser stays', async () => {
      const answer: LoginStep = { passed: true, errors: [], state: null, location: '#there' };
      await login({ step: 'consent' }, { 'POST /login/abc/consent': answer });
      await page.goto(`${service.base}/login/abc`);
      await press('Agree and log in');
      await heading('Done');
      expect(await focused()).toBe('Done');
      expect(await page.getByRole('heading').count()).toBe(1);
      const link = page.getByRole('link', { name: 'Back to Harbour Dental …' });
      expect(await link.getAttribute('href')).toBe('#there');
    });

    it('a user whose passkey this browser does not know is led to the code', async () => {
      await login(
        { step: 'second-factor', secondFactors: ['passkey', 'code'] },
        { 'GET /operator.json': { ...OPERATOR, passkeys: 'none' } },
      );
      await page.goto(`${service.base}/login/abc`);
      await see('This browser, or this address, does not support passkeys.');
      expect(await page.getByText('Unlock a passkey').count()).toBe(0);
      expect(await page.locator('.button-main').allTextContents()).toEqual(['Use a code instead']);
      await press('Use a code instead');
      await page.getByLabel('Code from your authenticator app').waitFor();
    });

    it('a user who takes too long to set up a demanded second factor starts again, and learns why', async () => {
      await login(
        { step: 'second-factor-set-up' },
        {
          'POST /login/abc/second-factor/set-up': NEW_CODES,
          'PUT /login/abc/second-factor/set-up': { refused: 409 },
        },
      );
      await page.goto(`${service.base}/login/abc`);
      await heading('Set up your second factor');
      await see('Harbour Dental asks for a second factor at every login.');
      await press('Set up an authenticator app');
      await page.getByLabel('Code from your authenticator app').fill('123456');
      await press('Turn on');
      await see(en.account.refusals[409]);
      await heading('Log in to Harbour Dental');
    });
  });

  describe('by keyboard only', () => {
    it('an application is told yes or no', async () => {
      await answerFor(page, {
        ...OPERATED,
        'GET /login/abc/state': { ...LOGIN, step: 'consent' },
      });
      await page.goto(`${service.base}/login/abc`);
      await heading('Log in to Harbour Dental?');
      expect(await walk(page)).toEqual([]);
    });

    it('a profile is usable; its dialogs keep the focus, and return it at Escape', async () => {
      const { accounts } = service.parts;
      await signIn();
      await service.client('club', { name: 'Club' });
      await accounts.consents.grant(user.id, 'club', ['basic']);
      await putAuthenticator(page);
      await openProfile();
      await press('Add a passkey');
      await page.getByRole('button', { name: 'Remove' }).waitFor();
      await page.getByRole('checkbox', { name: 'I agree' }).waitFor();
      expect(await walk(page)).toEqual([]);
      const dialog = page.getByRole('dialog');
      const openByKey = async (opener: string) => {
        await page.getByRole('button', { name: opener, exact: true }).focus();
        await page.keyboard.press('Enter');
        await dialog.waitFor();
      };
      const closeByKey = async () => {
        await page.keyboard.press('Escape');
        await dialog.waitFor({ state: 'detached' });
      };
      for (const opener of ['End access', 'Remove', 'Erase everything'])
        for (const time of ['once', 'twice']) {
          await openByKey(opener);
          expect(await walk(page), opener).toEqual([]);
          await closeByKey();
          expect(await focused(), `${opener}, ${time}`).toBe(opener);
        }

      await service.signedInAgo(user.id, 11);
      await openByKey('Download');
      await page.getByRole('button', { name: 'Show my face' }).waitFor();
      expect(await walk(page)).toEqual([]);
      await closeByKey();
      await see('Sign in again first: your last sign-in was a while ago.');
      expect(await focused()).toBe('Download');
    });

    it('slow actions are not started twice, and keep the focus', async () => {
      let asked = 0;
      await answerFor(page, {
        ...OPERATED,
        'GET /account/v1/session': NOBODY,
        'POST /account/v1/sign-in': async () => {
          asked++;
          return 'never';
        },
      });
      await page.goto(`${service.base}/profile`);
      await page.getByLabel('Name or e-mail address').fill('ada');
      await page.keyboard.press('Enter');
      await page.locator('[type=submit][aria-busy=true]').waitFor();
      await page.keyboard.press('Enter');
      await page.keyboard.press('Tab');
      expect(await focused()).toBe('Continue');
      await page.keyboard.press('Enter');
      expect(await focused()).toBe('Continue');
      expect(asked).toBe(1);
    });
  });
});
