/** What people do on the way to a state of a page. */
import type { Page } from 'playwright-core';
import type { Answers } from './answers.ts';
import type { Texts } from './screens.ts';

export const press = (page: Page, name: string): Promise<void> =>
  page.getByRole('button', { name, exact: true }).first().click();

/** Waits for words. */
export const see = (page: Page, words: string): Promise<void> =>
  page.getByText(words, { exact: false }).first().waitFor();

export const agree = (page: Page, { enrolFace }: Texts): Promise<void> =>
  page.getByRole('checkbox', { name: enrolFace.agree }).check();

/** No finder of faces: whoever is before the camera takes the pictures by hand. */
export const WITHOUT_FINDER: Answers = { 'GET /capture/*': 'away' };

/** Takes one picture after the other, until the camera is off. */
export async function takeByHand(page: Page, { camera }: Texts): Promise<void> {
  const now = page.getByRole('button', { name: camera.now });
  await now.waitFor();
  // Beside the preview a busy machine may never call the button stable, as a click wants it.
  while (await now.isVisible())
    await now.dispatchEvent('click', undefined, { timeout: 2000 }).catch(() => undefined);
}

/** Agrees, has the pictures taken, and looks at them. */
export async function takePictures(page: Page, texts: Texts): Promise<void> {
  await agree(page, texts);
  await press(page, texts.enrolFace.start);
  await takeByHand(page, texts);
  await see(page, texts.enrolFace.review);
}

export async function sendPictures(page: Page, texts: Texts): Promise<void> {
  await takePictures(page, texts);
  await press(page, texts.enrolFace.send);
}

/** A camera that cannot be had, by the name that browsers give to the reason. */
export const withoutCamera = (page: Page, reason: string): Promise<void> =>
  page.evaluate(`navigator.mediaDevices.getUserMedia = () =>
    Promise.reject(new DOMException('', '${reason}'))`);
