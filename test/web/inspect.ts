/**
 * Looks at a page as different people see it: light and dark, on a desk and on a phone, in German.
 * How wide it is no theme changes, so that each width has one.
 */
import { join } from 'node:path';
import type { Page } from 'playwright-core';
import { expect } from 'vitest';
import { DESKTOP, findViolations, PHONE } from './browser.ts';
import { findFaults } from './layout.ts';

/** Folder for screenshots; unset: none are taken. */
const SCREENSHOTS = process.env.PROSOPON_TEST_SCREENSHOTS;

interface Look {
  readonly colorScheme: 'light' | 'dark';
  readonly width: 'desktop' | 'phone';
  /** Rules that this look can break while another one does not; absent: it can only be too wide. */
  readonly rules?: 'all' | 'colours';
}

const ENGLISH: readonly Look[] = [
  { colorScheme: 'light', width: 'desktop', rules: 'all' },
  { colorScheme: 'dark', width: 'phone', rules: 'colours' },
];
/** Longer words; what a phone leaves out or moves is under all rules once. */
const GERMAN: readonly Look[] = [
  { colorScheme: 'dark', width: 'desktop' },
  { colorScheme: 'light', width: 'phone', rules: 'all' },
];

const SIZES = { desktop: DESKTOP, phone: PHONE };

/**
 * Expects that axe has nothing to say against the page, that nobody has to scroll sideways, and that no
 * words are cut off.
 * @param languages English alone: where another language begins the page anew
 */
export async function inspect(
  page: Page,
  name: string,
  languages: 'all' | 'English' = 'all',
): Promise<void> {
  await lookAll(page, name, 'en', ENGLISH);
  if (languages === 'all' && (await speak(page, 'de'))) {
    await lookAll(page, name, 'de', GERMAN);
    await speak(page, 'en');
  }
  await page.emulateMedia({ colorScheme: 'light' });
  await page.setViewportSize(DESKTOP);
}

async function lookAll(page: Page, name: string, language: string, looks: readonly Look[]) {
  for (const { colorScheme, width, rules } of looks) {
    const look = `${name}-${language}-${colorScheme}-${width}`;
    await page.emulateMedia({ colorScheme });
    await page.setViewportSize(SIZES[width]);
    if (SCREENSHOTS !== undefined)
      await page.screenshot({ path: join(SCREENSHOTS, `${look}.png`), fullPage: true });
    if (rules !== undefined) expect(await findViolations(page, rules), look).toEqual([]);
    expect(await findFaults(page), look).toEqual([]);
  }
}

/** Uses the switch of the header, also behind a dialog. False: the page has none. */
async function speak(page: Page, language: string): Promise<boolean> {
  const chosen = await page.evaluate(`(() => {
    const languages = document.querySelector('header select');
    if (languages === null) return false;
    languages.value = '${language}';
    languages.dispatchEvent(new Event('change', { bubbles: true }));
    return true;
  })()`);
  if (chosen) await page.locator(`html[lang=${language}]`).waitFor({ state: 'attached' });
  return Boolean(chosen);
}
