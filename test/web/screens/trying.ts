/** What somebody does on the playground on the way to an answer. */
import type { Page } from 'playwright-core';
import { press } from './acts.ts';
import type { Answers } from './answers.ts';
import { PICTURE } from './findings.ts';
import type { State, Texts } from './screens.ts';

/** The address of the playground with a one-time link. */
export const LINKED = `/playground#${'a'.repeat(43)}`;

/** A link that holds, and tokens for whoever has opened it. */
export const SIGNED_IN: Answers = {
  'POST /playground/v1/session': { client: 'demo', session: 'abc' },
  'POST /playground/v1/token': { token: 'abc' },
};

const CALLS = {
  enroll: 'POST /api/face/v1/enroll/1',
  verify: 'POST /api/face/v1/verify/1',
  liveness: 'POST /api/v1/livenessdetection',
  video: 'POST /api/v1/videolivenessdetection',
  photo: 'POST /api/v1/photoverify',
  search: 'POST /api/face/v1/search',
  quality: 'POST /api/ofiq/v1/faceimagequality',
} as const;

type Operation = keyof typeof CALLS;

/** Goes to an operation by its link in the list. */
export async function goTo(page: Page, operation: string): Promise<void> {
  const link = page.locator(`.operations a[href="#/${operation}"]`);
  await link.click();
  await page.locator(`.operations a[href="#/${operation}"][aria-current]`).waitFor();
}

/** Chooses so many files where each of the pictures is asked for. */
export async function choosePictures(page: Page, texts: Texts, count = 1): Promise<void> {
  const groups = page.locator('fieldset');
  for (let n = 0; n < (await groups.count()); n++) {
    const group = groups.nth(n);
    const tab = group.getByRole('tab', { name: texts.files.file });
    if (await tab.isVisible()) await tab.click();
    const input = group.locator('input[type=file]');
    const several = (await input.getAttribute('multiple')) !== null;
    await input.setInputFiles(Array(several ? count : 1).fill(PICTURE));
    await group.locator('.samples').waitFor();
  }
}

/** Until the service has answered. */
export const answered = (page: Page): Promise<void> => page.locator('.bare').waitFor();

/** Films somebody for four seconds. */
async function film(page: Page, { camera }: Texts): Promise<void> {
  await press(page, camera.start);
  await press(page, camera.take.video);
  await page.locator('.samples video').waitFor();
}

interface Trial {
  readonly pictures?: number;
  /** Before the pictures are chosen. */
  readonly before?: State['act'];
  /** When the answer is there. */
  readonly after?: State['act'];
}

/** Somebody who tries an operation with pictures, and what the service answers. */
export const tried = (operation: Operation, answer: Answers[string], how: Trial = {}): State => ({
  path: LINKED,
  answers: { ...SIGNED_IN, [CALLS[operation]]: answer },
  async act(page, texts) {
    await goTo(page, operation);
    await how.before?.(page, texts);
    if (operation === 'video') await film(page, texts);
    else await choosePictures(page, texts, how.pictures);
    await press(page, texts[operation].run);
    if (answer !== 'never') await answered(page);
    await how.after?.(page, texts);
  },
});
