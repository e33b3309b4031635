/** Pages of other origins that capture faces with the element: of the service, and of its package. */
import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath, pathToFileURL } from 'node:url';
import { decodeJwt } from 'jose';
import type { Browser, Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { CreatedClient } from '../../src/access/clients/client.ts';
import type { FaceEngine } from '../../src/faces/analysis.ts';
import { testEngine } from '../../testing/engine.ts';
import { maskedBeforeCamera, photographBeforeCamera } from '../../testing/fake-camera.ts';
import { freePort } from '../../testing/free-port.ts';
import { startService, type TestService } from '../../testing/http/service.ts';
import { type LivePerson, livePerson } from '../../testing/live-people.ts';
import { nobody, portrait } from '../../testing/people.ts';
import { personBeforeCamera } from '../../testing/person-before-camera.ts';
import { recordings } from '../../testing/recordings.ts';
import { sharedPath } from '../../testing/shared.ts';
import { findViolations, hasBrowser, openBrowser, openWindow } from '../../testing/web/browser.ts';
import { ar } from '../../web/messages/ar.ts';
import { de } from '../../web/messages/de.ts';
import { en } from '../../web/messages/en.ts';
import { buildReactSite, exampleOf, installPackage, openSite } from './capture-package.ts';

const EXAMPLE = fileURLToPath(new URL('../../examples/capture-page/server.ts', import.meta.url));
const modelsDir = sharedPath('models');
const videos = recordings();

describe.skipIf(!hasBrowser() || modelsDir === undefined || videos === undefined)(
  'a page of another origin',
  () => {
    let folder: string;
    let camera: string;
    let person: LivePerson;
    let engine: FaceEngine;
    let service: TestService;
    let client: CreatedClient;
    let site: ChildProcess;
    let origin: string;
    let browser: Browser;

    beforeAll(async () => {
      folder = await mkdtemp(join(tmpdir(), 'prosopon-capture-'));
      camera = join(folder, 'camera.mjpeg');
      person = await livePerson(videos!, 'ada');
      await photographBeforeCamera(camera, 2);
      engine = await testEngine({ modelsDir: modelsDir! });
      service = await startService(engine);
      const port = await freePort();
      origin = `http://127.0.0.1:${port}`;
      client = await service.client('site', { allowedOrigins: [origin] });
      site = spawn(process.execPath, [EXAMPLE], {
        env: {
          PROSOPON_URL: service.base,
          CLIENT_ID: client.id,
          CLIENT_SECRET: client.secret,
          PORT: String(port),
        },
        stdio: ['ignore', 'pipe', 'inherit'],
      });
      await once(site.stdout!, 'data');
      browser = await openBrowser(camera);
    });
    afterAll(async () => {
      await browser?.close();
      site?.kill();
      await service?.close();
      await engine?.close();
      await rm(folder, { recursive: true, force: true });
    });

    const open = async (address: string): Promise<{ page: Page; seen: string[] }> => {
      const page = await browser.newPage();
      const seen: string[] = [];
      page.on('request', (request) =>
        seen.push(`${request.method()} ${request.url()} ${request.postData() ?? ''}`),
      );
      await page.goto(address);
      return { page, seen };
    };

    /** Hands the page images, as its element would; resolves to its calls once it says that. */
    const handOver = async (address: string, images: readonly Buffer[], said: string) => {
      const { page, seen } = await open(address);
      await page.getByRole('button', { name: 'Turn on the camera' }).waitFor();
      // A page that has told the directions listens.
      const directions = `document.querySelector('prosopon-capture').directions`;
      await expect.poll(() => page.evaluate(directions), { timeout: 10_000 }).toBeTruthy();
      const texts = images.map((image) => image.toString('base64'));
      await page.evaluate(`(() => {
        const images = ${JSON.stringify(texts)}.map((text) => {
          const bytes = Uint8Array.from(atob(text), (letter) => letter.charCodeAt(0));
          return { blob: new Blob([bytes]), tags: [] };
        });
        const taken = new CustomEvent('taken', { detail: { images } });
        document.querySelector('prosopon-capture').dispatchEvent(taken);
      })()`);
      await page.getByText(said).waitFor();
      await page.close();
      return seen.join('\n');
    };
    const NO_FACE = 'No suitable face was found in the image.';

    it('runs no task on images of which one was refused', async () => {
      const calls = await handOver(origin, [await portrait('ada'), await nobody()], NO_FACE);
      expect(calls).not.toContain('/api/task/');
    });

    it('learns from its own server that its images are not of a live person', async () => {
      // The client has sent the first cut of ada.
      const images = [await portrait('ada', 1), await portrait('ben')];
      const calls = await handOver(origin, images, 'That was not recognised as a live person.');
      expect(calls).toContain(`${origin}/result?`);
    });

    it('uploads its images, of which a photograph is refused', async () => {
      const { page, seen } = await open(origin);
      await page.getByRole('button', { name: 'Turn on the camera' }).click();
      await page.getByRole('button', { name: 'Begin' }).click();
      await page.getByText(/^Now (raise|lower|turn) your head/).waitFor();
      // It is moved aside, which is no turn of a head: nothing is taken of it unless somebody says so.
      await page.waitForTimeout(3000);
      expect(seen.join('\n')).not.toContain('/upload');
      const refused = page.getByText(/^(That was not recognised|This image was used before)/);
      // Between two pictures nothing is waited for, and hurrying is lost.
      const hurry = async () => {
        await page.evaluate(`document.querySelector('prosopon-capture').hurry()`);
        return refused.isVisible();
      };
      await expect.poll(hurry, { timeout: 40_000, interval: 500 }).toBe(true);
      const calls = seen.filter((call) => call.includes(service.base));
      expect(calls.some((call) => call.includes('POST') && call.includes('/upload'))).toBe(true);
      expect(seen.join('\n')).not.toContain(client.secret);
      expect(await page.locator('video').count(), 'the camera is off').toBe(0);
      await page.close();
    });

    it('is light or dark like its visitor, and keeps its direction next to another language', async () => {
      const { page } = await openWindow(browser, { colorScheme: 'dark' });
      await page.goto(origin);
      await page.evaluate(`document.documentElement.lang = 'ar'`);
      await page.getByRole('button', { name: ar.camera.start }).waitFor();
      expect(
        await page.evaluate(
          `[document.body, document.querySelector('prosopon-capture').shadowRoot.querySelector('.main')]
            .map((it) => getComputedStyle(it).backgroundColor)`,
        ),
      ).toEqual(['rgb(18, 22, 28)', 'rgb(111, 211, 176)']);
      expect(await findViolations(page, 'colours')).toEqual([]);
      // Where the full stop of the page's own sentence stands.
      const [sentence, stop] = await page.evaluate<readonly { right: number }[]>(`(() => {
        const text = document.querySelector('prosopon-capture').firstChild;
        return [0, text.length - 1].map((start) => {
          const range = document.createRange();
          range.setStart(text, start);
          range.setEnd(text, text.length);
          return range.getBoundingClientRect().toJSON();
        });
      })()`);
      expect(stop!.right).toBeCloseTo(sentence!.right, 0);
      await page.context().close();
    });

    it('is refused to an origin that no client lists', async () => {
      const { page } = await open(origin.replace('127.0.0.1', 'localhost'));
      const loaded = page.evaluate<unknown>(
        `import('${service.base}/capture/prosopon-capture.js').then(() => 'loaded', () => 'refused')`,
      );
      expect(await loaded).toBe('refused');
      await page.close();
    });

    describe('with the package', () => {
      let site: Awaited<ReturnType<typeof openSite>>;
      let token: string;

      const ask = async (path: string, at: CreatedClient): Promise<Response> =>
        fetch(service.base + path, {
          headers: { authorization: `Basic ${btoa(`${at.id}:${at.secret}`)}` },
        });

      beforeAll(async () => {
        await personBeforeCamera(camera, person.film());
        const installed = await installPackage(folder);
        await buildReactSite(folder);
        let shop: CreatedClient;
        const plain = await exampleOf('html');
        site = await openSite(
          { '/capture/': join(installed, 'dist'), '/built/': join(folder, 'built') },
          {
            '/': () => plain,
            '/no-camera': () => plain,
            '/framed': () => `<iframe src="${site.origin}"></iframe>`,
            '/react': () =>
              '<!doctype html><html lang="ar"><title>R</title><main id="root"></main>' +
              '<script type="module" src="/built/main.js"></script></html>',
            '/token': async () => {
              token = await (await ask('/token?id=shop&task=livenessdetection', shop)).text();
              return JSON.stringify({ url: service.base, token, directions: ['down'] });
            },
            '/result': async () => {
              const { tokenid } = decodeJwt(token);
              return (await ask(`/api/task/v1/result?tokenid=${tokenid}`, shop)).text();
            },
          },
        );
        shop = await service.client('shop', { allowedOrigins: [site.origin] });
      });
      afterAll(() => site?.server.close());

      // A busy machine shows a turn in too few frames, and people are then asked to turn more slowly.
      it('a plain page proves that a person is there, by keyboard only', { retry: 2 }, async () => {
        const { page, complaints } = await openWindow(browser);
        const told = await listenTo(page);
        await page.goto(site.origin);
        const start = page.getByRole('button', { name: 'Turn on the camera' });
        await start.waitFor();
        expect(await findViolations(page)).toEqual([]);
        await page.keyboard.press('Tab');
        await page.keyboard.press('Enter');
        await expect
          .poll(() => page.locator('#result').textContent(), { timeout: 40_000 })
          .toContain('"success":true');
        expect(await told()).toEqual(
          expect.arrayContaining(['starting', 'on', 'taking', 'turnDown', 'off', 'taken']),
        );
        expect(await page.locator('video').count(), 'the camera is off').toBe(0);
        expect(complaints).toEqual([]);

        await page.evaluate(`document.documentElement.lang = 'de-AT'`);
        await page.getByRole('button', { name: de.camera.start }).waitFor();
        await page.addStyleTag({ content: ':root { --prosopon-capture-accent: rgb(9, 99, 9) }' });
        const colour = `getComputedStyle(document.querySelector('prosopon-capture').shadowRoot.querySelector('.main')).backgroundColor`;
        expect(await page.evaluate(colour)).toBe('rgb(9, 99, 9)');
        await page.evaluate(`document.querySelector('prosopon-capture').take = 'two'`);
        await page.getByRole('button', { name: de.camera.start }).click();
        await page.getByRole('alert').getByText(de.camera.problem).waitFor();
        expect(await told()).toContain(
          'failed: TypeError: take: one, turns or video is expected, not "two"',
        );
        await page.context().close();
      });

      it('a plain page runs no task on images of which one was refused', async () => {
        const calls = await handOver(site.origin, [await nobody()], NO_FACE);
        expect(calls).not.toContain('/api/task/');
      });

      it('a page whose header forbids the camera says so, and tells its author why', async () => {
        const { page } = await openWindow(browser);
        const warned: string[] = [];
        page.on('console', (message) => warned.push(message.text()));
        await page.goto(`${site.origin}/no-camera`);
        await page.getByRole('button', { name: 'Turn on the camera' }).click();
        await page.getByRole('alert').getByText(en.camera.problems.blocked).waitFor();
        expect(warned.join()).toContain('the Permissions-Policy header of this page forbids');
        expect(await page.evaluate(`document.activeElement.localName`)).toBe('prosopon-capture');
        await page.context().close();
      });

      it('a frame of another origin says so, and tells its author what to allow', async () => {
        const { page } = await openWindow(browser);
        const warned: string[] = [];
        page.on('console', (message) => warned.push(message.text()));
        await page.goto(`${site.origin.replace('127.0.0.1', 'localhost')}/framed`);
        const frame = page.frameLocator('iframe');
        await frame.getByRole('button', { name: 'Turn on the camera' }).click();
        await frame.getByRole('alert').getByText(en.camera.problems.blocked).waitFor();
        expect(warned.join()).toContain('a frame needs allow="camera"');
        await page.context().close();
      });

      it('a React component gets the images, in a right-to-left language', async () => {
        const { page, complaints } = await openWindow(browser);
        await page.goto(`${site.origin}/react`);
        await page.getByRole('button', { name: ar.camera.start }).click();
        await page.getByText('You are there.').waitFor();
        expect(await page.evaluate('window.sent')).toEqual([[], ['down']]);
        expect(complaints).toEqual([]);
        await page.context().close();
      });

      it('reports a covered face, takes nothing by itself, and lets its wearer go on', async () => {
        await maskedBeforeCamera(camera, 6);
        const { page } = await openWindow(browser);
        const told = await listenTo(page);
        await page.goto(site.origin);
        await page.getByRole('button', { name: 'Turn on the camera' }).click();
        await page.getByRole('status').getByText(en.hints.faceCovered).waitFor();
        const goOn = page.getByRole('button', { name: en.camera.now });
        await goOn.waitFor();
        expect(await told()).not.toContain('turnDown');
        await goOn.click();
        await expect.poll(told).toContain('turnDown');
        await page.context().close();
      });

      it('can be imported outside a page', async () => {
        const url = pathToFileURL(
          join(folder, 'node_modules/@prosopon/capture/dist/prosopon-capture-element.js'),
        );
        expect(Object.keys(await import(url.href))).toContain('ProsoponCapture');
      });
    });
  },
);

/** What the element of the page tells, by name and code. */
async function listenTo(page: Page): Promise<() => Promise<readonly string[]>> {
  await page.addInitScript(`
    window.told = [];
    document.addEventListener('DOMContentLoaded', () => {
      const camera = document.querySelector('prosopon-capture');
      camera.addEventListener('state', ({ detail }) => told.push(detail.state));
      camera.addEventListener('hint', ({ detail }) => told.push(detail.hint));
      camera.addEventListener('problem', ({ detail }) => told.push(detail.problem + ': ' + detail.error));
      camera.addEventListener('taken', () => told.push('taken'));
    });
  `);
  return () => page.evaluate('window.told');
}
