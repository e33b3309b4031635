/** One's own account in a real browser: link, profile, second factor, address, data, the end of it. */
import { readFile } from 'node:fs/promises';
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import type { User } from '../../src/access/accounts/user.ts';
import { enrolmentLink } from '../../src/operations/accounts/account-mail.ts';
import { codeOf } from '../../testing/totp-codes.ts';
import { putAuthenticator } from '../../testing/web/browser.ts';
import {
  canLogIn,
  createLoginWorld,
  type LoginWorld,
  type Visitor,
} from '../../testing/web/login-world.ts';
import { inspect } from './inspect.ts';

describe.skipIf(!canLogIn())('an account', () => {
  let world: LoginWorld;
  let visitor: Visitor;
  /** Somebody with a long name and Ada's face. */
  let user: User;

  beforeAll(async () => {
    world = await createLoginWorld();
    user = await world.enrolled(world.ada, {
      name: 'Adalberta-Maximiliane von Hohenlohe-Schillingsfürst',
      email: 'adalberta-maximiliane@hohenlohe-schillingsfuerst.example.org',
    });
  });
  afterAll(() => world?.close());
  afterEach(() => visitor.leave());

  const typeCode = async (code: string, button: string) => {
    await visitor.page.getByLabel(/^Code from your/).fill(code);
    await visitor.press(button);
  };
  const openProfile = () => visitor.page.goto(`${world.service.base}/profile`);

  it('begins with a one-time link; the face enrolled by it opens the administration', async () => {
    const { ada, service } = world;
    const root = await service.parts.accounts.users.create({ name: 'Root', admin: true });
    const { link } = await enrolmentLink(service.parts.accounts, root);
    visitor = await world.visit();
    const { page, press, heading, say, show } = visitor;
    await page.goto(link);
    await page.getByRole('button', { name: 'Continue' }).waitFor();
    expect(page.url(), 'the token leaves the address').toBe(`${service.base}/link`);
    await press('Continue');
    await heading('Welcome, Root');
    await inspect(page, 'link-enrol');
    await visitor.enrol(ada);
    await heading('Your face is enrolled');
    const [recovery = ''] = await page.locator('.recovery-codes code').allTextContents();
    await inspect(page, 'recovery-codes');
    await page.goto('about:blank');
    await page.goto(link);
    await press('Continue');
    await page.getByText('This link has expired or was used before.').waitFor();
    await inspect(page, 'link-used');

    await page.goto(`${service.base}/admin`);
    await press('Sign out Root');
    await heading('Sign in as an administrator');
    expect(await page.getByText('Register').count()).toBe(0);
    await say('root');
    await show(ada);
    await heading('Set up your second factor');
    await press('Set up an authenticator app');
    await page.getByRole('dialog', { name: 'One more thing' }).waitFor();
    await inspect(page, 'one-more-thing');
    await page.getByLabel('Recovery code').fill(recovery);
    await press('Continue');
    const secret = (await page.locator('.secret').textContent()) ?? '';
    await typeCode(await codeOf(secret, -1), 'Turn on');
    await heading('Overview');

    await service.signedInAgo(root.id, 11);
    await page.goto(`${service.base}/admin#/clients`);
    await press('New client');
    await page.getByLabel('Id', { exact: true }).fill('desk');
    await press('New client');
    await page.getByRole('dialog', { name: 'Sign in again' }).waitFor();
    await page.getByRole('button', { name: 'Show my face' }).waitFor();
    await inspect(page, 'admin-sign-in-again');
    await show(ada);
    await typeCode(await codeOf(secret), 'Continue');
    await page.getByText('Credentials of desk').waitFor();

    // As if somebody had ended all sessions: what was typed is not lost either. A list on its way meets
    // the end as well, and asks before anything is typed: the page is at rest first.
    await page.reload();
    await page.getByRole('cell', { name: 'desk', exact: true }).waitFor();
    await service.parts.accounts.sessions.endOthers(root.id, undefined);
    await press('New client');
    await page.getByLabel('Id', { exact: true }).fill('door');
    await press('New client');
    await page.getByText('Your sign-in has ended.').waitFor();
    await show(ada);
    await typeCode(await codeOf(secret, 1), 'Continue');
    await page.getByText('Credentials of door').waitFor();
  });

  it('shows its data, and lets a face be enrolled again', async () => {
    visitor = await world.visitAs(user);
    const { page, press } = visitor;
    await openProfile();
    await page.getByText('Captures kept, encrypted: 2.').waitFor();
    await press('Enrol again');
    await inspect(page, 'enrol-again');
    await visitor.enrol(world.ada);
    await page.getByText('The new pictures have replaced the old ones.').waitFor();
    await page.getByText('Captures kept, encrypted: 3.').waitFor();
    expect(await page.getByAltText(/^Your face, kept/).count()).toBe(3);
  });

  it('without a face says so, and asks for it', async () => {
    visitor = await world.visit();
    const { page, press, heading } = visitor;
    await page.goto(`${world.service.base}/register`);
    await page.getByLabel('Name', { exact: true }).fill('with@sign');
    await press('Continue');
    await page.getByText('A name has at most 64 characters, and no @.').waitFor();
    await page.getByLabel('Name', { exact: true }).fill(user.name);
    await press('Continue');
    await page.getByText('This name is taken.').waitFor();
    await inspect(page, 'name-taken');
    await page.getByLabel('Name', { exact: true }).fill('Newcomer');
    await press('Continue');
    await heading('Your face');
    // Whoever closed the page goes on there, with the same name.
    await page.goto('about:blank');
    await page.goto(`${world.service.base}/register`);
    await heading('Your face');
    await openProfile();
    await page.getByText('No face is enrolled yet.').waitFor();
    await inspect(page, 'profile-empty');
  });

  it('changes its address once the mailed link is opened', async () => {
    visitor = await world.visitAs(user);
    const { page, press, heading } = visitor;
    await openProfile();
    await page.getByText('not confirmed yet').waitFor();
    await page.getByLabel('New address').fill('new@example.org');
    await press('Send a link');
    await page.getByText('A link was sent to new@example.org.').waitFor();
    await inspect(page, 'address-sent');
    const mail = world.service.mails.find(({ to }) => to === 'new@example.org');
    await page.goto(/http\S+/.exec(mail?.text ?? '')![0]);
    await press('Continue');
    await heading('Your address is confirmed');
    await inspect(page, 'link');
    await page.getByRole('link', { name: 'Open my profile' }).click();
    await page.getByText('new@example.org, confirmed.').waitFor();
  });

  it('adds a second factor, must show it at the next sign-in, and removes it', async () => {
    visitor = await world.visitAs(user);
    const { page, press, heading, say, show } = visitor;
    await openProfile();
    await press('Set up');
    const secret = (await page.locator('.secret').textContent()) ?? '';
    const here = page.locator('a', { hasText: 'Open the app on this device' });
    expect(await here.getAttribute('href')).toMatch(
      new RegExp(`^otpauth://totp/.*[?&]secret=${secret}`),
    );
    await typeCode('000000', 'Turn on');
    await page.getByText('The code is wrong').waitFor();
    await inspect(page, 'second-factor');
    await typeCode(await codeOf(secret, -1), 'Turn on');
    await page.getByText('you can show a code from your authenticator app').waitFor();
    await press('Sign out');
    await heading('Sign in to your profile');
    await say(user.name);
    await show(world.ada);
    await heading('One more thing: your code');
    await typeCode(await codeOf(secret), 'Continue');
    await press('Turn off');
    await typeCode(await codeOf(secret, 1), 'Turn off');
    await page.getByText('A code from an authenticator app, to show after your face').waitFor();
  });

  it('adds a passkey, which is demanded after the face and opens the profile without it', async () => {
    visitor = await world.visitAs(user);
    const { page, press, heading, say, show } = visitor;
    await putAuthenticator(page);
    await openProfile();
    await press('Add a passkey');
    const passkey = page.getByRole('group', { name: 'Chrome, Linux' });
    await passkey.getByText(/^Added/).waitFor();
    await inspect(page, 'passkeys');
    await press('Sign out');
    await heading('Sign in to your profile');
    await say(user.name);
    await show(world.ada);
    await heading('One more thing: your passkey');
    await inspect(page, 'passkey');
    await press('Use my passkey');
    await passkey.getByText('Last used').waitFor();
    await page.getByText('Recent sign-ins').click();
    await page.getByText('this profile · second factor').first().waitFor();
    await press('Sign out');
    await heading('Sign in to your profile');
    await inspect(page, 'sign-in');
    await press('Use a passkey instead of my face');
    await heading(user.name);
    expect(await page.evaluate('document.activeElement.id'), 'the focus').toBe('main');
    await press('Remove');
    await page.getByRole('dialog').getByText('your last passkey').waitFor();
    await page.getByRole('dialog').getByRole('button', { name: 'Remove' }).click();
    await passkey.waitFor({ state: 'detached' });
  });

  it('is opened by a mailed link for reading, and changed by face only', async () => {
    const { users } = world.service.parts.accounts;
    const { email } = (await users.find(user.id))!;
    await users.confirmEmail(user.id, email!);
    visitor = await world.visit();
    const { page, press, heading, say } = visitor;
    await openProfile();
    await say(user.name);
    await press('Mail me a link instead');
    await page.getByText('Check your e-mail').waitFor();
    const mailed = () => world.service.mails.at(-1)?.text.match(/http\S+#mail=\S+/)?.[0];
    await expect.poll(mailed).toBeDefined();
    await page.goto('about:blank');
    await page.goto(mailed()!);
    await heading('Sign in with the link');
    await press('Sign in');
    await page.getByText('You signed in with a link from an e-mail.').waitFor();
    expect(await page.getByRole('button', { name: 'Erase everything' }).isDisabled()).toBe(true);
    await inspect(page, 'profile-by-mail');
    await press('Sign in again');
    await say(user.name);
    expect(await page.getByRole('button', { name: 'Mail me a link instead' }).count()).toBe(0);
  });

  it('can be read for long, but changed only after a recent sign-in', async () => {
    visitor = await world.visitAs(user, 11);
    const { page, press, heading } = visitor;
    await openProfile();
    await page.getByText('You signed in a while ago.').waitFor();
    expect(await page.getByRole('button', { name: 'Erase everything' }).isDisabled()).toBe(true);
    await inspect(page, 'profile-locked');
    await press('Sign in again');
    await heading('Sign in to your profile');
    expect(await page.getByLabel('Name or e-mail address').inputValue()).toBe(user.name);
    await inspect(page, 'sign-in-again');
  });

  it('exports all data, then erases it', async () => {
    visitor = await world.visitAs(user);
    const { page, press } = visitor;
    await openProfile();
    const download = page.waitForEvent('download');
    await page.getByRole('button', { name: 'Download' }).click();
    const file = await download;
    expect(file.suggestedFilename()).toBe('my-data.json');
    const data = JSON.parse(await readFile(await file.path(), 'utf8'));
    expect(data).toMatchObject({ user: { name: user.name }, face: { available: true } });

    await press('Erase everything');
    await inspect(page, 'erase');
    const dialog = page.getByRole('dialog');
    await dialog.getByRole('button', { name: 'Erase everything' }).click();
    await dialog.getByText('This is not your name.').waitFor();
    await dialog.getByLabel(/type your name/).fill(user.name);
    await dialog.getByRole('button', { name: 'Erase everything' }).click();
    await page.getByText('Everything about you is erased.').waitFor();
    await inspect(page, 'erased');
    const { users } = world.service.parts.accounts;
    expect(await users.findByIdentifier(user.name)).toBeUndefined();
  });
});
