/** A page whose finder of faces cannot run: pictures are taken all the same, by light and change. */
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import type { Browser, Page, Route } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { Hint } from '../../../../web/capture/hints.ts';
import { photographBeforeCamera } from '../../../support/fake-camera.ts';
import { hasBrowser, openBrowser } from '../../browser.ts';
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

type Failure = readonly [name: string, address: string, file: string, answer: Answer];

const FAILURES: readonly Failure[] = [
  ['whose program is missing', '/', 'face-finder.js', missing],
  ['whose weights are missing', '/', 'face-finder.weights', missing],
  ['whose program lacks a part', '/', 'face-finder.js', program("import './part.js';")],
  ['whose program breaks', '/', 'face-finder.js', program("throw new Error('broken');")],
  ['that the page allows no thread', '/no-thread', 'face-finder.js', asBuilt],
  ['that may run no WebAssembly', '/no-assembly', 'face-finder.js', withoutAssembly],
];
/** They are waited for, so that one of them has to do for each origin. */
const SILENT: Failure = ['that does not answer', '/', 'face-finder.js', program('')];
const ABSENT: Failure = ['that does not arrive', '/', 'face-finder.weights', () => {}];

describe.skipIf(!hasBrowser()).each([
  ['its own', '127.0.0.1', SILENT],
  ['another', 'localhost', ABSENT],
] as const)('a finder of %s origin', (_, host, late) => {
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

  /** Whether it finds faces, what the person is told, and the width of the picture that is taken. */
  const capture = async (address: string, name: string, answer: Answer) => {
    const page: Page = await browser.newPage();
    await page.route('**/face-finder.*', (route) =>
      route.request().url().endsWith(`/${name}`) ? answer(route) : asBuilt(route),
    );
    await page.goto(site.origin + address);
    const finder = `${site.origin.replace('127.0.0.1', host)}/capture/`;
    const seen = await page.evaluate<{
      finds: boolean;
      hints: Hint[];
      width: number;
    }>(`(async () => {
      const { startCapture } = await import('/capture/prosopon-capture.js');
      const hints = [];
      const onHint = (hint) => hints.push(hint);
      const capture = await startCapture(document.body, { finder: '${finder}', onHint });
      const finds = await capture.findsFaces;
      const { width } = await capture.takeOne();
      return { finds, hints, width };
    })()`);
    await page.close();
    return seen;
  };

  it('sees the face, if nothing is in its way', async () => {
    const { finds, hints } = await capture('/', 'face-finder.js', asBuilt);
    expect([finds, hints.at(-1)]).toEqual([true, 'ready']);
  });

  it.each([...FAILURES, late])(
    '%s leaves hints by light and change, and a picture',
    async (_, address, name, answer) => {
      const { finds, hints, width } = await capture(address, name, answer);
      expect(finds).toBe(false);
      expect(hints.at(-1)).toBe('ready');
      expect(width).toBeGreaterThan(400);
    },
  );
});
