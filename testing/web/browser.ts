/** A real browser for tests of the pages, with a file as its camera. */
import { existsSync } from 'node:fs';
import { readFile } from 'node:fs/promises';
import { createRequire } from 'node:module';
import { fileURLToPath } from 'node:url';
import type { AxeResults } from 'axe-core';
import {
  type Browser,
  type BrowserContextOptions,
  chromium,
  type Locator,
  type Page,
} from 'playwright-core';

/** The first that is there; the shell has no window to keep up and takes half the time. */
const INSTALLED = ['/usr/bin/chromium-headless-shell', '/usr/bin/chromium'] as const;
const CHROMIUM = process.env.PROSOPON_TEST_CHROMIUM ?? INSTALLED.find(existsSync) ?? INSTALLED[0];
const BUILT = fileURLToPath(new URL('../../dist/web', import.meta.url));

/** Whether the pages can be tested here; prints the reason where they cannot. */
export const hasBrowser = (): boolean =>
  isThere(CHROMIUM, `there is no ${CHROMIUM} (apt-get install chromium-headless-shell)`) &&
  hasBuiltPages();

/** Prints the reason where they are not. */
export const hasBuiltPages = (): boolean =>
  isThere(BUILT, 'the pages are not built (npm run build:web)');

function isThere(path: string, otherwise: string): boolean {
  const there = existsSync(path);
  if (!there) console.warn(`skipped: ${otherwise}`);
  return there;
}

/** @param camera a motion JPEG file, none by default; pages may use it without asking */
export function openBrowser(camera = '/dev/null'): Promise<Browser> {
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

/** A window of the browser, and what went wrong in it. */
export interface Window {
  readonly page: Page;
  /** Errors of scripts, and what the policy of the page refused. */
  readonly complaints: string[];
}

/** A window of somebody who has not been here before. */
export async function openWindow(
  browser: Browser,
  options: BrowserContextOptions = {},
): Promise<Window> {
  const context = await browser.newContext({ viewport: DESKTOP, locale: 'en-GB', ...options });
  const page = await context.newPage();
  page.setDefaultTimeout(30_000);
  const complaints: string[] = [];
  page.on('pageerror', (error) => complaints.push(String(error)));
  page.on('console', (message) => {
    // What the service refuses the pages say in words.
    const refusal = /the server responded with a status of (4\d\d|503)/.test(message.text());
    if (message.type() === 'error' && !refusal) complaints.push(message.text());
  });
  return { page, complaints };
}

/** Puts an authenticator beside the browser that unlocks its passkeys by itself. */
export async function putAuthenticator(page: Page): Promise<void> {
  const devtools = await page.context().newCDPSession(page);
  await devtools.send('WebAuthn.enable');
  await devtools.send('WebAuthn.addVirtualAuthenticator', {
    options: {
      protocol: 'ctap2',
      transport: 'internal',
      hasResidentKey: true,
      hasUserVerification: true,
      isUserVerified: true,
      automaticPresenceSimulation: true,
    },
  });
}

const LISTEN = `
  window.announced = [];
  new MutationObserver(() => {
    for (const region of document.querySelectorAll('[role=status], [role=alert], [aria-live]'))
      if (region.textContent !== window.announced.at(-1)) window.announced.push(region.textContent);
  }).observe(document, { subtree: true, childList: true, characterData: true });
`;

/** What the live regions of the page say from now on, also what they say for a moment only. */
export async function listen(page: Page): Promise<() => Promise<readonly string[]>> {
  await page.addInitScript(LISTEN);
  await page.evaluate(LISTEN);
  return () => page.evaluate('window.announced');
}

const AXE = createRequire(import.meta.url).resolve('axe-core/axe.min.js');
let axe: Promise<string> | undefined;
const ALL_RULES = ['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'best-practice'];
/** What depends on the theme. */
const COLOURS = { type: 'rule', values: ['color-contrast'] };

/** What axe finds wrong with the page as it is now: rule and elements, one line each. */
export async function findViolations(page: Page, rules: 'all' | 'colours' = 'all') {
  const options = {
    runOnly: rules === 'all' ? ALL_RULES : COLOURS,
    resultTypes: ['violations'],
    // The elements themselves are shown. Only a rule about rotated pages reads the style sheets.
    selectors: false,
    preload: rules === 'all',
  };
  axe ??= readFile(AXE, 'utf8');
  if (!(await page.evaluate('"axe" in window'))) await page.evaluate(await axe);
  const { violations } = await page.evaluate<AxeResults>(
    `axe.run(document, ${JSON.stringify(options)})`,
  );
  return violations.map(
    ({ id, help, nodes }) => `${id} (${help}): ${nodes.map(({ html }) => html).join(' ')}`,
  );
}

/** What has the focus after Tab, in words, and whether that can be seen. */
export async function nextStop(page: Page): Promise<string> {
  await page.keyboard.press('Tab');
  return page.evaluate(`(() => {
    const it = document.activeElement;
    const { outlineStyle, outlineWidth } = getComputedStyle(it);
    const seen = outlineStyle !== 'none' && parseFloat(outlineWidth) >= 2;
    return (it.ariaLabel ?? (it.labels?.[0] ?? it).textContent.trim()) + (seen ? '' : ' (unseen)');
  })()`);
}

/** Goes there by Tab alone. */
export async function tabTo(page: Page, words: string): Promise<void> {
  const passed: string[] = [];
  for (let at = ''; at !== words; passed.push(at)) {
    at = await nextStop(page);
    if (passed.length > 60) throw new Error(`no “${words}” among ${passed.join(', ')}`);
  }
}

/** Pixels from the top of the window. */
export async function bottomOf(element: Locator): Promise<number> {
  const { y, height } = (await element.boundingBox())!;
  return y + height;
}

/** Resizes the window, and waits until the page has adjusted itself. */
export async function resize(page: Page, size: { width: number; height: number }): Promise<void> {
  await page.setViewportSize(size);
  // Queries of the window's size are answered before the frame.
  await page.evaluate('new Promise((done) => requestAnimationFrame(() => done()))');
}

/** Whether the page is wider than the window, so that it has to be scrolled sideways. */
export const scrollsSideways = (page: Page): Promise<boolean> =>
  page.evaluate('document.documentElement.scrollWidth > window.innerWidth');
