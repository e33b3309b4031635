/** The registration, in every state. */
import { OPERATED } from './people.ts';
import { PEOPLE, takeScreens } from './screens.ts';

takeScreens(
  { name: 'register', languages: PEOPLE, answers: OPERATED },
  {
    name: { path: '/register' },
    starting: {
      path: '/register',
      answers: { 'GET /readyz': { parts: { engine: 'not ready' } } },
    },
  },
);
