/** Registering and logging in at sample sites, in a real browser with real people. */
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { createOpenIdSite } from '../../examples/relying-party/openid.ts';
import { createPassportSite } from '../../examples/relying-party/passport.ts';
import { enrolmentLink } from '../../src/operations/accounts/account-mail.ts';
import { personBeforeCamera } from '../../testing/person-before-camera.ts';
import { codeOf } from '../../testing/totp-codes.ts';
import {
  bottomOf,
  DESKTOP,
  listen,
  nextStop,
  putAuthenticator,
  resize,
  tabTo,
} from '../../testing/web/browser.ts';
import {
  canLogIn,
  createLoginWorld,
  type LoginWorld,
  type Visitor,
} from '../../testing/web/login-world.ts';
import { ar } from '../../web/messages/ar.ts';
import { en } from '../../web/messages/en.ts';
import { canvasCamera } from './canvas-camera.ts';
import { hasFirefox, openFirefox } from './firefox.ts';
import { inspect } from './inspect.ts';
import { hasWebKit, openWebKit } from './webkit.ts';

describe.skipIf(!canLogIn())('login by face', () => {
  let world: LoginWorld;
  let visitor: Visitor;
  let site: string;
  let strictSite: string;

  beforeAll(async () => {
    world = await createLoginWorld();
    site = await world.startSite('site', 'Example site', createOpenIdSite);
    strictSite = await world.startSite('bank', 'My bank', createPassportSite, {
      requireSecondFactor: true,
    });
  });
  afterAll(() => world?.close());
  beforeEach(async () => {
    visitor = await world.visit();
  });
  afterEach(() => visitor.leave());

  it('takes a newcomer from the site through registration and consent back to it', async () => {
    const { page, press, heading } = visitor;
    const { ada } = world;
    await page.goto(site);
    await page.getByRole('link', { name: 'Log in with your face' }).click();
    await heading('Log in to Example site');
    await inspect(page, 'login');
    await page.getByRole('link', { name: 'Register' }).click();
    await heading('Register');
    await inspect(page, 'register');
    await page.getByLabel('Name', { exact: true }).fill('Ada');
    await page.getByLabel('E-mail address').fill('ada@example.org');
    await press('Continue');
    await heading('Your face');
    await resize(page, { width: 390, height: 664 });
    const agree = page.getByRole('checkbox', { name: 'I agree' });
    expect(await bottomOf(agree), 'consent on one screen').toBeLessThan(664);
    await agree.check();
    const take = page.getByRole('button', { name: 'Take the pictures' });
    expect(await bottomOf(take), 'and the camera on the next').toBeLessThan(664);
    await agree.uncheck();
    await inspect(page, 'register-consent');
    const sent = page
      .waitForRequest(/\/account\/v1\/face$/, { timeout: 90_000 })
      .then(() => performance.now());
    await visitor.agree(ada);
    const question = page.getByRole('heading', { name: 'Are these pictures good?' });
    await question.waitFor();
    expect(await page.evaluate('document.activeElement.textContent')).toBe(
      'Are these pictures good?',
    );
    await resize(page, { width: 390, height: 664 });
    expect(await bottomOf(page.getByRole('button', { name: 'Take them again' }))).toBeLessThan(664);
    expect(await page.getByAltText(/^Picture \d of 3$/).count()).toBe(3);
    await inspect(page, 'register-review', 'English');
    await press('Take them again');
    await press('Send the pictures');
    await heading('Your face is enrolled');
    expect(await page.locator('.recovery-codes li').count()).toBe(8);
    await inspect(page, 'register-codes');
    await press('Continue');
    await heading('Log in to Example site?');
    const asked = performance.now();
    await inspect(page, 'consent');
    const agreed = performance.now();
    await press('Agree and log in');
    await page.getByText('You are logged in as Ada').waitFor();
    // The person's own time to read and agree is left out.
    const milliseconds = asked - (await sent) + performance.now() - agreed;
    console.log(
      `from the pictures of the registration to logged in: ${Math.round(milliseconds)} ms (shared machine)`,
    );
    expect(page.url()).toBe(`${site}/`);
  }, 120_000);

  it('lists sites with access in the profile, and ends it', async () => {
    const { users } = world.service.parts.accounts;
    await visitor.leave();
    visitor = await world.visitAs((await users.findByIdentifier('ada'))!);
    const { page, press } = visitor;
    await page.goto(`${world.service.base}/profile`);
    const application = page.getByRole('region', { name: 'Example site' });
    await application.getByText('Knows your name').waitFor();
    await page
      .getByAltText(/^Your face, kept/)
      .first()
      .waitFor();
    await inspect(page, 'profile');
    await press('End access');
    await inspect(page, 'end-access');
    await page.getByRole('dialog').getByRole('button', { name: 'End access' }).click();
    await page.getByText('No application has access.').waitFor();
  });

  it('refuses another person and an unknown name alike', async () => {
    const { page, say, show } = visitor;
    const words: (string | null)[] = [];
    for (const name of ['ada', 'nobody at all']) {
      await page.goto(`${site}/login`);
      await say(name);
      await show(world.ben);
      const alert = page.getByRole('alert');
      await alert.getByText(en.faceErrors.NotRecognised).waitFor();
      await page.getByRole('button', { name: 'Try again' }).waitFor();
      words.push(await page.locator('main').textContent());
    }
    expect(words[0]?.replace('ada', 'nobody at all')).toBe(words[1]);
    await inspect(page, 'refused');
  });

  it('accepts a mailed link if the site allows it, in the browser that asked', async () => {
    const forum = await world.startSite('forum', 'Forum', createOpenIdSite, {
      mailLinkInsteadOfFace: true,
    });
    const { users } = world.service.parts.accounts;
    const { id } = await users.create({ name: 'Maya', email: 'maya@example.org' });
    await users.confirmEmail(id, 'maya@example.org');
    const { page, press, say } = visitor;
    await page.goto(`${forum}/login`);
    await say('maya');
    const heard = await listen(page);
    await press('Mail me a link instead');
    await page.getByText('Check your e-mail').waitFor();
    expect((await heard()).join()).toContain('Open it in this browser within 15 minutes');
    await inspect(page, 'mail-sent');
    await expect.poll(() => world.service.mails.at(-1)?.to).toBe('maya@example.org');
    const [link] = world.service.mails.at(-1)!.text.match(/http\S+#mail=\S+/)!;

    const elsewhere = await world.visit();
    await elsewhere.page.goto(link);
    await elsewhere.page.getByText('only in the browser in which you asked for it').waitFor();
    await inspect(elsewhere.page, 'mail-elsewhere');
    await elsewhere.leave();

    const tab = await page.context().newPage();
    await tab.goto(link);
    await tab.getByRole('heading', { name: 'Sign in with the link' }).waitFor();
    expect(tab.url(), 'the token leaves the address').not.toContain('#');
    await inspect(tab, 'mail-open');
    await tab.getByRole('button', { name: 'Sign in', exact: true }).click();
    await tab.getByRole('button', { name: 'Agree and log in' }).click();
    await tab.getByText('You are logged in as Maya').waitFor();
    await press('Cancel and go back to Forum');
    await page.getByText('This login has ended or expired.').waitFor();
  });

  // The windows of these tests are private ones: Chromium keeps nothing of a context that closes.
  it('remembers a private window after one thing more, and lets it in by the face until it is forgotten', async () => {
    const practice = await world.startSite('practice', 'Practice', createOpenIdSite, {
      faceAlone: false,
    });
    const { secondFactors, users, browsers } = world.service.parts.accounts;
    const { id } = (await users.findByIdentifier('ada'))!;
    const [code = ''] = await secondFactors.recovery.make(id);
    const { page, press, heading, say, show } = visitor;
    const logIn = async () => {
      await page.context().clearCookies({ name: /^prosopon_(oauth|login)/ });
      await page.context().clearCookies({ domain: '127.0.0.1' });
      await page.goto(`${practice}/login`);
      await say('ada');
      await show(world.ada);
    };
    await logIn();
    await heading('One more thing');
    await page.getByText('Your account does not know this browser').waitFor();
    expect(await page.getByRole('checkbox', { name: 'Remember this browser' }).isChecked()).toBe(
      true,
    );
    await inspect(page, 'unknown-browser');
    await page.getByLabel('Recovery code').fill(code);
    await press('Continue');
    await press('Agree and log in');
    await page.getByText('You are logged in as Ada').waitFor();
    expect((await browsers.list(id))[0]).toMatchObject({ browser: 'Chrome, Linux' });

    await logIn();
    await page.getByText('You are logged in as Ada').waitFor();
    const known = await browsers.list(id);
    for (const { name } of known) await browsers.forget(id, name);
    await logIn();
    await heading('One more thing');
    await press('Cancel and go back to Practice');
  }, 180_000);

  it('makes people wait after too many attempts, whether or not the account exists', async () => {
    const { page, say, show } = visitor;
    const { limits } = world.service.parts.accounts;
    await page.goto(`${site}/login`);
    await say('Many attempts');
    // The ten seconds begin with the pictures, however long the camera takes for them.
    await page.route(
      '**/face',
      async (route) => {
        for (let i = 0; i < 7; i++)
          await limits.begin({ by: 'identifier', value: 'many attempts' });
        await route.continue();
      },
      { times: 1 },
    );
    await show(world.ben);
    await page.getByText('Too many failed attempts.').first().waitFor();
    await page.getByText(/^Please wait \d+ seconds?\.$/).waitFor();
    await inspect(page, 'wait');
    await page.getByText('You can try again now.').waitFor();
  });

  it('needs no mouse, shows the focus, and gives instructions before the camera', async () => {
    const { page, heading } = visitor;
    const { ada, camera } = world;
    const announced = await listen(page);
    const next = () => nextStop(page);
    await page.goto(`${site}/login`);
    await heading('Log in to Example site');
    for (const stop of [
      'Skip to content',
      'Prosopon',
      'Language',
      'Theme: as the system',
      'Name or e-mail address',
    ])
      expect(await next()).toBe(stop);
    await page.keyboard.type('ada');
    await page.keyboard.press('Enter');
    await heading('Show your face');
    expect(await page.evaluate('document.activeElement.textContent')).toBe('Show your face');
    expect(await next()).toBe('Not you?');
    expect(await next()).toBe('Show my face');
    // Somebody who holds still is waited for.
    await personBeforeCamera(camera, ada.film().slice(0, 1));
    await page.keyboard.press('Enter');
    await page.getByText('Now lower your head ').waitFor();
    // Wherever the focus was before the camera took the whole screen, it is with the camera afterwards.
    await tabTo(page, 'Cancel and go back to Example site');
    await resize(page, { width: 390, height: 664 });
    expect(await bottomOf(page.getByRole('button', { name: 'Turn off' }))).toBeLessThan(664);
    const place = await page.getByRole('dialog', { name: 'Camera' }).boundingBox();
    expect(place).toEqual({ x: 0, y: 0, width: 390, height: 664 });
    await inspect(page, 'camera');
    // On a phone nothing behind the camera can be reached; help is offered to who takes long.
    await resize(page, { width: 390, height: 664 });
    await page.waitForSelector('dialog:modal');
    const reached = [await next(), await next(), await next(), await next(), await next()];
    expect(reached).toContain('Turn off');
    expect(reached).not.toContain('Not you?');
    expect(reached).not.toContain('Skip to content');
    await page.keyboard.press('Escape');
    await page.getByRole('button', { name: 'Turn on the camera' }).waitFor();
    expect(await next()).toBe('Turn on the camera');
    await resize(page, DESKTOP);
    await page.keyboard.press('Enter');
    await page.getByText('Now lower your head ').waitFor();
    const control = await next();
    expect(control === 'Take it now' ? await next() : control).toBe('Turn off');
    await page.keyboard.press('Enter');
    await inspect(page, 'camera-off');
    await world.anotherDay();
    await personBeforeCamera(camera, ada.film());
    expect(await next()).toBe('Turn on the camera');
    await page.keyboard.press('Enter');
    await heading('Log in to Example site?');
    expect(await announced()).toEqual(
      expect.arrayContaining([
        'The camera is starting …',
        'Good. Hold still.',
        'Now lower your head a little and hold it.',
        'Checking …',
      ]),
    );
    expect(await next()).toBe('Agree and log in');
    await page.keyboard.press('Enter');
    await page.getByText('You are logged in as Ada').waitFor();
  });

  it('registers by keyboard only, and shows a changed consent text again', async () => {
    const { page, heading } = visitor;
    const { keyboard } = page;
    // As if the operator changed the text while the page is open.
    await page.route(
      '**/consent-text?*',
      async (route) => {
        const response = await route.fetch();
        const text = await response.json();
        await route.fulfill({ json: { ...text, version: 'before' } });
      },
      { times: 1 },
    );
    await page.goto(`${world.service.base}/register`);
    await heading('Register');
    await tabTo(page, 'Name');
    await keyboard.type('Keys alone');
    await keyboard.press('Enter');
    await heading('Your face');
    await page.getByRole('checkbox', { name: 'I agree' }).waitFor();
    await world.anotherDay();
    await personBeforeCamera(world.camera, world.ada.film());
    const agreeAndSend = async () => {
      await tabTo(page, 'I agree');
      await keyboard.press('Space');
      await tabTo(page, 'Take the pictures');
      await keyboard.press('Enter');
      await page.getByRole('heading', { name: 'Are these pictures good?' }).waitFor();
      await tabTo(page, 'Send the pictures');
      await keyboard.press('Enter');
    };
    await agreeAndSend();
    await page.getByText('The text to agree to has changed in the meantime.').waitFor();
    await agreeAndSend();
    await heading('Your face is enrolled');
    await tabTo(page, 'Open my profile');
    await keyboard.press('Enter');
    await heading('Keys alone');
  });

  it("explains errors that no application can receive, in the browser's language", async () => {
    const { page } = visitor;
    const { service } = world;
    const query = {
      response_type: 'code',
      client_id: 'site',
      redirect_uri: 'https://x.example/',
    };
    const address = `${service.base}/oauth/authorization?${new URLSearchParams(query)}`;
    await page.goto(address);
    await page.getByText('an address that is not registered for it').waitFor();
    await page.goto(`${service.base}/login/long-gone`);
    await page.getByText('This login has ended or expired.').waitFor();
    await inspect(page, 'login-ended');
    await visitor.leave();
    visitor = await world.visit('de-AT');
    await visitor.page.goto(address.replace('client_id=site', 'client_id=nobody'));
    await visitor.page.getByText('Dieser Dienst kennt die Anwendung nicht').waitFor();
    await visitor.page.goto(`${service.base}/login/long-gone`);
    await visitor.page.getByText('Diese Anmeldung ist beendet oder abgelaufen').waitFor();
  });

  it("demands an application's movement, sets the second factor up, and demands it", async () => {
    const { ben, service } = world;
    const { id } = await world.enrolled(ben, { name: 'Ben' });
    /** As Ben, who moves his head as he is asked to. */
    const logIn = async ({ page, say, show }: Visitor) => {
      await page.goto(`${strictSite}/login`);
      await say('ben');
      const asked = (await page.getByText('then move your head').textContent()) ?? '';
      await show(ben, [/(\w+)\.$/.exec(asked)?.[1] ?? '']);
    };
    const give = ({ page }: Visitor, code: string) => page.getByLabel(/^Code from your/).fill(code);
    await logIn(visitor);
    const { page, press, heading } = visitor;
    await heading('Set up your second factor');
    await page.getByText('My bank asks for a second factor at every login').waitFor();
    await inspect(page, 'demands-second-factor');
    await press('Set up an authenticator app');
    const secret = (await page.locator('.secret').textContent()) ?? '';
    await inspect(page, 'sets-up-second-factor');
    await give(visitor, await codeOf(secret));
    await press('Turn on');
    await press('Agree and log in');
    await page.getByText('You are logged in as Ben').waitFor();
    expect(await service.parts.accounts.secondFactors.kinds(id)).toEqual(['code']);

    const later = await world.visit();
    await logIn(later);
    await later.heading('One more thing: your code');
    await inspect(later.page, 'code');
    await give(later, await codeOf(secret, 1));
    await later.press('Continue');
    await later.page.getByText('You are logged in as Ben').waitFor();
    await later.leave();
  }, 120_000);

  it('lets a newcomer set up a demanded second factor, and continues to it', async () => {
    const { page, press, heading, agree } = visitor;
    await putAuthenticator(page);
    await page.goto(`${strictSite}/login`);
    await page.getByRole('link', { name: 'Register' }).click();
    await heading('Register');
    await page.getByLabel('Name', { exact: true }).fill('Bea');
    await press('Continue');
    await world.anotherDay();
    await agree(world.ben);
    await press('Send the pictures');
    await heading('Your face is enrolled');
    await press('Continue');
    await heading('Set up your second factor');
    await press('Add a passkey');
    await press('Agree and log in');
    await page.getByText('You are logged in as Bea').waitFor();
  }, 120_000);

  it.skipIf(!hasFirefox())(
    'opens the pages, a one-time link and the camera in Firefox, too, and sees that nobody is there',
    async () => {
      const { base } = world.service;
      const { complaints, goto, see, press, fill, evaluate, close } = await openFirefox();
      const nobody = en.hints.noFace;
      try {
        await goto(`${site}/login`);
        await fill('Name or e-mail address', 'ada');
        await press('Continue');
        await press('Show my face');
        await see(nobody);
        await goto(`${base}/register`);
        await fill('Name', 'Fox');
        await press('Continue');
        await press('I agree');
        await press('Take the pictures');
        await see(nobody);
        await goto(`${base}/profile`);
        await see('No face is enrolled yet.');
        await goto(`${base}/playground`);
        await see('Sign in as a client');
        await goto(base);
        await see(en.landing.lead);
        expect(await evaluate('document.documentElement.scrollWidth <= innerWidth')).toBe(true);
        const { users } = world.service.parts.accounts;
        const guest = await users.create({ name: 'Guest' });
        const { link } = await enrolmentLink(world.service.parts.accounts, guest);
        await goto(link);
        await see(en.link.onlyIfYours);
        expect(await evaluate('location.hash')).toBe('');
        await press('Continue');
        await see('Welcome, Guest');
        await see(en.enrolFace.agree);
        await goto('about:blank');
        await goto(link);
        await press('Continue');
        await see(en.link.used);
        expect(complaints).toEqual([]);
      } finally {
        await close();
      }
    },
    120_000,
  );

  it.skipIf(!hasWebKit())(
    'opens the pages and the camera in WebKit, too',
    async () => {
      const { base } = world.service;
      const { complaints, goto, see, press, fill, evaluate, close } = await openWebKit();
      try {
        for (const [page, text] of [
          ['/', en.landing.lead],
          ['/docs/oauth', 'Register your application'],
          ['/admin', 'Sign in as an administrator'],
          ['/register?ui_locales=ar', ar.register.title],
        ] as const) {
          await goto(base + page);
          await see(text);
        }
        expect(await evaluate('document.documentElement.dir')).toBe('rtl');
        expect(await evaluate('document.documentElement.scrollWidth <= innerWidth')).toBe(true);
        await goto(`${base}/register?ui_locales=en`);
        await fill('Name', 'Kit');
        await press('Continue');
        await press('I agree');
        await press('Take the pictures');
        await see(en.hints.tooDark);
        await press('Turn off');
        expect(complaints).toEqual([]);
      } finally {
        await close();
      }
    },
    60_000,
  );

  const others = [
    ['Firefox', hasFirefox, openFirefox],
    ['WebKit', hasWebKit, () => openWebKit('software')],
  ] as const;
  it.each(others.filter(([, isThere]) => isThere()))(
    'registers a user in %s and logs them in, from the name to the profile',
    async (name, _isThere, openBrowser) => {
      const { base } = world.service;
      const { complaints, goto, see, press, fill, evaluate, close } = await openBrowser();
      const before = (film: readonly Buffer[]) => evaluate(canvasCamera(film));
      try {
        await world.anotherDay();
        await goto(`${base}/register?ui_locales=en`);
        await before(world.ada.film());
        await fill('Name', name);
        await press('Continue');
        await press('I agree');
        await press('Take the pictures');
        await see('Are these pictures good?');
        await press('Send the pictures');
        await see('Your face is enrolled');
        await world.anotherDay();
        await goto(`${site}/login`);
        await before(world.ada.film());
        await fill('Name or e-mail address', name);
        await press('Continue');
        await press('Show my face');
        await press('Agree and log in');
        await see(`You are logged in as ${name}`);
        await goto(`${base}/profile?ui_locales=en`);
        await see('Captures kept, encrypted:');
        expect(complaints).toEqual([]);
      } finally {
        await close();
      }
    },
    120_000,
  );
});
