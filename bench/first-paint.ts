/** `npm run bench -- pages`: time to the first paint of pages, and their size. */
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Browser } from 'playwright-core';
import { startService } from '../testing/service-process.ts';
import { median } from '../testing/statistics.ts';
import { hasBrowser, openBrowser } from '../testing/web/browser.ts';

const PAGES = ['/', '/register', '/profile', '/admin'];
const LOADS = 11;

interface Load {
  /** Milliseconds from the request to the first text or image (First Contentful Paint). */
  readonly painted: number;
  /** Bytes on the wire, including headers. */
  readonly bytes: number;
}

export async function benchPages(): Promise<void> {
  if (!hasBrowser()) return;
  const dataDir = await mkdtemp(join(tmpdir(), 'prosopon-bench-'));
  const service = await startService(dataDir, 1);
  const browser = await openBrowser('/dev/null');
  try {
    console.log('| page | first paint: median, worst | weight |\n|---|---|---|');
    for (const page of PAGES) {
      const loads: Load[] = [];
      for (let i = 0; i < LOADS; i++) loads.push(await load(browser, service.address + page));
      const times = loads.map(({ painted }) => painted);
      const weight = (loads[0]!.bytes / 1000).toFixed(1);
      console.log(
        `| ${page} | ${Math.round(median(times))}, ${Math.round(Math.max(...times))} ms | ${weight} kB |`,
      );
    }
  } finally {
    await browser.close();
    await service.stop();
    await rm(dataDir, { recursive: true, force: true });
  }
}

/** With an empty cache, as on a first visit. */
async function load(browser: Browser, address: string): Promise<Load> {
  const context = await browser.newContext();
  const page = await context.newPage();
  let bytes = 0;
  page.on('requestfinished', async (request) => {
    const { responseBodySize, responseHeadersSize } = await request.sizes();
    bytes += responseBodySize + responseHeadersSize;
  });
  await page.goto(address, { waitUntil: 'networkidle' });
  const painted = await page.evaluate<number>(
    "performance.getEntriesByName('first-contentful-paint')[0].startTime",
  );
  await context.close();
  return { painted, bytes };
}
