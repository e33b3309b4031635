/** The sample sites, and the capture element as it stands on one. */
import { fileURLToPath } from 'node:url';
import { frontPage, refusedPage } from '../../../examples/relying-party/pages.ts';
import { press, see, withoutCamera } from './acts.ts';
import type { Answers } from './answers.ts';
import { LONG_USER } from './people.ts';
import { PEOPLE, type State, takeScreens } from './screens.ts';

takeScreens(
  { name: 'site', languages: ['en'] },
  {
    welcome: { path: '/site', answers: { 'GET /site': { html: frontPage(undefined) } } },
    'logged-in': {
      path: '/site',
      answers: {
        'GET /site': {
          html: frontPage({ id: 'c0ffee4a-1b1f-4f3e-9a51-77d2a7a0f1b9', name: LONG_USER }),
        },
      },
    },
    refused: {
      path: '/site',
      answers: { 'GET /site': { html: refusedPage('access_denied (the person cancelled)') } },
    },
  },
);

const part = (name: string) => ({
  file: fileURLToPath(new URL(`../../../examples/capture-page/${name}`, import.meta.url)),
});

/** The sample page of the element, served as if it were this service's own. */
const SAMPLE: Answers = {
  'GET /sample': part('index.html'),
  'GET /page.css': part('page.css'),
  'GET /page.js': part('page.js'),
  // What the token says: the directions drawn, and its number.
  'GET /token': {
    prosopon: '',
    token: `.${btoa(JSON.stringify({ challenge: [['left', 'right']], tokenid: '1' }))}.`,
  },
};

/** The page, told that it is written in the language. */
const sample = (act: NonNullable<State['act']>): State => ({
  path: '/sample',
  async act(page, texts) {
    const lang = await page.evaluate('navigator.language');
    await page.evaluate(`document.documentElement.lang = '${lang}'`);
    await page.getByRole('button', { name: texts.camera.start }).waitFor();
    await act(page, texts);
  },
});

takeScreens(
  { name: 'element', languages: PEOPLE, answers: SAMPLE },
  {
    off: sample(async () => {}),
    on: sample(async (page, { camera }) => {
      await press(page, camera.start);
      await page.getByRole('button', { name: camera.take.turns }).waitFor();
    }),
    taking: sample(async (page, { camera, hints }) => {
      await press(page, camera.start);
      await press(page, camera.take.turns);
      await see(page, hints.turnLeft);
    }),
    help: sample(async (page, { camera }) => {
      await press(page, camera.start);
      await press(page, camera.take.turns);
      await see(page, camera.help);
    }),
    denied: sample(async (page, { camera }) => {
      await withoutCamera(page, 'NotAllowedError');
      await press(page, camera.start);
      await see(page, camera.problem);
    }),
  },
);
