/** The example page of another origin: it captures with the module and calls the service itself. */
import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import type { Browser, Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { CreatedClient } from '../../src/access/client.ts';
import type { FaceEngine } from '../../src/faces/analysis.ts';
import { startService, type TestService } from '../protocols/http/service.ts';
import { testEngine } from '../support/engine.ts';
import { photographBeforeCamera } from '../support/fake-camera.ts';
import { freePort } from '../support/free-port.ts';
import { sharedPath } from '../support/shared.ts';
import { hasBrowser, openBrowser } from './browser.ts';

const EXAMPLE = fileURLToPath(new URL('../../examples/capture-page/server.ts', import.meta.url));
const modelsDir = sharedPath('models');

describe.skipIf(!hasBrowser() || modelsDir === undefined)('the example capture page', () => {
  let folder: string;
  let engine: FaceEngine;
  let service: TestService;
  let client: CreatedClient;
  let site: ChildProcess;
  let origin: string;
  let browser: Browser;

  beforeAll(async () => {
    folder = await mkdtemp(join(tmpdir(), 'prosopon-capture-'));
    const camera = join(folder, 'camera.mjpeg');
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

  it('uploads what it captured, and learns from its own server that a photograph is not live', async () => {
    const { page, seen } = await open(origin);
    await page.getByRole('button', { name: 'Begin' }).click();
    await page.getByText(/^(Raise|Lower|Turn) your head/).waitFor();
    // It is moved aside, which is no turn of a head: nothing is taken of it unless somebody says so.
    await page.waitForTimeout(3000);
    expect(seen.join('\n')).not.toContain('/upload');
    const now = page.getByRole('button', { name: 'Take it now' });
    const refused = page.getByText('That was not recognised as a live person.');
    // Between two pictures nothing is waited for, and a click is lost.
    const press = async () => {
      if (await now.isVisible()) await now.click({ timeout: 1000 }).catch(() => undefined);
      return refused.isVisible();
    };
    await expect.poll(press, { timeout: 40_000, interval: 500 }).toBe(true);
    const calls = seen.filter((call) => call.includes(service.base));
    expect(calls.filter((call) => call.includes('POST') && call.includes('/upload'))).toHaveLength(
      3,
    );
    expect(seen.join('\n')).not.toContain(client.secret);
    expect(await page.locator('video').count(), 'the camera is off').toBe(0);
    await page.close();
  });

  it('may not be done by an origin that no client lists', async () => {
    const { page } = await open(origin.replace('127.0.0.1', 'localhost'));
    const loaded = page.evaluate<unknown>(
      `import('${service.base}/capture/prosopon-capture.js').then(() => 'loaded', () => 'refused')`,
    );
    expect(await loaded).toBe('refused');
    await page.close();
  });
});
