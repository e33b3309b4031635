/** Pages that tell people where they are: the first one, nothing, errors of a login, documentation. */
import { errorPage } from '../../../src/access/oauth/error-page.ts';
import { logoutPage } from '../../../src/access/oauth/logout.ts';
import { LONG_NAME, LONG_USER, OPERATED, OPERATOR } from './people.ts';
import { PEOPLE, type State, takeScreens } from './screens.ts';

/** A login request that cannot be sent back. */
const oauthError = (error: string, description = '', answers = {}): State => ({
  path: '/oauth/authorization',
  answers: {
    ...answers,
    'GET /oauth/authorization': { html: errorPage(error, description) },
  },
});

const logout = (...told: Parameters<typeof logoutPage>): State => ({
  path: '/oauth/logout',
  answers: { 'GET /oauth/logout': { html: logoutPage(...told) } },
});

takeScreens(
  { name: 'start', languages: PEOPLE, answers: OPERATED },
  {
    landing: { path: '/' },
    'landing-responsible': {
      path: '/',
      act: (page, { shell }) => page.getByText(shell.responsible).click(),
    },
    'landing-long': {
      path: '/',
      answers: { 'GET /operator.json': { ...OPERATOR, name: LONG_NAME, playground: true } },
    },
    'landing-nobody': {
      path: '/',
      answers: {
        'GET /operator.json': {
          name: 'Prosopon',
          logo: '/icon.svg',
          playground: true,
          passkeys: 'none',
          mailSignIn: false,
        },
      },
    },
    'not-found': { path: '/nowhere' },
    'oauth-client': oauthError('invalid_client', 'client is invalid'),
    'oauth-address': oauthError(
      'invalid_redirect_uri',
      "redirect_uri did not match any of the client's registered redirect_uris",
    ),
    'oauth-expired': oauthError('invalid_request', 'authorization request has expired'),
    'oauth-busy': oauthError('temporarily_unavailable', '', {
      'GET /operator.json': { ...OPERATOR, name: LONG_NAME },
    }),
    'logout-ask': logout('ask', { client: LONG_NAME, name: LONG_USER }),
    'logout-nobody': logout('ask', {}),
    'logout-done': logout('done', {}),
    'logout-stayed': logout('stayed', { client: 'My shop' }),
    'oauth-other': oauthError('server_error', 'oops! something went wrong'),
  },
);

takeScreens(
  { name: 'docs', languages: ['en'] },
  {
    start: { path: '/docs' },
    search: {
      path: '/docs',
      async act(page) {
        await page.getByRole('searchbox').fill('rollback');
        await page.getByRole('link', { name: 'Upgrade Upkeep' }).waitFor();
      },
    },
    tables: { path: '/docs/limits' },
    oauth: { path: '/docs/oauth' },
  },
);
