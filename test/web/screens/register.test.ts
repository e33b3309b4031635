/** The registration, in every state. */
import { consentText, NO_OPERATOR } from '../../../src/access/operator/operator.ts';
import type { JobErrorCode } from '../../../src/errors.ts';
import type { Enrolment, Registration } from '../../../web/account/answers.ts';
import {
  agree,
  press,
  see,
  sendPictures,
  takePictures,
  WITHOUT_FINDER,
  withoutCamera,
} from './acts.ts';
import type { Answers } from './answers.ts';
import {
  BEFORE_ENROLMENT,
  faceOf,
  LONG_NAME,
  LONG_USER,
  NOBODY,
  OPERATED,
  OPERATOR,
  SIGNED_IN,
  USER,
} from './people.ts';
import { PEOPLE, type State, type Texts, takeScreens } from './screens.ts';

const EMAIL = 'adalberta-maximiliane@hohenlohe-schillingsfuerst.example.org';
const REGISTERED: Registration = {
  ...SIGNED_IN,
  kind: 'registration',
  user: { ...USER, name: LONG_USER, email: EMAIL, enrolled: false },
  mailed: true,
};
const FRESH: Answers = {
  'GET /account/v1/session': { ...REGISTERED, user: { ...USER, enrolled: false } },
};

/** Somebody who gives a name, with an answer to it. */
const named = (answer: Answers[string]): State => ({
  path: '/register',
  answers: { 'POST /account/v1/registration': answer },
  async act(page, { register }) {
    await page.getByLabel(register.name, { exact: true }).fill(LONG_USER);
    await page.getByLabel(register.email, { exact: true }).fill(EMAIL);
    await press(page, register.next);
    await page.locator('.notice, .field-error, .camera-off, [role=alert]').first().waitFor();
  },
});

/** Somebody before the camera. */
const before = (act: NonNullable<State['act']>, answers: Answers = {}): State => ({
  path: '/register',
  answers: { ...FRESH, ...answers },
  act,
});

/** Somebody who has sent the pictures, with an answer to them. */
const sent = (
  answer: Answers[string],
  words: (texts: Texts) => string,
  path = '/register',
): State => ({
  path,
  answers: {
    ...FRESH,
    ...WITHOUT_FINDER,
    'POST /account/v1/face': answer,
    'POST /login/abc/registered': 'never',
  },
  async act(page, texts) {
    await sendPictures(page, texts);
    await see(page, words(texts));
  },
});

const told = (codes: readonly JobErrorCode[]) =>
  codes.map((errorCode) => ({ errorCode, message: '' }));
const enrolment = async (
  errorCodes: readonly JobErrorCode[],
  advice: readonly JobErrorCode[] = [],
): Promise<Enrolment> => ({
  enrolled: errorCodes.length === 0,
  errors: told(errorCodes),
  advice: told(advice),
  challenge: ['down'],
  imageProperties: [],
  face: await faceOf(3),
  recoveryCodes:
    errorCodes.length === 0 ? Array.from({ length: 8 }, (_, i) => `a${i}b2-c3d4-e5f6-g7h8`) : [],
});

takeScreens(
  {
    name: 'register',
    languages: PEOPLE,
    answers: { ...OPERATED, ...BEFORE_ENROLMENT, 'GET /account/v1/session': NOBODY },
  },
  {
    loading: { path: '/register', answers: { 'GET /account/v1/session': 'never' } },
    away: { path: '/register', answers: { 'GET /account/v1/session': 'away' } },
    failed: { path: '/register', answers: { 'GET /account/v1/session': { refused: 500 } } },
    starting: { path: '/register', answers: { 'GET /readyz': { parts: { engine: 'not ready' } } } },
    name: { path: '/register' },
    'name-taken': named({ refused: 400, member: { field: 'name', flaw: 'taken' } }),
    'name-bad': named({ refused: 400, member: { field: 'name', flaw: 'malformed' } }),
    'email-bad': named({ refused: 400, member: { field: 'email', flaw: 'malformed' } }),
    wait: named({ refused: 429, retryAfter: 754 }),
    mailed: named(REGISTERED),
    'not-mailed': named({ ...REGISTERED, mailed: false }),
    consent: { path: '/register', answers: FRESH },
    'consent-of-operator': {
      path: '/register',
      answers: {
        ...FRESH,
        'GET /operator.json': { ...OPERATOR, name: LONG_NAME },
        'GET /account/v1/consent-text': {
          ...consentText(NO_OPERATOR, 'de'),
          text: `Ich willige ein.${' Dieser Text ist lang.'.repeat(60)}`,
          version: '2026-11',
          drafted: false,
        },
      },
    },
    agreed: before(agree),
    camera: before(async (page, texts) => {
      await agree(page, texts);
      await press(page, texts.enrolFace.start);
      await see(page, texts.hints.turnDown);
    }),
    'camera-help': before(async (page, texts) => {
      await agree(page, texts);
      await press(page, texts.enrolFace.start);
      await see(page, texts.camera.help);
    }),
    'camera-off': before(async (page, texts) => {
      await agree(page, texts);
      await press(page, texts.enrolFace.start);
      await press(page, texts.camera.stop);
    }),
    'camera-denied': before(async (page, texts) => {
      await withoutCamera(page, 'NotAllowedError');
      await agree(page, texts);
      await press(page, texts.enrolFace.start);
      await see(page, texts.camera.problem);
    }),
    'camera-none': before(async (page, texts) => {
      await withoutCamera(page, 'NotFoundError');
      await agree(page, texts);
      await press(page, texts.enrolFace.start);
      await see(page, texts.camera.problem);
    }),
    review: before(takePictures, WITHOUT_FINDER),
    checking: sent('never', ({ account }) => account.checking),
    refused: sent(
      () => enrolment(['FaceCovered', 'EyesClosed']),
      ({ account }) => account.notPassed,
    ),
    expired: sent({ refused: 409 }, ({ enrolFace }) => enrolFace.expired),
    busy: sent({ refused: 503, retryAfter: 5 }, ({ account }) => account.refusals[503]),
    done: sent(
      () => enrolment([]),
      ({ register }) => register.done,
    ),
    'done-with-advice': sent(
      () => enrolment([], ['EyesClosed']),
      ({ enrolFace }) => enrolFace.better,
    ),
    'done-with-advice-for-site': sent(
      () => enrolment([], ['EyesClosed', 'FaceCovered']),
      ({ enrolFace }) => enrolFace.better,
      '/register?login=abc',
    ),
    'done-for-site': sent(
      () => enrolment([]),
      ({ register }) => register.backToLogin,
      '/register?login=abc',
    ),
    registered: { path: '/register?login=abc', answers: { 'GET /account/v1/session': SIGNED_IN } },
  },
);
