/** A real browser for tests of the pages, with a file as its camera. */
import { existsSync } from 'node:fs';
import { readFile } from 'node:fs/promises';
import { createRequire } from 'node:module';
import { fileURLToPath } from 'node:url';
import type { AxeResults } from 'axe-core';
import { type Browser, chromium, type Page } from 'playwright-core';

const CHROMIUM = process.env.PROSOPON_TEST_CHROMIUM ?? '/usr/bin/chromium';
const BUILT = fileURLToPath(new URL('../../dist/web', import.meta.url));

/** Whether the pages can be tested here; prints the reason where they cannot. */
export function hasBrowser(): boolean {
  for (const [path, reason] of [
    [CHROMIUM, `there is no ${CHROMIUM} (apt-get install chromium)`],
    [BUILT, 'the pages are not built (npm run build:web)'],
  ] as const)
    if (!existsSync(path)) {
      console.warn(`skipped: ${reason}`);
      return false;
    }
  return true;
}

/** @param camera a motion JPEG file; pages may use it without asking */
export function openBrowser(camera: string): Promise<Browser> {
  return chromium.launch({
    executablePath: CHROMIUM,
    args: [
      '--no-sandbox',
      '--use-fake-ui-for-media-stream',
      '--use-fake-device-for-media-stream',
      `--use-file-for-fake-video-capture=${camera}`,
    ],
  });
}

export const PHONE = { width: 390, height: 844 };
export const DESKTOP = { width: 1280, height: 900 };

const AXE = createRequire(import.meta.url).resolve('axe-core/axe.min.js');
const RULES =
  "{ runOnly: ['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'best-practice'], resultTypes: ['violations'] }";

/** What axe finds wrong with the page as it is now: rule and elements, one line each. */
export async function findViolations(page: Page): Promise<string[]> {
  await page.evaluate(await readFile(AXE, 'utf8'));
  const { violations } = await page.evaluate<AxeResults>(`axe.run(document, ${RULES})`);
  return violations.map(
    ({ id, help, nodes }) => `${id} (${help}): ${nodes.map(({ html }) => html).join(' ')}`,
  );
}

/** Whether the page is wider than the window, so that it has to be scrolled sideways. */
export const scrollsSideways = (page: Page): Promise<boolean> =>
  page.evaluate('document.documentElement.scrollWidth > window.innerWidth');
