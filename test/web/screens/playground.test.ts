/** The playground before any answer: signing in, every operation, the camera. */
import { press, see, WITHOUT_FINDER, withoutCamera } from './acts.ts';
import type { Answers } from './answers.ts';
import { LONG_ID } from './desk.ts';
import { OPERATED } from './people.ts';
import { DESK, type State, type Texts, takeScreens } from './screens.ts';
import { choosePictures, goTo, LINKED, SIGNED_IN } from './trying.ts';

/** 64 bytes. */
const KEY = btoa('\0'.repeat(64));

/** Somebody who gives a key. */
const keyed = (key: string, answer: Answers[string] = {}): State => ({
  path: '/playground',
  answers: { 'GET /api/face/v1/template/status/1': answer },
  async act(page, { signIn }) {
    await page.getByLabel(signIn.key).fill(key);
    await press(page, signIn.submit);
    await page.locator('.field-error, .notice').waitFor();
  },
});

/** Somebody who opens a link that does not hold. */
const linked = (answer: Answers[string]): State => ({
  path: LINKED,
  answers: { 'POST /playground/v1/session': answer },
  act: (page) => page.locator('.notice').waitFor(),
});

/** Somebody who is signed in, at an operation. */
const at = (operation: string, act?: State['act'], answers: Answers = {}): State => ({
  path: LINKED,
  answers: { ...SIGNED_IN, ...answers },
  async act(page, texts) {
    await goTo(page, operation);
    await act?.(page, texts);
  },
});

const tab = (name: (texts: Texts) => string): NonNullable<State['act']> => {
  return (page, texts) => page.getByRole('tab', { name: name(texts) }).click();
};

takeScreens(
  { name: 'playground', languages: DESK, answers: OPERATED },
  {
    key: { path: '/playground' },
    'key-bad': keyed('not a key'),
    'key-refused': keyed(KEY, { refused: 401 }),
    'key-away': keyed(KEY, 'away'),
    'link-used': linked({ refused: 404 }),
    'link-away': linked('away'),
    'link-long': {
      path: LINKED,
      answers: { ...SIGNED_IN, 'POST /playground/v1/session': { client: LONG_ID, session: 'abc' } },
    },
    enroll: at('enroll'),
    'enroll-chosen': at('enroll', (page, texts) => choosePictures(page, texts, 8)),
    verify: at('verify'),
    'verify-no-class': at('verify', (page, { fields }) =>
      page.getByLabel(fields.classId).fill('0017a'),
    ),
    template: at('template'),
    'template-tags': at(
      'template',
      tab(({ template }) => template.parts.tags),
    ),
    'template-delete': at(
      'template',
      tab(({ template }) => template.parts.delete),
    ),
    'template-delete-asked': at('template', async (page, { template }) => {
      await page.getByRole('tab', { name: template.parts.delete }).click();
      await press(page, template.deleteRun);
      await page.getByRole('dialog').waitFor();
    }),
    liveness: at('liveness'),
    'liveness-two': at(
      'liveness',
      tab(({ liveness }) => liveness.modes.two),
    ),
    'liveness-one': at(
      'liveness',
      tab(({ liveness }) => liveness.modes.one),
    ),
    video: at('video'),
    photo: at('photo'),
    search: at('search'),
    quality: at('quality'),
    file: at(
      'quality',
      tab(({ files }) => files.file),
    ),
    camera: at('enroll', async (page, { camera }) => {
      await press(page, camera.start);
      await page.getByRole('button', { name: camera.take.one, disabled: false }).waitFor();
    }),
    'camera-turns': at('liveness', async (page, { camera }) => {
      await press(page, camera.start);
      await press(page, camera.take.turns);
      await page.locator('.camera-hint-ask').waitFor();
    }),
    'camera-by-hand': at(
      'quality',
      async (page, { camera }) => {
        await press(page, camera.start);
        await press(page, camera.take.one);
        await page.getByRole('button', { name: camera.now }).or(page.locator('.samples')).waitFor();
      },
      WITHOUT_FINDER,
    ),
    'camera-denied': at('verify', async (page, { camera }) => {
      await withoutCamera(page, 'NotAllowedError');
      await press(page, camera.start);
      await see(page, camera.problem);
    }),
    'camera-none': at('liveness', async (page, { camera }) => {
      await withoutCamera(page, 'NotFoundError');
      await press(page, camera.start);
      await see(page, camera.problem);
    }),
  },
);
