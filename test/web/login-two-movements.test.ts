/** Logging in with the movements that a login asks for outside tests, in a real browser. */
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { createOpenIdSite } from '../../examples/relying-party/openid.ts';
import type { DrawChallenge } from '../../src/access/tasks/challenges.ts';
import { canLogIn, createLoginWorld, type LoginWorld } from './login-world.ts';

/** Down, and from two movements on up again. */
const downAndUp: DrawChallenge = (_, length = 1) => (['down', 'up'] as const).slice(0, length);

describe.skipIf(!canLogIn())('a login that asks for two movements', () => {
  let world: LoginWorld;
  beforeAll(async () => {
    world = await createLoginWorld(downAndUp);
  });
  afterAll(() => world?.close());

  it('takes a person before the camera through both', async () => {
    const site = await world.startSite('site', 'Example site', createOpenIdSite);
    const { ada } = world;
    await world.enrolled(ada, { name: 'Ada', email: 'ada@example.org' });
    const { page, press, heading, say, show, leave } = await world.visit();
    await page.goto(`${site}/login`);
    await say('Ada');
    await page.getByText('down, up').waitFor();
    const began = performance.now();
    await show(ada);
    await heading('Log in to Example site?');
    console.log(`two movements: ${Math.round(performance.now() - began)} ms from the click`);
    await press('Agree and log in');
    await page.getByText('You are logged in as Ada').waitFor();
    expect(page.url()).toBe(`${site}/`);
    await leave();
  }, 90_000);
});
