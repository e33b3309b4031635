/** One-time links, in every state. */
import type { Session } from '../../../web/account/answers.ts';
import { press, see, sendPictures, WITHOUT_FINDER } from './acts.ts';
import type { Answers } from './answers.ts';
import { BEFORE_ENROLMENT, faceOf, LONG_USER, OPERATED, SIGNED_IN, USER } from './people.ts';
import { PEOPLE, type State, takeScreens } from './screens.ts';

const opened = (answer: Answers[string]): State => ({
  path: '/link#abc',
  answers: { 'POST /account/v1/links': answer },
  act: (page, { account }) => press(page, account.next),
});

const INVITED: Session = { ...SIGNED_IN, kind: 'link', user: { ...USER, enrolled: false } };
const ROOT: Session = {
  ...INVITED,
  user: {
    ...USER,
    name: LONG_USER,
    admin: true,
    enrolled: false,
    secondFactors: ['code'],
    ways: ['code'],
  },
};

takeScreens(
  { name: 'link', languages: PEOPLE, answers: { ...OPERATED, ...BEFORE_ENROLMENT } },
  {
    unopened: { path: '/link#abc' },
    opening: opened('never'),
    used: opened({ refused: 404 }),
    away: opened('away'),
    'address-confirmed': opened({ purpose: 'confirm-email', session: SIGNED_IN }),
    enrol: opened({ purpose: 'enrol', session: INVITED }),
    'enrol-administrator': opened({ purpose: 'enrol', session: ROOT }),
    code: opened({ purpose: 'enrol', session: { ...ROOT, step: 'second-factor' } }),
    done: {
      path: '/link#abc',
      answers: {
        ...WITHOUT_FINDER,
        'POST /account/v1/links': { purpose: 'enrol', session: ROOT },
        'POST /account/v1/face': async () => ({
          enrolled: true,
          errors: [],
          advice: [],
          challenge: ['up'],
          face: await faceOf(3),
        }),
      },
      async act(page, texts) {
        await press(page, texts.account.next);
        await sendPictures(page, texts);
        await see(page, texts.register.done);
      },
    },
  },
);
