/** Every operation of the playground with its answers, and what refuses one. */
import { press, see } from './acts.ts';
import type { Answers } from './answers.ts';
import { CLASS } from './desk.ts';
import {
  ENROLLED,
  FILMED,
  GOOD,
  GRADED,
  LIVE,
  MATCHED,
  NO_TEMPLATE,
  NOT_ENROLLED,
  NOT_LIVE,
  NOT_MATCHED,
  NOTHING_TO_GRADE,
  SEARCHED,
  TEMPLATE,
  VERIFIED,
} from './findings.ts';
import { OPERATED } from './people.ts';
import { DESK, type State, takeScreens } from './screens.ts';
import { answered, goTo, LINKED, SIGNED_IN, tried } from './trying.ts';

const STATUS = '/api/face/v1/template/status/1';

/** A part of the page of templates, and what the service answers there. */
const ofTemplate = (
  part: 'status' | 'tags' | 'delete',
  run: 'statusRun' | 'tagsRun' | 'deleteRun',
  answers: Answers,
): State => ({
  path: LINKED,
  answers: { ...SIGNED_IN, ...answers },
  async act(page, { template }) {
    await goTo(page, 'template');
    await page.getByRole('tab', { name: template.parts[part] }).click();
    await press(page, template[run]);
    if (part === 'delete')
      await page.getByRole('dialog').getByRole('button', { name: template[run] }).click();
    await answered(page);
  },
});

const refused = (status: number, message = ''): State =>
  tried('verify', { refused: status, message });

/** Opens the request and the answer as programs see them. */
const bare =
  (shown: 'json' | 'curl'): NonNullable<State['act']> =>
  async (page, { playground }) => {
    await page.getByText(playground.bare).click();
    await page.getByRole('tab', { name: playground[shown] }).click();
  };

takeScreens(
  { name: 'answer', languages: DESK, answers: OPERATED },
  {
    enrolled: tried('enroll', ENROLLED, { pictures: 2 }),
    'not-enrolled': tried('enroll', NOT_ENROLLED, { pictures: 2 }),
    verified: tried('verify', VERIFIED),
    'not-verified': tried('verify', { ...VERIFIED, verified: false, score: 0.25 }),
    'not-compared': tried('verify', {
      ...VERIFIED,
      verified: false,
      score: 0,
      errors: [{ errorCode: 'MultipleFacesFound', message: 'image: 2 faces were found.' }],
    }),
    status: ofTemplate('status', 'statusRun', { [`GET ${STATUS}`]: TEMPLATE }),
    'status-none': ofTemplate('status', 'statusRun', {
      [`GET ${STATUS}`]: { ...NO_TEMPLATE, classId: CLASS },
    }),
    tags: ofTemplate('tags', 'tagsRun', { 'PUT /api/face/v1/template/1/tags': {} }),
    'tags-no-template': ofTemplate('tags', 'tagsRun', {
      'PUT /api/face/v1/template/1/tags': { refused: 404, message: 'no template of class 1' },
    }),
    deleted: ofTemplate('delete', 'deleteRun', { 'DELETE /api/face/v1/template/1': {} }),
    live: tried('liveness', LIVE, { pictures: 2 }),
    'not-live': tried('liveness', NOT_LIVE, { pictures: 2 }),
    video: tried('video', FILMED),
    'video-without-face': tried('video', {
      ...FILMED,
      live: false,
      livenessScore: 0,
      imageProperties: [],
      errors: [{ errorCode: 'FailureToAcquire', message: 'video: 0 frames show one face.' }],
    }),
    matched: tried('photo', MATCHED, { pictures: 2 }),
    'not-matched': tried('photo', NOT_MATCHED, { pictures: 2 }),
    'compared-only': tried(
      'photo',
      { ...MATCHED, live: false, livenessScore: 0 },
      { before: (page, { photo }) => page.getByLabel(photo.disable).check() },
    ),
    found: tried('search', SEARCHED, { pictures: 2 }),
    'not-found': tried('search', { ...SEARCHED, errors: [], result: [{ matches: [] }] }),
    lookalikes: tried('search', SEARCHED, {
      pictures: 2,
      before: (page, { search }) => page.getByLabel(search.topMatches).check(),
    }),
    graded: tried('quality', GRADED),
    'graded-good': tried('quality', GOOD, {
      after: (page, { quality }) =>
        page.getByRole('tab', { name: quality.layers.background }).click(),
    }),
    'not-graded': tried('quality', NOTHING_TO_GRADE),
    'as-json': tried('verify', VERIFIED, { after: bare('json') }),
    'as-curl': tried('search', SEARCHED, { after: bare('curl') }),
    busy: tried('verify', 'never', {
      after: (page, { playground }) => see(page, playground.running),
    }),
    away: tried('verify', 'away'),
    'not-valid': refused(
      400,
      'images[0].image: neither JPEG, PNG, WebP, GIF, AVIF, HEIF, JPEG 2000, JPEG XL nor TIFF: ffd8ffe000104a46494600010101004800480000ffdb0043000302020302',
    ),
    'not-permitted': refused(403, 'The client may not call verify.'),
    'no-template': refused(404, 'There is no template of class 1.'),
    'too-large': refused(413),
    'too-many': refused(429, 'Too many refused comparisons of class 1.'),
    failed: refused(500),
    'not-ready': refused(503, 'The engine is loading.'),
    other: refused(418),
    'session-ended': {
      ...tried('verify', VERIFIED),
      answers: { ...SIGNED_IN, 'POST /playground/v1/token': { refused: 404 } },
    },
  },
);
