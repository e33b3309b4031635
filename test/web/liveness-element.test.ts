/** A liveness session in the element on a site of one's own, as the README of the element has it. */
import type { Server } from 'node:http';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { CreatedClient } from '../../src/access/clients/client.ts';
import { testEngine } from '../../testing/engine.ts';
import { sharedPath } from '../../testing/shared.ts';
import { headsOfBen, type Posed } from '../../testing/turned-heads.ts';
import { findViolations } from '../../testing/web/browser.ts';
import { canLogIn, createLoginWorld, type LoginWorld } from '../../testing/web/login-world.ts';
import { exampleOf, openSite } from './capture-package.ts';
import { turningCamera } from './turning-camera.ts';

const SESSIONS = '/api/v1/liveness-sessions';

describe.skipIf(!canLogIn())('a liveness session in the element', () => {
  let world: LoginWorld;
  let server: Server;
  let origin: string;
  let client: CreatedClient;
  let heads: readonly Posed[];

  beforeAll(async () => {
    world = await createLoginWorld();
    const { service } = world;
    const element = `${service.base}/capture/prosopon-capture-element.js`;
    const script = (await exampleOf('js')).replace('/capture/prosopon-capture-element.js', element);
    const page = `<!doctype html><html lang="en"><title>Bank</title><main><h1>Are you there?</h1>
      <prosopon-capture>Your pictures are not kept.</prosopon-capture><button id="go">Go</button><p id="result"></p>
      <script type="module">
        import { attempt } from '/attempt.js';
        const token = location.hash.slice(1);
        const camera = document.querySelector('prosopon-capture');
        // The words below the preview pass too quickly to be waited for.
        window.hints = [];
        camera.addEventListener('hint', ({ detail }) => hints.push(detail.hint));
        go.onclick = async () => {
          result.textContent = 'running';
          result.textContent = JSON.stringify(await attempt(camera, { url: '${service.base}', token }));
        };
      </script></main></html>`;
    ({ server, origin } = await openSite({}, { '/': () => page, '/attempt.js': () => script }));
    const settings = { livenessSessions: true };
    client = await service.client('bank', { settings, allowedOrigins: [origin] });
    heads = await headsOfBen(await testEngine({ modelsDir: sharedPath('models')! }));
  }, 180_000);
  afterAll(async () => {
    server?.close();
    await world?.close();
  });

  const begin = async () => {
    const body = { nonce: 'drawn for this session', level: 'challenge', attempts: 5 };
    return (await world.service.call('POST', SESSIONS, { client, body })).json;
  };
  const stateOf = async (sessionId: string) =>
    (await world.service.call('GET', `${SESSIONS}/${sessionId}`, { client })).json;

  it('guides a person through the turns', { timeout: 240_000 }, async () => {
    const { sessionId, token } = await begin();
    const { page, leave } = await world.visit();
    await page.addInitScript(turningCamera(heads));
    await page.goto(`${origin}/#${token}`);
    const answer = page.locator('#result');
    // A busy machine drops frames of the camera: then the session goes on with another attempt.
    for (let attempt = 0; attempt < 5; attempt++) {
      await world.anotherDay();
      await page.getByRole('button', { name: 'Go', exact: true }).click();
      await answer.getByText('triesLeft').waitFor({ timeout: 60_000 });
      const said = await answer.textContent();
      if (said?.includes('"success":true')) break;
    }
    expect(await answer.textContent()).toContain('"success":true');
    const turns = await page.evaluate<readonly string[]>(
      `hints.filter((hint) => /^turn/.test(hint))`,
    );
    expect(turns.length, 'told').toBeGreaterThan(0);
    expect(await stateOf(sessionId)).toMatchObject({ state: 'succeeded', level: 'challenge' });
    expect(await page.locator('video').count(), 'the camera is off').toBe(0);
    expect(await findViolations(page)).toEqual([]);
    await leave();
  });
});
