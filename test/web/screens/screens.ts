/** Takes pages in every state as everybody sees them: each width, theme and language, one picture each. */
import { mkdir, mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Browser, Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { startService, type TestService } from '../../../testing/http/service.ts';
import { livePerson } from '../../../testing/live-people.ts';
import { personBeforeCamera } from '../../../testing/person-before-camera.ts';
import { recordings } from '../../../testing/recordings.ts';
import { findViolations, openBrowser, openWindow, resize } from '../../../testing/web/browser.ts';
import { canLogIn } from '../../../testing/web/login-world.ts';
import { de as deskDe } from '../../../web/messages/admin/de.ts';
import { type DeskMessages, en as deskEn } from '../../../web/messages/admin/en.ts';
import { ar } from '../../../web/messages/ar.ts';
import { de } from '../../../web/messages/de.ts';
import { en, type PeopleMessages } from '../../../web/messages/en.ts';
import { findFaults } from '../layout.ts';
import { type Answers, answerFor } from './answers.ts';

/** Folder for the pictures; unset: none are taken. */
const SCREENS = process.env.PROSOPON_SCREENS;

export type Texts = PeopleMessages & DeskMessages;

const TEXTS = {
  en: { ...en, ...deskEn },
  de: { ...de, ...deskDe },
  ar: { ...deskEn, ...ar },
} satisfies Record<string, Texts>;

export type Language = keyof typeof TEXTS;

/** Languages of the pages for people, of which one is read from right to left. */
export const PEOPLE: readonly Language[] = ['en', 'de', 'ar'];
/** Languages of administration and playground. */
export const DESK: readonly Language[] = ['en', 'de'];

const SIZES = [
  { width: 390, height: 664 },
  { width: 768, height: 1024 },
  { width: 1280, height: 800 },
] as const;
const THEMES = ['light', 'dark'] as const;

/** One look of a page, and how somebody comes there. */
export interface State {
  /** Where it begins, from the root of the service. */
  readonly path: string;
  /** What is put in between for the service; what is not in it reaches the service. */
  readonly answers?: Answers;
  /** What the person does there, and waits for, by the words of the language. */
  readonly act?: (page: Page, texts: Texts) => Promise<unknown>;
}

interface Area {
  /** The pictures are named `{name}-{state}-{language}-{width}-{theme}.png`. */
  readonly name: string;
  readonly languages: readonly Language[];
  /** For all states, unless one says otherwise. */
  readonly answers?: Answers;
}

/** Declares a test for each state, by name. Their service has no models: it is asked little. */
export function takeScreens(area: Area, states: Readonly<Record<string, State>>): void {
  describe.skipIf(!areWanted())(`screens of ${area.name}`, () => {
    let folder: string;
    let service: TestService;
    let browser: Browser;

    beforeAll(async () => {
      await mkdir(SCREENS!, { recursive: true });
      folder = await mkdtemp(join(tmpdir(), 'prosopon-screens-'));
      const [picture] = (await livePerson(recordings()!, 'ada')).film();
      const camera = join(folder, 'camera.mjpeg');
      await personBeforeCamera(camera, [picture!]);
      service = await startService();
      browser = await openBrowser(camera);
    });
    afterAll(async () => {
      await browser?.close();
      await service?.close();
      await rm(folder, { recursive: true, force: true });
    });

    it.each(Object.entries(states))(
      '%s',
      async (name, { path, act, ...state }) => {
        for (const language of area.languages) {
          const { page, complaints } = await openWindow(browser, { locale: language });
          await answerFor(page, { ...area.answers, ...state.answers });
          await page.goto(service.base + path);
          await page.locator('h1').first().waitFor();
          const waits = Object.values(state.answers ?? {}).includes('never');
          if (!waits) await page.waitForLoadState('networkidle');
          await act?.(page, TEXTS[language]);
          await screen(page, `${area.name}-${name}-${language}`);
          await page.context().close();
          // What was not answered, as it was meant to be, Chromium reports, too.
          const errors = complaints.filter((each) => !each.startsWith('Failed to load resource'));
          expect.soft(errors, language).toEqual([]);
        }
      },
      300_000,
    );
  });
}

/** Expects of every look that nothing is laid out badly, and of some that axe has nothing to say. */
async function screen(page: Page, name: string): Promise<void> {
  for (const size of SIZES)
    for (const colorScheme of THEMES) {
      await resize(page, size);
      await page.emulateMedia({ colorScheme });
      const look = `${name}-${size.width}-${colorScheme}`;
      const path = join(SCREENS!, `${look}.png`);
      await page.screenshot({ path, fullPage: true, animations: 'disabled' });
      // Where words lie no theme changes, and where they stand for what no width.
      if (colorScheme === 'light') expect.soft(await findFaults(page), look).toEqual([]);
      if (size !== SIZES[0]) continue;
      const rules = colorScheme === 'light' ? 'all' : 'colours';
      expect.soft(await findViolations(page, rules), look).toEqual([]);
    }
}

function areWanted(): boolean {
  if (SCREENS !== undefined) return canLogIn();
  console.warn('skipped: PROSOPON_SCREENS names no folder for the pictures');
  return false;
}
