/** Logging in by following a point, as a login asks for outside tests, in a real browser. */
import sharp from 'sharp';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { movedBetween } from '../../evaluation/liveness/clip.ts';
import { createOpenIdSite } from '../../examples/relying-party/openid.ts';
import type { DrawDemand } from '../../src/access/tasks/paths.ts';
import { testEngine } from '../support/engine.ts';
import { filmOf, recordings } from '../support/recordings.ts';
import { sharedPath } from '../support/shared.ts';
import { followingCamera, type Posed, type Shown } from './following-camera.ts';
import { canLogIn, createLoginWorld, type LoginWorld } from './login-world.ts';

const drawPath: DrawDemand = (_, follows = false) =>
  follows ? ['up', 'right', 'down', 'left'] : ['left'];
/** Frames of the recording, and the one that looks straight ahead. */
const FRAMES = 108;
const STRAIGHT = 94;
/** Of the frames, every so many are shown. */
const EACH = 3;

describe.skipIf(!canLogIn())('a login that asks to follow a point', () => {
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

  const before = async (shown: Shown, pictures: readonly Posed[]) => {
    const visitor = await world.visit();
    visitor.page.setDefaultTimeout(60_000);
    await visitor.page.addInitScript(followingCamera(pictures, shown));
    await visitor.page.goto(`${site}/login`);
    await visitor.say('Ben');
    await world.anotherDay();
    await visitor.press('Show my face');
    return visitor;
  };

  it('takes a person through it', async () => {
    const began = performance.now();
    const { page, heading, press, leave } = await before('follows', heads);
    await page.getByText('Follow the point with your nose.').waitFor();
    await heading('Log in to Example site?');
    console.log(`following a point: ${Math.round(performance.now() - began)} ms`);
    await press('Agree and log in');
    await page.getByText('You are logged in as Ben').waitFor();
    expect(page.url()).toBe(`${site}/`);
    await leave();
  }, 180_000);

  it('refuses a recording of other movements, and waits for a portrait that is shaken', async () => {
    const refused = async (shown: Shown, pictures: readonly Posed[], told: string) => {
      const { page, leave } = await before(shown, pictures);
      await page.getByText(told).first().waitFor();
      await page.getByRole('heading', { name: 'Show your face' }).waitFor();
      await leave();
    };
    await Promise.all([
      refused('replayed', heads, 'Your head did not move the way you were asked.'),
      refused('shaken', heads.slice(0, 1), 'Now turn your head to your left'),
    ]);
  }, 180_000);
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
