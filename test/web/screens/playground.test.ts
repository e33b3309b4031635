/** The playground before any answer: signing in, every operation, the camera. */
import type { CreatedSession, ReadSession } from '../../../web/playground/answers.ts';
import { press, see, WITHOUT_FINDER, withoutCamera } from './acts.ts';
import type { Answers } from './answers.ts';
import { LONG_ID } from './desk.ts';
import { LATER, OPERATED } from './people.ts';
import { DESK, type State, type Texts, takeScreens } from './screens.ts';
import { choosePictures, goTo, LINKED, SIGNED_IN } from './trying.ts';

const CREATED_SESSION: CreatedSession = {
  sessionId: '6f1c7f0e-4b5f-4d0e-9d56-0f6d3a6c1a11',
  token: 'a'.repeat(200),
  url: `https://faces.example/liveness#${'a'.repeat(200)}`,
  expires: LATER,
  readableUntil: LATER,
};
const CLAIMS = { iss: 'https://faces.example', aud: 'demo', decision: 'succeeded', reason: null };
const READ_SESSION: ReadSession = {
  ...{ sessionId: CREATED_SESSION.sessionId, state: 'succeeded', level: 'challenge' },
  ...{ attemptsLeft: 2, created: LATER, expires: LATER, readableUntil: LATER },
  result: `a.${btoa(JSON.stringify(CLAIMS))}.a`,
  referenceImage: null,
};

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
    session: at('session'),
    'session-created': at(
      'session',
      async (page, { sessionTrial }) => {
        await press(page, sessionTrial.createRun);
        await page.getByRole('link', { name: sessionTrial.open }).waitFor();
      },
      { 'POST /api/v1/liveness-sessions': CREATED_SESSION },
    ),
    'session-read': at(
      'session',
      async (page, { sessionTrial }) => {
        await page.getByRole('tab', { name: sessionTrial.parts.read }).click();
        await page.getByLabel(sessionTrial.id).fill(CREATED_SESSION.sessionId);
        await press(page, sessionTrial.readRun);
        await see(page, sessionTrial.states.succeeded);
      },
      { 'GET /api/v1/liveness-sessions/*': READ_SESSION },
    ),
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
