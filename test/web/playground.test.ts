/** The playground in a real browser: camera and files, answers in words, nothing from elsewhere. */
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Browser, BrowserContextOptions, Page } from 'playwright-core';
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import type { CreatedClient } from '../../src/access/clients/client.ts';
import type { FaceEngine } from '../../src/faces/analysis.ts';
import { endSession } from '../../testing/ended-session.ts';
import { testEngine } from '../../testing/engine.ts';
import { photographBeforeCamera } from '../../testing/fake-camera.ts';
import { base64, startService, type TestService } from '../../testing/http/service.ts';
import { portrait, portraitJpeg } from '../../testing/photos.ts';
import { sharedPath } from '../../testing/shared.ts';
import { hasBrowser, listen, openBrowser, openWindow } from '../../testing/web/browser.ts';
import { inspect } from './inspect.ts';

const ALICE = 2;
const BOB = 3;

const modelsDir = sharedPath('models');

describe.skipIf(!hasBrowser())('the playground', () => {
  let folder: string;
  let engine: FaceEngine;
  let service: TestService;
  let client: CreatedClient;
  let browser: Browser;
  let page: Page;
  /** What went wrong in the page: errors, refused by the policy, loaded from elsewhere. */
  let complaints: string[];

  beforeAll(async () => {
    folder = await mkdtemp(join(tmpdir(), 'prosopon-playground-'));
    const camera = join(folder, 'camera.mjpeg');
    await photographBeforeCamera(camera, ALICE, 'mirrored');
    engine = await testEngine(modelsDir === undefined ? {} : { modelsDir });
    service = await startService(engine);
    client = await service.client('demo', { settings: { livenessSessions: true } });
    browser = await openBrowser(camera);
  });
  afterAll(async () => {
    await browser?.close();
    await service?.close();
    await engine?.close();
    await rm(folder, { recursive: true, force: true });
  });
  afterEach(async () => {
    await page.context().close();
    expect(complaints).toEqual([]);
  });

  async function open(address = '', options: BrowserContextOptions = {}): Promise<void> {
    ({ page, complaints } = await openWindow(browser, options));
    page.on('request', (request) => {
      const own = request.url().startsWith(service.base) || /^(blob|data):/.test(request.url());
      if (!own) complaints.push(`loaded ${request.url()}`);
    });
    await page.goto(`${service.base}/playground${address}`);
  }

  async function signIn(key = client.key): Promise<void> {
    await page.getByLabel('Client id').fill('demo');
    await page.getByLabel('Key').fill(key);
    await page.getByRole('button', { name: 'Sign in' }).click();
  }

  async function openSignedIn(operation: string): Promise<void> {
    await open(`#/${operation}`);
    await signIn();
    await page.getByRole('button', { name: 'Sign out demo' }).waitFor();
  }

  const answer = () => page.getByRole('region', { name: 'Answer' });
  const expectAnswer = (text: string | RegExp) => answer().getByText(text).first().waitFor();
  const chooseFile = async (name: string, person: number) =>
    chooseBytes(name, await portraitJpeg(person));
  const chooseBytes = async (name: string, buffer: Buffer) => {
    const group = page.getByRole('group', { name });
    await group.getByRole('tab', { name: 'File' }).click();
    const file = { name: 'face.jpg', mimeType: 'image/jpeg', buffer };
    await group.locator('input[type=file]').setInputFiles(file);
  };

  it('signs in with a key that never leaves the page, and explains a wrong one', async () => {
    await open();
    await signIn('not a key');
    await page.getByText('This is not a key').waitFor();
    await signIn(Buffer.alloc(64).toString('base64'));
    await page.getByText('does not accept this client id').waitFor();
    await inspect(page, 'playground-sign-in-refused');
    const requests: string[] = [];
    page.on('request', (request) =>
      requests.push(JSON.stringify(request.headers()) + request.url()),
    );
    await signIn();
    await page.getByRole('button', { name: 'Sign out demo' }).waitFor();
    expect(requests.length).toBeGreaterThan(0);
    expect(requests.join('\n')).not.toContain(client.key);
    expect(await page.evaluate('JSON.stringify([localStorage, sessionStorage])')).not.toContain(
      client.key,
    );
  });

  it('opens by a link, once, and stays signed in for the tab', async () => {
    const link = `#${service.parts.playground!.link('demo')}`;
    await open(link);
    await page.getByRole('button', { name: 'Sign out demo' }).waitFor();
    expect(page.url()).not.toContain(link);
    await page.reload();
    await page.getByRole('button', { name: 'Sign out demo' }).waitFor();
    await page.getByRole('link', { name: 'Template' }).click();
    await page.getByRole('button', { name: 'Read the status' }).click();
    await answer().waitFor();
    expect(await page.evaluate('JSON.stringify([localStorage, sessionStorage])')).not.toContain(
      client.key,
    );
    await page.context().close();

    await open(link);
    await page.getByText('expired or was used before').waitFor();
    expect(await page.locator('[aria-invalid]').count(), 'the key is not what is wrong').toBe(0);
  });

  it('keeps a link in the address until the service has responded', async () => {
    await open();
    await page.route('**/playground/v1/session', (route) => route.abort());
    const link = `#${service.parts.playground!.link('demo')}`;
    await page.goto(`${service.base}/playground${link}`);
    await page.reload();
    await page.getByText('The service does not answer').waitFor();
    complaints.length = 0;
    await page.unroute('**/playground/v1/session');
    await page.reload();
    await page.getByRole('button', { name: 'Sign out demo' }).waitFor();
    expect(page.url()).not.toContain(link);
  });

  it("asks to sign in again after the tab's session has ended", async () => {
    await open(`#${service.parts.playground!.link('demo')}`);
    await page.getByRole('link', { name: 'Template' }).click();
    await page.route('**/playground/v1/token', (route) => route.fulfill({ status: 404 }));
    await page.getByRole('button', { name: 'Read the status' }).click();
    await expectAnswer('The token was not accepted: sign in again');
    await page.getByRole('heading', { name: 'Sign in as a client' }).waitFor();
    complaints.length = 0;
  });

  it('enrols the person before the camera and verifies her, but nobody else', async () => {
    await openSignedIn('enroll');
    await page.getByRole('button', { name: 'Turn on the camera' }).click();
    await page.getByText('Good. Hold still.').waitFor();
    await page.getByRole('button', { name: 'Take the picture' }).click();
    await page.getByAltText('Picture 1').waitFor();
    expect(await page.locator('video').count(), 'the camera is off').toBe(0);
    expect(await page.evaluate('document.activeElement.localName'), 'the focus').toBe('fieldset');
    await page.getByRole('button', { name: 'Enrol', exact: true }).click();
    await expectAnswer('A new template was created');

    await page.getByRole('link', { name: 'Verify' }).click();
    await page.getByRole('button', { name: 'Verify' }).click();
    await expectAnswer('Verified: it is the person of class 1');
    expect(await answer().locator('.face-eye').count()).toBe(2);
    await inspect(page, 'playground-verified');

    await page.getByRole('button', { name: 'Remove picture 1' }).click();
    await chooseFile('Picture of the face', BOB);
    await page.getByRole('button', { name: 'Verify' }).click();
    await expectAnswer('Not verified as the person of class 1');

    await page.getByText('Request and answer as programs see them').click();
    expect(await page.getByRole('region', { name: 'Answer (JSON)' }).textContent()).toContain(
      '"verified": false',
    );
    await page.getByRole('tab', { name: 'Request (curl)' }).click();
    const curl = await page.getByRole('region', { name: 'Request (curl)' }).textContent();
    expect(curl).toContain(`curl -X POST ${service.base}/api/face/v1/verify/1`);
    expect(curl).toContain('$(base64 < image1.jpeg');
  });

  it('leaves no image and no answer after a sign-out', async () => {
    await openSignedIn('verify');
    await page.getByLabel('Class id').fill('77');
    await chooseFile('Picture of the face', BOB);
    await page.getByRole('button', { name: 'Verify' }).click();
    await expectAnswer('There is no such template');
    await page.getByRole('button', { name: 'Sign out demo' }).click();
    await expectAnswer('The service’s answer will appear here.');
    expect(await page.locator('main img').count()).toBe(0);
    expect(await page.getByLabel('Class id').inputValue()).toBe('1');
    complaints.length = 0;
  });

  it('creates a liveness session, and reads its signed result', async () => {
    await openSignedIn('session');
    await page.getByRole('button', { name: 'Create', exact: true }).click();
    const link = page.getByRole('link', { name: 'Open its page' });
    expect(await link.getAttribute('href')).toMatch(`${service.base}/liveness#`);
    await page.getByRole('tab', { name: 'Read' }).click();
    await page.getByRole('button', { name: 'Read', exact: true }).click();
    await expectAnswer('Nobody has begun yet');
    const id = await page.getByLabel('Session id').inputValue();
    await endSession(service.parts.livenessSessions, id);
    await page.getByRole('button', { name: 'Read', exact: true }).click();
    await expectAnswer('It succeeded');
    const claims = await page.getByRole('region', { name: 'Claims of the result' }).textContent();
    expect(JSON.parse(claims!)).toMatchObject({ jti: id, aud: 'demo', decision: 'succeeded' });
  });

  it('shows, tags and deletes a template, after asking', async () => {
    const image = base64(await portraitJpeg(ALICE));
    const body = { images: [{ image }], consent: 'consent-17' };
    await service.call('POST', '/api/face/v1/enroll/1', { client, body });
    await openSignedIn('template');
    await page.getByRole('button', { name: 'Read the status' }).click();
    await expectAnswer('There is a template of class 1');
    await expectAnswer(/^consent-17, /);
    await inspect(page, 'playground-template-answer');
    await page.getByRole('tab', { name: 'Status' }).focus();
    await page.keyboard.press('ArrowRight');
    await page.getByLabel('Tags, separated by commas').fill('staff, berlin');
    await page.getByRole('button', { name: 'Set the tags' }).click();
    await expectAnswer('The tags are set');

    await page.getByRole('link', { name: 'Search' }).click();
    await chooseFile('Pictures', ALICE);
    await page.getByLabel('Tags, separated by commas').fill('berlin');
    await page.getByRole('button', { name: 'Search' }).click();
    await expectAnswer('Picture 1: identified as Class 1');
    await inspect(page, 'playground-search-answer');
    await page.getByLabel('Show the most similar classes').check();
    await page.getByRole('button', { name: 'Search' }).click();
    await expectAnswer('no person was identified');
    await expectAnswer('Class 1');

    await page.getByRole('link', { name: 'Template' }).click();
    await page.getByRole('tab', { name: 'Delete' }).click();
    await page.getByRole('button', { name: 'Delete' }).click();
    await page.getByRole('dialog').waitFor();
    await inspect(page, 'playground-delete');
    await page.keyboard.press('Escape');
    await page.getByRole('dialog').waitFor({ state: 'detached' });
    await page.getByRole('button', { name: 'Delete' }).click();
    await page.getByRole('dialog').getByRole('button', { name: 'Delete' }).click();
    await expectAnswer('The template is deleted');
    await page.getByRole('tab', { name: 'Status' }).click();
    await page.getByRole('button', { name: 'Read the status' }).click();
    await expectAnswer('There is no template of class 1');
  });

  it('takes two images by itself when the face moves; a photograph is not live', async () => {
    await openSignedIn('liveness');
    const announced = await listen(page);
    await page.getByRole('tab', { name: 'Challenge' }).click();
    await page.getByRole('button', { name: 'Turn on the camera' }).click();
    await page.getByRole('button', { name: 'Begin' }).waitFor();
    await inspect(page, 'playground-camera');
    await page.getByRole('button', { name: 'Begin' }).click();
    const now = page.getByRole('button', { name: 'Take it now' });
    const taken = page.getByAltText('Picture 2');
    // What is mirrored turns, but only to one side and the other.
    await now.or(taken).first().waitFor();
    if (await now.isVisible()) await now.click();
    await taken.waitFor();
    expect((await announced()).join(' ')).toMatch(/Now (turn|raise|lower) your head/);
    await page.getByRole('button', { name: 'Detect liveness' }).click();
    await expectAnswer('Not recognised as a live person');
    expect(await answer().locator('rect.face-frame').count()).toBe(2);
    await inspect(page, 'playground-liveness-answer');
  });

  it('drops an answer that arrives after other images were chosen', async () => {
    await openSignedIn('liveness');
    await page.getByRole('tab', { name: 'Single' }).click();
    await chooseFile('Picture of the face', ALICE);
    const late = Promise.withResolvers<void>();
    await page.route('**/livenessdetection', async (route) => {
      await late.promise;
      await route.continue();
    });
    const answered = page.waitForResponse('**/livenessdetection');
    const detect = page.getByRole('button', { name: 'Detect liveness' });
    await detect.click();
    await page.getByRole('tab', { name: 'Pair' }).click();
    late.resolve();
    await (await answered).finished();
    await detect.waitFor();
    await expectAnswer('The service’s answer will appear here.');
  });

  it('compares an uploaded ID photo with camera images', async () => {
    await openSignedIn('photo');
    const chooser = page.waitForEvent('filechooser');
    await page.getByRole('group', { name: 'ID photo' }).getByText('Choose a picture').click();
    const buffer = await portraitJpeg(ALICE);
    await (await chooser).setFiles({ name: 'id.jpg', mimeType: 'image/jpeg', buffer });
    await page.getByRole('button', { name: 'Turn on the camera' }).click();
    await page.getByRole('button', { name: 'Begin' }).click();
    await page.getByAltText('Picture 2').waitFor();
    await page.getByRole('button', { name: 'Compare' }).click();
    await expectAnswer(/^Level [45]/);
    await expectAnswer('Not recognised as a live person');
    await page.getByLabel('Compare only').check();
    await page.getByRole('button', { name: 'Compare' }).click();
    await expectAnswer(/^Level [45]/);
    await expectAnswer('Liveness was not checked.');
    await inspect(page, 'playground-photo-answer');
  });

  it('offers a sample face, and complains of nothing before', async () => {
    await openSignedIn('quality');
    const missing = page.getByText('Something above is missing or invalid.');
    expect(await missing.count()).toBe(0);
    await page.getByRole('button', { name: 'Use a sample face' }).click();
    await page.getByRole('button', { name: 'Grade' }).click();
    await expectAnswer(/^(How to improve the picture|There is nothing to improve)$/);
    expect(await missing.count()).toBe(0);
  });

  it('records a video', async () => {
    await openSignedIn('video');
    await page.getByRole('button', { name: 'Turn on the camera' }).click();
    await page.getByRole('button', { name: 'Record 4 seconds' }).click();
    await page.getByText('Recording: look into the camera.').waitFor();
    await page.getByLabel('Choose a video').waitFor();
    await page.getByRole('button', { name: 'Detect liveness' }).click();
    await expectAnswer(/^Frames looked at: [1-9]/);
    await inspect(page, 'playground-video-answer');
  });

  it('draws the quality measures and gives advice', async () => {
    await openSignedIn('quality');
    await chooseFile('Picture of the face', ALICE);
    await page.getByRole('button', { name: 'Grade' }).click();
    await expectAnswer(/^(How to improve the picture|There is nothing to improve)$/);
    expect(await answer().getByRole('meter', { name: 'Inter-eye distance' }).count()).toBe(1);
    await page.getByRole('tab', { name: 'Background' }).click();
    await page.getByAltText('Aligned face: Background').waitFor();
    await inspect(page, 'playground-quality-answer');
  });

  it('advises on a dark image by the direction of the fault, in German, too', async () => {
    await openSignedIn('quality');
    const buffer = await portrait(ALICE).linear(0.15, 0).jpeg().toBuffer();
    await chooseBytes('Picture of the face', buffer);
    await page.getByRole('button', { name: 'Grade' }).click();
    await expectAnswer('The face is too dark: turn towards the light.');
    await page.getByRole('combobox', { name: 'Language' }).selectOption('de');
    await page.getByText('Das Gesicht ist zu dunkel: zum Licht drehen.').waitFor();
  });

  it("uses the browser's language, and the other one on demand", async () => {
    await open('#/verify', { locale: 'de-AT' });
    await page.getByRole('heading', { name: 'Eine Person verifizieren' }).waitFor();
    expect(await page.title()).toBe('Testseite · Prosopon');
    await page.getByRole('combobox', { name: 'Sprache' }).selectOption('en');
    await page.getByRole('heading', { name: 'Verify a person' }).waitFor();
    expect(await page.locator('html').getAttribute('lang')).toBe('en');
    await page.reload();
    await page.getByRole('heading', { name: 'Verify a person' }).waitFor();
  });

  it('keeps the chosen theme, and applies it before painting', async () => {
    await open();
    await page.getByRole('button', { name: 'Theme: as the system' }).click();
    await page.getByRole('button', { name: 'Theme: light' }).click();
    await page.getByRole('button', { name: 'Theme: dark' }).waitFor();
    await page.route('**/assets/*.js', () => undefined);
    await page.goto(`${service.base}/playground`, { waitUntil: 'commit' });
    await page.locator('html[data-theme=dark]').waitFor({ state: 'attached' });
  });

  it('is smaller than 250 kB, compressed, and its parts are cached for ever', async () => {
    let bytes = 0;
    const headers: Record<string, string>[] = [];
    await open();
    page.on('requestfinished', async (request) => {
      const { responseBodySize, responseHeadersSize } = await request.sizes();
      bytes += responseBodySize + responseHeadersSize;
      headers.push({ url: request.url(), ...(await (await request.response())?.allHeaders()) });
    });
    await page.reload({ waitUntil: 'networkidle' });
    const assets = headers.filter(({ url }) => url?.includes('/assets/'));
    expect(bytes).toBeLessThan(250_000);
    expect(assets.length).toBeGreaterThan(1);
    for (const asset of assets)
      expect(asset).toMatchObject({
        'content-encoding': expect.stringMatching(/br|gzip/),
        'cache-control': expect.stringContaining('immutable'),
      });
  });
});
