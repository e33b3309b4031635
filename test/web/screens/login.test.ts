/** A login for an application, in every state. */
import type { JobErrorCode } from '../../../src/errors.ts';
import type { LoginState, LoginStep } from '../../../web/account/answers.ts';
import { press, see, takeByHand, WITHOUT_FINDER, withoutCamera } from './acts.ts';
import type { Answers } from './answers.ts';
import {
  LOGIN as IDENTIFY,
  LONG_NAME,
  LONG_USER,
  NEW_CODES,
  OPERATED,
  OPERATOR,
} from './people.ts';
import { PEOPLE, type State, type Texts, takeScreens } from './screens.ts';

const PATH = '/login/abc';

const FACE: LoginState = { ...IDENTIFY, step: 'face', challenge: ['down'] };
const CODE: LoginState = { ...IDENTIFY, step: 'second-factor', secondFactors: ['code'] };
const SET_UP: LoginState = { ...IDENTIFY, step: 'second-factor-set-up' };
const CONSENT: LoginState = { ...IDENTIFY, step: 'consent' };
/** An application with as long a name as it may have, for which everything is allowed. */
const LONG = { client: { id: 'mvz', name: LONG_NAME }, passkey: true, mail: true } as const;

const passed = (state: LoginState | null, location: string | null = null): LoginStep => ({
  passed: true,
  errors: [],
  state,
  location,
});
const failed = (state: LoginState, ...errorCodes: readonly JobErrorCode[]): LoginStep => ({
  passed: false,
  errors: errorCodes.map((errorCode) => ({ errorCode, message: '' })),
  state,
  location: null,
});

/** The page as it is opened. */
const opened = (state: Answers[string], path = PATH): State => ({
  path,
  answers: { [`GET ${PATH}/state`]: state },
});

/** Somebody who has given a name, with what comes then. */
const named = (step: Answers[string], identifier = 'Ada'): State => ({
  path: PATH,
  answers: { [`GET ${PATH}/state`]: IDENTIFY, [`POST ${PATH}/identifier`]: step },
  async act(page, { account }) {
    await page.getByLabel(account.identifier).fill(identifier);
    await press(page, account.next);
    await page.locator('.show-face, .notice').first().waitFor();
  },
});

/** Somebody whose face was looked at so many times, with what was said to it. */
const shown = (
  step: Answers[string],
  words: (texts: Texts) => string,
  times = 1,
  state = FACE,
): State => ({
  path: PATH,
  answers: { ...WITHOUT_FINDER, [`GET ${PATH}/state`]: state, [`POST ${PATH}/face`]: step },
  async act(page, texts) {
    const { account } = texts;
    for (let time = 0; time < times; time++) {
      await press(page, time === 0 ? account.show : account.showAgain);
      await takeByHand(page, texts);
      await see(page, words(texts));
    }
  },
});

/** Somebody who was not recognised twice. */
const NOT_AGAIN = shown(
  failed({ ...FACE, mail: true, passkey: true }, 'NotRecognised'),
  ({ faceErrors }) => faceErrors.NotRecognised,
  2,
);

/** Somebody in whom no life was seen twice. */
const NOT_LIVE_AGAIN = shown(
  failed(FACE, 'RejectedByPassiveLiveDetection'),
  ({ account }) => account.notPassed,
  2,
);

/** Somebody who has given the code, with what was said to it. */
const code = (step: Answers[string], state = CODE): State => ({
  path: PATH,
  answers: { [`GET ${PATH}/state`]: state, [`POST ${PATH}/second-factor`]: step },
  async act(page, { account }) {
    await page.getByLabel(account.code).fill('123 456');
    await press(page, account.next);
    await page.locator('.notice').first().waitFor();
  },
});

const mailed: State['act'] = async (page, { mailLink }) => {
  await press(page, mailLink.ask);
  await see(page, mailLink.sent);
};

