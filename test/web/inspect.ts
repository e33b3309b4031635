/** Looks at a page as different people see it: light and dark, on a desk and on a phone. */
import { join } from 'node:path';
import type { Page } from 'playwright-core';
import { expect } from 'vitest';
import { DESKTOP, findViolations, PHONE, scrollsSideways } from './browser.ts';

/** Folder for screenshots; unset: none are taken. */
const SCREENSHOTS = process.env.PROSOPON_TEST_SCREENSHOTS;

const LOOKS = [
  { look: 'light-desktop', colorScheme: 'light', viewport: DESKTOP },
  { look: 'dark-phone', colorScheme: 'dark', viewport: PHONE },
] as const;

/** Expects that axe has nothing to say against the page and that nobody has to scroll sideways. */
export async function inspect(page: Page, name: string): Promise<void> {
  for (const { look, colorScheme, viewport } of LOOKS) {
    await page.emulateMedia({ colorScheme });
    await page.setViewportSize(viewport);
    if (SCREENSHOTS !== undefined)
      await page.screenshot({ path: join(SCREENSHOTS, `${name}-${look}.png`), fullPage: true });
    expect(await findViolations(page), `${name}, ${look}`).toEqual([]);
    expect(await scrollsSideways(page), `${name}, ${look}`).toBe(false);
  }
  await page.emulateMedia({ colorScheme: 'light' });
  await page.setViewportSize(DESKTOP);
}
