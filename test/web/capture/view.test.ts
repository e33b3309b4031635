/** The preview as a person sees and feels it: the module as it is written, in a browser. */
import { readFile } from 'node:fs/promises';
import { stripTypeScriptTypes } from 'node:module';
import type { Browser, Page } from 'playwright-core';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { hasBrowser, openBrowser, openWindow } from '../../../testing/web/browser.ts';

const ORIGIN = 'http://localhost';

/** Left half red, right half blue, filmed; what the preview shows, and what is taken of it. */
const FILM = `(async () => {
  const { takePortrait } = await import('/portrait.ts');
  const canvas = Object.assign(document.createElement('canvas'), { width: 80, height: 100 });
  const drawing = canvas.getContext('2d');
  const paint = () => {
    drawing.fillStyle = 'blue';
    drawing.fillRect(0, 0, 80, 100);
    drawing.fillStyle = 'red';
    drawing.fillRect(0, 0, 40, 100);
  };
  const painting = setInterval(paint, 30);
  view.video.srcObject = canvas.captureStream();
  await view.video.play();
  const { blob } = await takePortrait(view.video);
  clearInterval(painting);
  drawing.drawImage(await createImageBitmap(blob), 0, 0);
  const [red, , blue] = drawing.getImageData(20, 50, 1, 1).data;
  return { shown: getComputedStyle(view.video).transform, left: red > blue ? 'red' : 'blue' };
})()`;

/** What is left of a capture that cannot start: the reason, its camera and its preview. */
const leftOf = (given: string) => `(async () => {
  const { startCapture } = await import('/capture.ts');
  const canvas = document.createElement('canvas');
  const drawing = canvas.getContext('2d');
  const stream = canvas.captureStream();
  navigator.mediaDevices.getUserMedia = async () => stream;
  const painting = setInterval(() => drawing.fillRect(0, 0, 80, 100), 30);
  const place = document.body.appendChild(document.createElement('div'));
  const { name, problem } = await startCapture(${given}).catch((error) => error);
  clearInterval(painting);
  place.remove();
  const [{ readyState }] = stream.getTracks();
  return { name, problem, camera: readyState, previews: place.childElementCount };
})()`;

describe.skipIf(!hasBrowser())('the preview', () => {
  let browser: Browser;
  let page: Page;

  beforeAll(async () => {
    browser = await openBrowser();
    ({ page } = await openWindow(browser));
    await page.route(`${ORIGIN}/**`, async (route) => {
      const { pathname } = new URL(route.request().url());
      if (pathname === '/')
        return route.fulfill({ contentType: 'text/html', body: '<!doctype html><title>T</title>' });
      const file = new URL(`../../../web/capture${pathname}`, import.meta.url);
      const body = stripTypeScriptTypes(await readFile(file, 'utf8'));
      return route.fulfill({ contentType: 'text/javascript', body });
    });
    await page.goto(ORIGIN);
  });
  afterAll(() => browser?.close());

  const open = (mirror: boolean) =>
    page.evaluate(`import('/view.ts').then(({ createView }) => {
      window.view?.remove();
      window.view = createView(document.body, ${mirror});
    })`);
  beforeEach(() => open(true));
  const styleOf = (element: string, property: string) =>
    page.locator(element).evaluate((it, name) => {
      const window = globalThis as unknown as {
        getComputedStyle(of: unknown): { getPropertyValue(name: string): string };
      };
      return window.getComputedStyle(it).getPropertyValue(name);
    }, property);

  it('is a mirror; the image is not', async () => {
    expect(await page.evaluate(FILM)).toEqual({ shown: 'matrix(-1, 0, 0, 1, 0, 0)', left: 'red' });
  });

  it('has an arrow to where the person should go, as they see themselves', async () => {
    const arrow = page.locator('.arrow');
    const pointTo = (direction: string) => page.evaluate(`view.pointTo(${direction})`);
    const [left, right] = ['translate(10 58) rotate(180)', 'translate(90 58)'];
    await pointTo('"left"');
    expect(await arrow.getAttribute('transform')).toBe(left);
    await pointTo('"right"');
    expect(await arrow.getAttribute('transform')).toBe(right);
    await pointTo('undefined');
    expect(await arrow.count()).toBe(0);
    await open(false);
    await pointTo('"left"');
    expect(await arrow.getAttribute('transform')).toBe(right);
  });

  it('shows a head that moves as the person should, in a ring that fills', async () => {
    await page.evaluate('view.showMovement("down"); view.setProgress(0.4)');
    expect(await styleOf('.features', 'animation-name')).toBe('look');
    expect(await styleOf('.features', '--there')).toBe('translateY(3.4px)');
    expect(await page.locator('.done').getAttribute('stroke-dasharray')).toBe('40 100');
    await page.emulateMedia({ reducedMotion: 'reduce' });
    expect(await styleOf('.features', 'animation-name'), 'who wants no motion').toBe('none');
    expect(await styleOf('.features', 'transform')).toBe('matrix(1, 0, 0, 1, 0, 3.4)');
    await page.evaluate('view.showMovement(undefined)');
    expect(await page.locator('.head').count()).toBe(0);
  });

  it('confirms an image by a sign and by vibration', async () => {
    const check = () => styleOf('.check', 'visibility');
    expect(await check()).toBe('hidden');
    const confirmed = await page.evaluate(`(() => {
      const touches = [];
      navigator.vibrate = (milliseconds) => touches.push(milliseconds);
      view.confirm();
      const { shadowRoot } = document.body.lastElementChild;
      return { touches, sign: getComputedStyle(shadowRoot.querySelector('.check')).visibility };
    })()`);
    expect(confirmed).toEqual({ touches: [60], sign: 'visible' });
    await expect.poll(check).toBe('hidden');
  });

  it.each([
    ['a finder without a valid address', "place, { finder: 'http://[' }"],
    ['no container', 'null'],
  ])('is gone, and the camera off, if the capture has %s', async (_, given) => {
    expect(await page.evaluate(leftOf(given))).toEqual({
      name: 'CameraError',
      problem: 'failed',
      camera: 'ended',
      previews: 0,
    });
  });
});
