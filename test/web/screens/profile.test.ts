/** The profile, in every state. */
import type { JobErrorCode } from '../../../src/errors.ts';
import type {
  Application,
  KnownBrowser,
  ListedSession,
  ListedSignIn,
  Passkey,
  Session,
  SignInStep,
  User,
} from '../../../web/account/answers.ts';
import { agree, press, see, sendPictures, WITHOUT_FINDER } from './acts.ts';
import type { Answers } from './answers.ts';
import {
  BEFORE_ENROLMENT,
  faceOf,
  LATER,
  LONG_NAME,
  LONG_USER,
  NEW_CODES,
  NOBODY,
  OPERATED,
  SIGNED_IN,
  USER,
} from './people.ts';
import { PEOPLE, type State, takeScreens } from './screens.ts';

const EMAIL = 'adalberta-maximiliane@hohenlohe-schillingsfuerst.example.org';
const TIME = '2026-11-23T09:30:00Z';

const FULL: User = {
  ...USER,
  name: LONG_USER,
  email: EMAIL,
  emailConfirmed: true,
  admin: true,
  secondFactor: true,
  secondFactors: ['code', 'passkey'],
  ways: ['passkey', 'code', 'recovery', 'mail'],
};

const application = (id: string, name: string, scopes: readonly string[]): Application => ({
  id,
  name,
  scopes,
  granted: TIME,
  lastUsed: TIME,
});
const passkey = (id: string, madeIn: string, synced: boolean): Passkey => ({
  id,
  madeIn,
  synced,
  created: TIME,
  lastUsed: synced ? TIME : null,
});
const listed = (name: string, browser: string | null, current = false): ListedSession => ({
  name,
  created: TIME,
  lastSeen: TIME,
  expires: LATER,
  browser,
  network: browser === null ? null : '2001:db8:1234::/48',
  kind: 'face',
  current,
});
const browser = (name: string, named: string | null, current = false): KnownBrowser => ({
  ...{ name, browser: named, created: TIME, lastUsed: TIME, current },
});
const signIn = (
  minute: number,
  by: ListedSignIn['by'],
  passed: boolean,
  application: string | null,
): ListedSignIn => ({
  time: `2026-11-23T09:${10 + minute}:00Z`,
  by,
  passed,
  knownBrowser: passed,
  application,
});

/** Much of everything. */
const MUCH: Answers = {
  'GET /account/v1/session': { ...SIGNED_IN, user: FULL },
  'GET /account/v1/face': () => faceOf(6),
  'GET /account/v1/applications': [
    application('mvz', LONG_NAME, ['openid', 'basic', 'email', 'bcid']),
    application('practice', 'Harbour Dental', ['openid']),
    application('forum', 'Forum', ['basic']),
  ],
  'GET /account/v1/passkeys': [
    passkey('1', 'Chrome, Linux', false),
    passkey('2', 'Safari, iPhone', true),
    passkey('3', '', true),
  ],
  'GET /account/v1/browsers': [
    browser('1', 'Firefox, Windows', true),
    browser('2', 'Safari, iPhone'),
    browser('3', null),
  ],
  'GET /account/v1/sessions': [
    listed('1', 'Firefox, Windows', true),
    listed('2', 'Chrome, Android'),
    listed('3', null),
  ],
  'GET /account/v1/sign-ins': [
    signIn(8, 'face', true, null),
    signIn(7, 'second-factor', false, LONG_NAME),
    signIn(6, 'passkey', true, null),
    signIn(5, 'mail', true, 'Forum'),
    ...Array.from({ length: 15 }, (_, i) => signIn(20 + i, 'face', i % 3 > 0, 'Harbour Dental')),
  ],
};

const NONE: Answers = {
  'GET /account/v1/session': SIGNED_IN,
  'GET /account/v1/face': () => faceOf(3),
  'GET /account/v1/applications': [],
  'GET /account/v1/passkeys': [],
  'GET /account/v1/browsers': [],
  'GET /account/v1/sessions': [listed('1', 'Firefox, Windows', true)],
  'GET /account/v1/sign-ins': [],
};

const step = (step: SignInStep['step'], ...errorCodes: readonly JobErrorCode[]): SignInStep => ({
  passed: errorCodes.length === 0,
  errors: errorCodes.map((errorCode) => ({ errorCode, message: '' })),
  step,
  attempt: 'nonce.0',
  challenge: ['right'],
  secondFactors: step === 'second-factor' ? ['passkey', 'code', 'recovery', 'mail'] : [],
  unknownBrowser: step === 'second-factor',
});

const session = (more: Partial<Session>): Answers => ({
  'GET /account/v1/session': { ...SIGNED_IN, ...more },
});

/** The profile of somebody, and what is done there. */
const of = (answers: Answers, act?: State['act']): State => ({
  path: '/profile',
  answers,
  ...(act && { act }),
});

/** Somebody who signs in, with what comes after the name. */
const signingIn = (answer: Answers[string], path = '/profile'): State => ({
  path,
  answers: { 'GET /account/v1/session': NOBODY, 'POST /account/v1/sign-in': answer },
  async act(page, { account, passkeys }) {
    await page.getByLabel(account.identifier).fill(LONG_USER);
    await press(page, account.next);
    const came = page.getByText(LONG_USER).or(page.getByRole('alert'));
    await came.or(page.getByText(passkeys.step)).first().waitFor();
  },
});

const SET_UP: Answers = { 'POST /account/v1/second-factor': NEW_CODES };