takeScreens(
  { name: 'login', languages: PEOPLE, answers: OPERATED },
  {
    loading: opened('never'),
    ended: opened({ refused: 404 }),
    away: opened('away'),
    starting: {
      path: PATH,
      answers: { 'GET /readyz': { parts: {} }, [`GET ${PATH}/state`]: IDENTIFY },
    },
    'cannot-look': {
      path: PATH,
      answers: {
        'GET /readyz': { parts: { engine: 'ready' }, liveness: false },
        [`GET ${PATH}/state`]: IDENTIFY,
      },
    },
    identify: opened(IDENTIFY),
    'identify-hinted': opened({ ...IDENTIFY, ...LONG, loginHint: LONG_USER }),
    'no-liveness': named({ refused: 503, retryAfter: 5 }),
    'begun-elsewhere': named({ refused: 409 }),
    face: named(passed(FACE)),
    'face-other-ways': named(
      passed({ ...FACE, ...LONG, challenge: ['left', 'up', 'right'] }),
      LONG_USER,
    ),
    'face-no-movement': opened({ ...FACE, challenge: [] }),
    camera: {
      ...opened(FACE),
      async act(page, { account, hints }) {
        await press(page, account.show);
        await see(page, hints.turnDown);
      },
    },
    'camera-denied': {
      ...opened(FACE),
      async act(page, { account, camera }) {
        await withoutCamera(page, 'NotAllowedError');
        await press(page, account.show);
        await see(page, camera.problem);
      },
    },
    checking: shown('never', ({ account }) => account.checking),
    'not-recognised': shown(
      failed({ ...FACE, mail: true, passkey: true }, 'NotRecognised'),
      ({ faceErrors }) => faceErrors.NotRecognised,
    ),
    'not-recognised-again': NOT_AGAIN,
    'not-recognised-helped': {
      ...NOT_AGAIN,
      async act(page, texts) {
        await NOT_AGAIN.act?.(page, texts);
        await page.getByText(texts.account.stillNot).click();
      },
    },
    'not-live': shown(
      failed(FACE, 'RejectedByPassiveLiveDetection', 'RejectedByActiveLiveDetection'),
      ({ account }) => account.notPassed,
    ),
    'not-live-again': {
      ...NOT_LIVE_AGAIN,
      async act(page, texts) {
        await NOT_LIVE_AGAIN.act?.(page, texts);
        await see(page, texts.account.stillNot);
      },
    },
    fake: shown(
      failed(FACE, 'RejectedByObviousFakeDetector', 'RejectedByChallengeResponse'),
      ({ account }) => account.notPassed,
    ),
    covered: shown(
      failed(FACE, 'FaceCovered', 'EyesClosed', 'MultipleFacesFound'),
      ({ account }) => account.notPassed,
    ),
    bad: shown(
      failed(FACE, 'FaceNotFound', 'ThumbnailExtractionFailed', 'QualityTooLow'),
      ({ account }) => account.notPassed,
    ),
    wait: shown({ refused: 429, retryAfter: 3725 }, ({ account }) => account.tooMany),
    'demands-second-factor': opened({ ...SET_UP, ...LONG }),
    'sets-up-second-factor': {
      path: PATH,
      answers: {
        [`GET ${PATH}/state`]: SET_UP,
        [`POST ${PATH}/second-factor/set-up`]: NEW_CODES,
      },
      async act(page, { account, profile }) {
        await press(page, account.setUpApp);
        await see(page, profile.scan);
      },
    },
    code: opened(CODE),
    'code-wrong': code(failed(CODE, 'WrongCode')),
    passkey: opened({ ...CODE, secondFactors: ['passkey', 'code'] }),
    'passkey-cancelled': {
      path: PATH,
      answers: {
        [`GET ${PATH}/state`]: { ...CODE, secondFactors: ['passkey'] },
        [`POST ${PATH}/passkey/challenge`]: {},
      },
      async act(page, { passkeys }) {
        await press(page, passkeys.use);
        await see(page, passkeys.cancelled);
      },
    },
    'passkey-not-here': {
      path: PATH,
      answers: {
        'GET /operator.json': { ...OPERATOR, passkeys: 'none' },
        [`GET ${PATH}/state`]: { ...CODE, secondFactors: ['passkey', 'code'] },
      },
    },
    'mail-sent': {
      path: PATH,
      answers: { [`GET ${PATH}/state`]: { ...FACE, mail: true }, [`POST ${PATH}/mail`]: {} },
      act: mailed,
    },
    'mail-open': opened(FACE, `${PATH}#mail=abc`),
    'mail-elsewhere': opened({ refused: 404 }, `${PATH}#mail=abc`),
    'mail-wrong': {
      path: `${PATH}#mail=abc`,
      answers: {
        [`GET ${PATH}/state`]: FACE,
        [`POST ${PATH}/mail-link`]: failed(FACE, 'WrongLink'),
      },
      async act(page, { mailLink, faceErrors }) {
        await press(page, mailLink.open);
        await see(page, faceErrors.WrongLink);
      },
    },
    consent: opened(CONSENT),
    'consent-more': opened({
      ...CONSENT,
      ...LONG,
      scopes: ['openid', 'basic', 'email', 'bcid'],
      newScopes: ['bcid', 'email'],
    }),
    'consent-openid': opened({ ...CONSENT, scopes: ['openid'], newScopes: ['openid'] }),
    leaving: {
      path: PATH,
      answers: {
        [`GET ${PATH}/state`]: CONSENT,
        [`POST ${PATH}/consent`]: passed(null, '#'),
      },
      async act(page, { login }) {
        await press(page, login.allow);
        await page.getByRole('status').waitFor();
      },
    },
  },
);
