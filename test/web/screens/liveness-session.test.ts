/** The hosted page of liveness sessions, in every state. */
import type { Challenge, Judged, OwnSession } from '../../../web/liveness/answers.ts';
import { press, see, takeByHand, WITHOUT_FINDER, withoutCamera } from './acts.ts';
import type { Answers } from './answers.ts';
import { failures } from './findings.ts';
import { LATER, LONG_NAME, OPERATED } from './people.ts';
import { PEOPLE, type State, takeScreens } from './screens.ts';

const CREATED: OwnSession = {
  state: 'created',
  level: 'challenge',
  attemptsLeft: 3,
  expires: LATER,
  application: LONG_NAME,
  returnUrl: 'https://shop.example/done',
};
const CHALLENGE: Challenge = {
  challenge: ['left'],
  try: 1,
  triesLeft: 2,
  until: LATER,
};
const REFUSED: Judged = {
  success: false,
  error: 'RejectedByChallengeResponse',
  errors: failures('RejectedByChallengeResponse', 'FaceCovered'),
  triesLeft: 2,
};

/** Somebody who opens the page of this session. */
const opened = (session: Answers[string], more: Partial<State> = {}): State => ({
  path: '/liveness#abc',
  ...more,
  answers: { 'GET /api/task/v1/livenesssession': session, ...more.answers },
});

const BEGUN: Answers = { 'POST /api/task/v1/challenge': CHALLENGE };

takeScreens(
  { name: 'liveness', languages: PEOPLE, answers: OPERATED },
  {
    loading: opened('never'),
    gone: opened({ refused: 401 }),
    away: opened('away'),
    created: opened(CREATED),
    begun: opened(CREATED, {
      answers: BEGUN,
      act: (page, { account }) => press(page, account.next),
    }),
    turning: opened(CREATED, {
      answers: BEGUN,
      async act(page, { account, hints }) {
        await press(page, account.next);
        await press(page, account.show);
        await see(page, hints.turnLeft);
      },
    }),
    denied: opened(
      { ...CREATED, level: 'motion' },
      {
        async act(page, { account, camera }) {
          await withoutCamera(page, 'NotAllowedError');
          await press(page, account.show);
          await see(page, camera.problem);
        },
      },
    ),
    byPhone: opened(
      { ...CREATED, level: 'motion' },
      {
        async act(page, { account, livenessSession }) {
          await withoutCamera(page, 'NotFoundError');
          await press(page, account.show);
          await page.getByAltText(livenessSession.phone).waitFor();
        },
      },
    ),
    motion: opened({ ...CREATED, level: 'motion' }),
    refused: opened(
      { ...CREATED, level: 'motion', state: 'in-progress', attemptsLeft: 2 },
      {
        answers: {
          'POST /api/v1/upload': { accepted: true, warnings: [], error: null, errors: [] },
          'POST /api/task/v1/livenesssession': REFUSED,
          ...WITHOUT_FINDER,
        },
        async act(page, texts) {
          await press(page, texts.account.show);
          await takeByHand(page, texts);
          await page.getByRole('button', { name: texts.account.showAgain }).waitFor();
        },
      },
    ),
    succeeded: opened({ ...CREATED, state: 'succeeded', attemptsLeft: 2 }),
    failed: opened({ ...CREATED, state: 'failed', attemptsLeft: 0 }),
    expired: opened({ ...CREATED, state: 'expired', returnUrl: null }),
  },
);
