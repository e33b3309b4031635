/** A login that asks to follow a point: the person, and what somebody does who has pictures of them. */
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { puppetOf } from '../../../../evaluation/bent/puppet.ts';
import { type Camera, followedAttempt } from '../../../../evaluation/liveness/followed-attempt.ts';
import { isAnswered } from '../../../../src/access/tasks/near-paths.ts';
import type { DrawDemand } from '../../../../src/access/tasks/paths.ts';
import type { FaceEngine } from '../../../../src/faces/analysis.ts';
import type { Path } from '../../../../src/followed-point.ts';
import { testEngine } from '../../../../testing/engine.ts';
import { recordings } from '../../../../testing/recordings.ts';
import { sharedPath } from '../../../../testing/shared.ts';
import { cameraBefore, headsOfBen, shakenPhoto } from '../../../../testing/turned-heads.ts';
import { type Browser, openBrowser } from '../browser.ts';
import { startService, type TestService, WITHOUT_PKCE } from '../service.ts';

const CALLBACK = 'https://shop.example/callback';
const CSRF = { 'x-csrf': '1' };
const PATH: Path = ['left', 'up', 'right', 'down', 'left'];
const OTHER_PATH: Path = ['down-right', 'up-left', 'right', 'up', 'left'];

const modelsDir = sharedPath('models');
const folder = recordings();

describe.skipIf(modelsDir === undefined || folder === undefined)('a followed login', () => {
  let engine: FaceEngine;
  let service: TestService;
  let person: Camera;
  let photograph: Buffer;
  /** What is demanded; undefined: what the service draws. */
  let path: Path | undefined = PATH;

  beforeAll(async () => {
    engine = await testEngine({ modelsDir: modelsDir! });
    const draw: DrawDemand = (_, drawn) => (drawn ? (path ?? drawn) : ['left']);
    service = await startService(engine, { draw });
    await service.client('shop', { redirectUris: [CALLBACK], settings: WITHOUT_PKCE });
    const heads = await headsOfBen(engine);
    person = cameraBefore(heads);
    photograph = heads[0]!.picture;
    const browser = openBrowser(service.base);
    const account = async (method: string, to: string, body?: unknown) =>
      (await browser.call(method, `/account/v1${to}`, body, CSRF)).json;
    await account('POST', '/registration', { name: 'Ben' });
    const { version, language } = await account('GET', '/consent-text?language=en');
    const { challenge } = await account('POST', '/face/challenge');
    const [straight, turned] = await followedAttempt(person, challenge);
    const burst = turned!.burst!.filter((_, i) => i % 3 === 1);
    const images = [straight, { ...turned, burst }];
    const enrolled = await account('POST', '/face', { images, consent: { version, language } });
    expect(enrolled).toMatchObject({ enrolled: true });
  }, 300_000);
  afterAll(() => service?.close());

  type Attempt = Awaited<ReturnType<typeof followedAttempt>>;

  /** Begins a login as Ben, in a browser of its own. */
  async function begin() {
    const browser: Browser = openBrowser(service.base);
    const query = { response_type: 'code', client_id: 'shop', redirect_uri: CALLBACK };
    const page = await browser.open(`/oauth/authorization?${new URLSearchParams(query)}`);
    const step = async (name: string, body: unknown) =>
      (await browser.call('POST', `${page.url.pathname}/${name}`, body, CSRF)).json;
    const { state } = await step('identifier', { identifier: 'ben' });
    return { state, step };
  }

  async function answer({ step }: Awaited<ReturnType<typeof begin>>, images: Attempt) {
    const { passed, errors } = await step('face', { images });
    const codes: string[] = errors.map(({ errorCode }: { errorCode: string }) => errorCode);
    return { passed, codes };
  }

  /** Logs in as Ben, on another day than before. */
  async function show(images: Attempt) {
    await service.parts.replay.sweep(new Date(Date.now() + 90_000_000));
    const login = await begin();
    if (path !== undefined) expect(login.state).toMatchObject({ challenge: ['left'], path });
    return answer(login, images);
  }

  const NOT_FOLLOWED = 'RejectedByChallengeResponse';
  const NOT_LIVE = 'RejectedByActiveLiveDetection';

  it('takes the person, but not the same pictures when the point goes another way', async () => {
    path = PATH;
    const attempt = await followedAttempt(person, PATH);
    const early = await begin();
    expect(await show(attempt)).toEqual({ passed: true, codes: [] });
    path = OTHER_PATH;
    expect(await show(attempt)).toEqual({ passed: false, codes: [NOT_FOLLOWED] });

    // A recording of that login, for which another was begun beforehand, or that would be drawn.
    await service.parts.replay.sweep(new Date(Date.now() + 90_000_000));
    expect(await answer(early, attempt)).toEqual({ passed: false, codes: [NOT_FOLLOWED] });
    path = undefined;
    expect(await show(attempt)).toMatchObject({ passed: false });
  });

  it('tells strangers one path until an attempt, however often they begin', async () => {
    path = undefined;
    const told = new Set<string>();
    for (let i = 0; i < 5; i++) told.add((await begin()).state.path.join());
    expect(told.size).toBe(1);
    expect(isAnswered((await begin()).state.path, [PATH])).toBe(false);
  });

  it('refuses a portrait of the person, held still or moved after the point', async () => {
    path = PATH;
    const still = await show(
      await followedAttempt(cameraBefore([{ picture: photograph, right: 0, up: 0 }]), PATH),
    );
    expect(still).toMatchObject({ passed: false, codes: expect.arrayContaining([NOT_FOLLOWED]) });
    const shaken = await show(await followedAttempt(shakenPhoto(photograph), PATH));
    expect(shaken).toMatchObject({ passed: false, codes: expect.arrayContaining([NOT_LIVE]) });
  });

  it('refuses a portrait that is bent to follow the point', async () => {
    path = PATH;
    const disguise = {
      shape: 'turn',
      turn: 0.2,
      nod: 0.12,
      lighting: { light: 1, spots: 6, amplitude: 0.25 },
      room: 0.15,
      grown: 0,
      grain: 0.1,
      noise: 4,
    } as const;
    const puppet = await puppetOf(engine, photograph, disguise, 7);
    const bent = await show(await followedAttempt(puppet!, PATH));
    expect(bent).toEqual({ passed: false, codes: [NOT_LIVE] });
  });
});