takeScreens(
  { name: 'sign-in', languages: PEOPLE, answers: { ...OPERATED, ...NONE } },
  {
    loading: of({ 'GET /account/v1/session': 'never' }),
    away: of({ 'GET /account/v1/session': 'away' }),
    starting: of({ 'GET /account/v1/session': NOBODY, 'GET /readyz': { parts: {} } }),
    identify: of({ 'GET /account/v1/session': NOBODY }),
    face: signingIn(step('face')),
    wait: signingIn({ refused: 429, retryAfter: 42 }),
    passkey: signingIn(step('second-factor')),
    'mail-open': {
      path: '/profile#mail=abc',
      answers: { 'GET /account/v1/session': NOBODY },
    },
    code: of(session({ step: 'second-factor', user: { ...FULL, ways: ['code'] } })),
    'set-up': of(
      { ...session({ step: 'second-factor-set-up', user: FULL }), ...SET_UP },
      (page, { account }) => press(page, account.setUpApp),
    ),
  },
);

takeScreens(
  { name: 'profile', languages: PEOPLE, answers: { ...OPERATED, ...BEFORE_ENROLMENT, ...MUCH } },
  {
    much: of({}),
    little: of(NONE),
    'no-face': of({
      ...NONE,
      ...session({ kind: 'registration', user: { ...USER, enrolled: false } }),
      'GET /account/v1/face': async () => ({
        ...(await faceOf(0)),
        available: false,
        consents: [],
      }),
    }),
    locked: of(session({ user: FULL, recent: false })),
    'by-mail': of({ ...NONE, ...session({ kind: 'mail', recent: false }) }),
    failing: of({
      'GET /account/v1/face': { refused: 500 },
      'GET /account/v1/applications': { refused: 500 },
      'GET /account/v1/passkeys': 'away',
      'GET /account/v1/sessions': { refused: 401 },
    }),
    opened: of({}, async (page, { profile }) => {
      for (const summary of await page.locator('main summary').all()) await summary.click();
      await page.getByText(profile.shown.passkey).first().waitFor();
    }),
    'history-empty': of(NONE, async (page, { profile }) => {
      await page.getByText(profile.history).click();
      await see(page, profile.noHistory);
    }),
    'enrol-again': of({}, async (page, texts) => {
      await press(page, texts.profile.enrolAgain);
      await agree(page, texts);
    }),
    'other-person': of(
      {
        ...WITHOUT_FINDER,
        'POST /account/v1/face': async () => ({
          enrolled: false,
          errors: [{ errorCode: 'NotRecognised', message: '' }],
          challenge: ['down'],
          face: await faceOf(3),
        }),
      },
      async (page, texts) => {
        await press(page, texts.profile.enrolAgain);
        await sendPictures(page, texts);
        await see(page, texts.account.notPassed);
      },
    ),
    'end-access': of({}, (page, { profile }) => press(page, profile.revoke)),
    'mail-within': { path: '/profile#mail=abc' },
    'step-up-by-mail': of(
      {
        ...NONE,
        ...session({ user: { ...USER, ways: ['mail'] } }),
        'POST /account/v1/recovery-codes': { refused: 403, step: 'second-factor' },
        'POST /account/v1/session/mail': null,
      },
      async (page, { recovery, mailLink }) => {
        await press(page, recovery.make);
        await press(page, mailLink.ask);
        await see(page, mailLink.sent);
      },
    ),
    'remove-passkey': of({}, (page, { passkeys }) => press(page, passkeys.remove)),
    'passkey-cancelled': of(
      { 'POST /account/v1/passkeys/challenge': {} },
      async (page, { passkeys }) => {
        await press(page, passkeys.add);
        await see(page, passkeys.addCancelled);
      },
    ),
    'address-waiting': of(session({ user: { ...FULL, emailConfirmed: false } })),
    'address-sent': of(
      { 'PUT /account/v1/email': { ...SIGNED_IN, user: FULL } },
      async (page, { profile }) => {
        await page.getByLabel(profile.newEmail).fill(EMAIL);
        await press(page, profile.sendLink);
        await page.locator('.notice').first().waitFor();
      },
    ),
    'second-factor': of({ ...NONE, ...SET_UP }, (page, { profile }) => press(page, profile.setUp)),
    'second-factor-wrong': of(
      { ...NONE, ...SET_UP, 'PUT /account/v1/second-factor': { refused: 400 } },
      async (page, { account, profile, faceErrors }) => {
        await press(page, profile.setUp);
        await page.getByLabel(account.code).fill('000000');
        await press(page, profile.turnOn);
        await see(page, faceErrors.WrongCode);
      },
    ),
    'second-factor-off': of({}, (page, { profile }) => press(page, profile.turnOff)),
    'sign-in-again': of(
      {
        'GET /account/v1/data': { refused: 403, step: 'sign-in' },
        'POST /account/v1/sign-in': step('face'),
      },
      async (page, { account, profile }) => {
        await press(page, profile.download);
        await see(page, account.promise);
      },
    ),
    erase: of({ 'DELETE /account/v1': { refused: 400 } }, async (page, { profile }) => {
      await press(page, profile.erase);
      await page.getByRole('dialog').getByRole('button', { name: profile.erase }).click();
      await see(page, profile.eraseNameWrong);
    }),
    erased: of({ 'DELETE /account/v1': NOBODY }, async (page, { profile }) => {
      await press(page, profile.erase);
      await page.getByRole('dialog').getByRole('button', { name: profile.erase }).click();
      await see(page, profile.erased);
    }),
  },
);
