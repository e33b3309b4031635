/** A page whose finder of faces cannot run: the person takes the pictures, by hints of light and change. */
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import type { Browser, Route } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { photographBeforeCamera } from '../../../../testing/fake-camera.ts';
import { hasBrowser, openBrowser } from '../../../../testing/web/browser.ts';
import type { Hint } from '../../../../web/capture/hints.ts';
import { openSite } from '../../capture-package.ts';

const BUILT = fileURLToPath(new URL('../../../../dist/web/capture', import.meta.url));

/** How a file of the finder is answered. */
type Answer = (route: Route) => Promise<void> | void;

const CORS = { 'access-control-allow-origin': '*' };
const asBuilt: Answer = async (route) => {
  const response = await route.fetch();
  await route.fulfill({ response, headers: { ...response.headers(), ...CORS } });
};
const missing: Answer = (route) => route.fulfill({ status: 404, headers: CORS });
const program =
  (body: string, policy = ''): Answer =>
  (route) =>
    route.fulfill({
      contentType: 'text/javascript',
      headers: { ...CORS, 'content-security-policy': policy },
      body,
    });
const withoutAssembly: Answer = async (route) =>
  program(await (await route.fetch()).text(), "default-src 'none'")(route);

interface Seen {
  readonly runs: boolean;
  /** Taken by the button that the person is offered. */
  readonly byHand: boolean;
  readonly hint: Hint;
  readonly width: number;
}

type Failure = readonly [name: string, address: string, file: string, answer: Answer];

const FAILURES: readonly Failure[] = [
  ['whose program is missing', '/', 'face-finder.js', missing],
  ['whose weights are missing', '/', 'face-finder.weights', missing],
  ['whose program lacks a part', '/', 'face-finder.js', program("import './part.js';")],
  ['whose program breaks', '/', 'face-finder.js', program("throw new Error('broken');")],
  ['that the page allows no thread', '/no-thread', 'face-finder.js', asBuilt],
  ['that may run no WebAssembly', '/no-assembly', 'face-finder.js', withoutAssembly],
];
/** A program that can run, and fails at the first picture. */
const failsAt = (failure: string): Answer =>
  program(
    `onmessage = ({ data: { pixels } }) => { if (pixels) ${failure}; postMessage({ side: 256 }); };`,
  );

describe.skipIf(!hasBrowser())('a finder of faces', () => {
  let folder: string;
  let browser: Browser;
  let site: Awaited<ReturnType<typeof openSite>>;

  beforeAll(async () => {
    folder = await mkdtemp(join(tmpdir(), 'prosopon-finder-'));
    const camera = join(folder, 'camera.mjpeg');
    await photographBeforeCamera(camera, 2);
    browser = await openBrowser(camera);
    const page = (policy: string) => () =>
      `<!doctype html><html lang="en"><title>T</title><meta http-equiv="content-security-policy" content="${policy}">`;
    site = await openSite(
      { '/capture/': BUILT },
      {
        '/': page(''),
        '/no-thread': page("worker-src 'none'"),
        '/no-assembly': page("script-src 'self'; worker-src 'self' blob:"),
      },
    );
  });
  afterAll(async () => {
    site?.server.close();
    await browser?.close();
    await rm(folder, { recursive: true, force: true });
  });

  /** Whether it runs, what the person is told, and the width of the picture that is taken. */
  const capture = async (
    address: string,
    file: string,
    answer: Answer,
    host = '127.0.0.1',
    before = '',
  ) => {
    const page = await browser.newPage();
    await page.addInitScript(before);
    await page.route('**/face-finder.*', (route) =>
      route.request().url().endsWith(`/${file}`) ? answer(route) : asBuilt(route),
    );
    await page.goto(site.origin + address);
    const finder = `${site.origin.replace('127.0.0.1', host)}/capture/`;
    const seen = await page.evaluate<Seen>(`(async () => {
      const { startCapture } = await import('/capture/prosopon-capture.js');
      const hints = [];
      const onHint = (hint) => hints.push(hint);
      let byHand = false;
      const onByHand = () => {
        byHand = true;
      };
      const capture = await startCapture(document.body, { finder: '${finder}', onHint, onByHand });
      const runs = await capture.findsFaces;
      const taken = capture.takeOne();
      // Where it is not offered, nobody presses it.
      const pressing = setInterval(() => byHand && hints.includes('holdStill') && capture.hurry(), 300);
      const { width } = await taken;
      clearInterval(pressing);
      return { runs, byHand, hint: hints.at(-1), width };
    })()`);
    // What the finder still asks for must not fail behind the test.
    await page.unrouteAll({ behavior: 'ignoreErrors' });
    await page.close();
    return seen;
  };
  const taken = { byHand: false, hint: 'ready', width: expect.any(Number) };
  const takenByHand = { byHand: true, hint: 'holdStill', width: expect.any(Number) };

  const ORIGINS = [
    ['its own', '127.0.0.1'],
    ['another', 'localhost'],
  ] as const;

  // One after the other: it has fifteen seconds to arrive, which others may take from it.
  it.each(ORIGINS)('of %s origin runs if nothing prevents it', async (_, host) => {
    const seen = await capture('/', 'face-finder.js', asBuilt, host);
    expect(seen).toEqual({ runs: true, ...taken });
  });

  it('reports that the image is good before taking it, even if frames are examined all at once', async () => {
    const seen = await capture(
      '/',
      'face-finder.js',
      asBuilt,
      undefined,
      'performance.now = () => 0;',
    );
    expect(seen).toEqual({ runs: true, ...taken });
  });

  // At once, as two of them are waited for.
  describe.concurrent('that cannot run', () => {
    describe.each(ORIGINS)('of %s origin', (_, host) => {
      it.each(FAILURES)(
        '%s leaves hints by light and change, and the shutter to the person',
        async (_, address, file, answer) => {
          const seen = await capture(address, file, answer, host);
          expect(seen).toEqual({ runs: false, ...takenByHand });
        },
      );
    });

    it.each([
      ['is not waited for, when it does not arrive', 'face-finder.weights', () => {}, false],
      [
        'is done without as soon as it breaks',
        'face-finder.js',
        failsAt("throw new Error('broken')"),
        true,
      ],
      ['is done without as soon as it falls silent', 'face-finder.js', failsAt('return'), true],
    ] as const)('%s', async (_, file, answer, runs) => {
      const seen = await capture('/', file, answer);
      expect(seen).toEqual({ runs, ...takenByHand });
    });
  });
});
