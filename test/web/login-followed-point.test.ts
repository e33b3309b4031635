/** Logging in by following a point, as a login asks for outside tests, in a real browser. */
import sharp from 'sharp';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { movedBetween } from '../../evaluation/liveness/clip.ts';
import { createOpenIdSite } from '../../examples/relying-party/openid.ts';
import type { DrawDemand } from '../../src/access/tasks/paths.ts';
import { testEngine } from '../support/engine.ts';
import { filmOf, recordings } from '../support/recordings.ts';
import { sharedPath } from '../support/shared.ts';
import { followingCamera, type Posed } from './following-camera.ts';
import { canLogIn, createLoginWorld, type LoginWorld } from './login-world.ts';

const drawPath: DrawDemand = (_, follows = false) =>
  follows ? ['up', 'right', 'down', 'left'] : ['left'];
/** Frames of the recording, and the one that looks straight ahead. */
const FRAMES = 108;
const STRAIGHT = 94;
/** Of the frames, every so many are shown. */
const EACH = 3;

describe.skipIf(!canLogIn())('a login with a point to follow', () => {
  let world: LoginWorld;
  let site: string;
  let heads: readonly Posed[];

  beforeAll(async () => {
    world = await createLoginWorld(drawPath);
    site = await world.startSite('site', 'Example site', createOpenIdSite);
    await world.enrolled(world.ben, { name: 'Ben', email: 'ben@example.org' });
    heads = await photographed();
  }, 180_000);
  afterAll(() => world?.close());

  // On a busy machine the camera may lag behind the point.
  it('guides a person through it', { retry: 2, timeout: 120_000 }, async () => {
    const began = performance.now();
    const { page, say, heading, press, leave } = await world.visit();
    page.setDefaultTimeout(60_000);
    await page.addInitScript(followingCamera(heads));
    await page.goto(`${site}/login`);
    await say('Ben');
    await world.anotherDay();
    await press('Show my face');
    await page.getByText('Follow the point with your nose.').waitFor();
    await heading('Log in to Example site?');
    console.log(`following a point: ${Math.round(performance.now() - began)} ms`);
    await press('Agree and log in');
    await page.getByText('You are logged in as Ben').waitFor();
    expect(page.url()).toBe(`${site}/`);
    await leave();
  });
});

/** Heads of a recording by how they are turned; the first looks straight ahead. */
async function photographed() {
  const engine = await testEngine({ modelsDir: sharedPath('models')! });
  try {
    const film = await filmOf(recordings()!, 'live/k-real.mp4', FRAMES);
    const seen: (Awaited<ReturnType<typeof engine.analyseFrame>> & { picture: Buffer })[] = [];
    for (const picture of film.filter((_, i) => i % EACH === STRAIGHT % EACH))
      seen.push({ picture, ...(await engine.analyseFrame(picture)) });
    const straight = seen[Math.floor(STRAIGHT / EACH)]!;
    const heads = seen.map(async (head) => ({
      picture: await sharp(head.picture).jpeg({ quality: 95 }).toBuffer(),
      ...(head.view ? movedBetween(straight.view!, head.view) : { right: 180, up: 180 }),
    }));
    const posed = await Promise.all(heads);
    return [posed[Math.floor(STRAIGHT / EACH)]!, ...posed];
  } finally {
    await engine.close();
  }
}
