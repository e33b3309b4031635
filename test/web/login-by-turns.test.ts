/** Logging in by turns of the head, as a login asks for outside tests, in a real browser. */
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { createOpenIdSite } from '../../examples/relying-party/openid.ts';
import { testEngine } from '../../testing/engine.ts';
import { sharedPath } from '../../testing/shared.ts';
import { headsOfBen, type Posed } from '../../testing/turned-heads.ts';
import { bottomOf, resize } from '../../testing/web/browser.ts';
import { canLogIn, createLoginWorld, type LoginWorld } from '../../testing/web/login-world.ts';
import { en } from '../../web/messages/en.ts';
import { inspect } from './inspect.ts';
import { turningCamera } from './turning-camera.ts';

describe.skipIf(!canLogIn())('a login by turns', () => {
  let world: LoginWorld;
  let site: string;
  let heads: readonly Posed[];

  beforeAll(async () => {
    world = await createLoginWorld(() => ['left']);
    site = await world.startSite('site', 'Example site', createOpenIdSite);
    await world.enrolled(world.ben, { name: 'Ben', email: 'ben@example.org' });
    heads = await headsOfBen(await testEngine({ modelsDir: sharedPath('models')! }));
  }, 180_000);
  afterAll(() => world?.close());

  it('guides a person through it', { retry: 2, timeout: 120_000 }, async () => {
    const { page, say, heading, press, leave } = await world.visit();
    page.setDefaultTimeout(20_000);
    await page.addInitScript(turningCamera(heads));
    await page.goto(`${site}/login`);
    await say('Ben');
    await world.anotherDay();
    const began = performance.now();
    await press('Show my face');
    await page.getByText(en.hints.turnLeft).waitFor();
    await heading('Log in to Example site?');
    console.log(`from the click to the consent: ${Math.round(performance.now() - began)} ms`);
    await press('Agree and log in');
    await page.getByText('You are logged in as Ben').waitFor();
    expect(page.url()).toBe(`${site}/`);
    await leave();
  });

  it('waits for a photograph to turn, offers help, and lets it in by no means', async () => {
    const { page, say, press, leave } = await world.visit();
    page.setDefaultTimeout(60_000);
    await page.addInitScript(turningCamera(heads.slice(0, 1)));
    await page.goto(`${site}/login`);
    await say('Ben');
    await world.anotherDay();
    await press('Show my face');
    await page.getByText('This is taking too long').waitFor();
    await resize(page, { width: 390, height: 664 });
    const off = page.getByRole('button', { name: 'Turn off' });
    expect(await bottomOf(off), 'buttons below the help').toBeLessThan(664);
    await inspect(page, 'camera-help');
    await press('Take it now');
    await page.getByText('That did not work').waitFor();
    expect(page.url()).toContain('/login/');
    await press('Cancel and go back to Example site');
    await page.getByText('Not logged in').waitFor();
    await leave();
  });
});
