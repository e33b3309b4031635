/** The hosted page of a liveness session, in a real browser with a person before its camera. */
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { canLogIn, createLoginWorld, type LoginWorld } from '../../testing/web/login-world.ts';

const PATH = '/api/v1/liveness-sessions';
const RETURN = 'https://bank.example/done';

describe.skipIf(!canLogIn())('the page of a liveness session', () => {
  let world: LoginWorld;
  beforeAll(async () => {
    world = await createLoginWorld();
  });
  afterAll(() => world?.close());

  it('guides a person through it, and back to the application', async () => {
    const { service, ada } = world;
    const settings = { livenessSessions: true };
    const about = { name: 'Example bank', settings, redirectUris: [RETURN] };
    const client = await service.client('bank', about);
    const body = {
      nonce: 'drawn for this session',
      level: 'motion',
      attempts: 5,
      returnUrl: RETURN,
    };
    const { sessionId, url } = (await service.call('POST', PATH, { client, body })).json;
    const { page, heading, show, leave } = await world.visit();
    await page.goto(url);
    await heading('Example bank asks you to show that you are really there');
    expect(page.url()).toBe(`${service.base}/liveness`);
    // As after allowing the camera.
    await page.reload();
    await heading('Example bank asks you to show that you are really there');
    expect(page.url()).toBe(`${service.base}/liveness`);
    await show(ada);
    const done = page.getByRole('heading', { name: 'Done', level: 1 });
    const again = page.getByRole('button', { name: 'Try again', exact: true });
    // A busy machine drops frames of the camera: then the session goes on with another attempt.
    for (let attempt = 1; attempt < 5; attempt++) {
      await done.or(again).waitFor({ timeout: 60_000 });
      if (await done.isVisible()) break;
      await world.anotherDay();
      await again.click();
    }
    await done.waitFor();
    const back = page.getByRole('link', { name: 'Back to Example bank' });
    expect(await back.getAttribute('href')).toBe(`${RETURN}?session=${sessionId}`);
    const { json } = await service.call('GET', `${PATH}/${sessionId}`, { client });
    expect(json).toMatchObject({ state: 'succeeded', level: 'motion' });
    await leave();
  }, 180_000);
});
