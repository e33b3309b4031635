/**
 * Looks at a page as two people see it who have little in common: in English by day on a desk, in German by
 * night on a phone. All looks of all states are taken by the tests of `screens`, on demand.
 */
import { join } from 'node:path';
import type { Page } from 'playwright-core';
import { expect } from 'vitest';
import { DESKTOP, findViolations, PHONE, resize } from '../../testing/web/browser.ts';
import { findFaults } from './layout.ts';

/** Folder for screenshots; unset: none are taken. */
const SCREENSHOTS = process.env.PROSOPON_TEST_SCREENSHOTS;

interface Look {
  readonly language: 'en' | 'de';
  readonly colorScheme: 'light' | 'dark';
  readonly width: 'desktop' | 'phone';
  readonly rules: 'all' | 'colours';
}

const DAY: Look = { language: 'en', colorScheme: 'light', width: 'desktop', rules: 'all' };
/** Longer words in less room; of the rules those which the theme can break. */
const NIGHT: Look = { language: 'de', colorScheme: 'dark', width: 'phone', rules: 'colours' };

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
  await look(page, name, DAY);
  const translated = languages === 'all' && (await speak(page, NIGHT.language));
  await look(page, name, translated ? NIGHT : { ...NIGHT, language: 'en' });
  if (translated) await speak(page, 'en');
  await page.emulateMedia({ colorScheme: 'light' });
  await resize(page, DESKTOP);
}

async function look(page: Page, name: string, { language, colorScheme, width, rules }: Look) {
  const picture = `${name}-${language}-${colorScheme}-${width}`;
  await page.emulateMedia({ colorScheme });
  await resize(page, SIZES[width]);
  if (SCREENSHOTS !== undefined)
    await page.screenshot({ path: join(SCREENSHOTS, `${picture}.png`), fullPage: true });
  expect(await findViolations(page, rules), picture).toEqual([]);
  expect(await findFaults(page), picture).toEqual([]);
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
