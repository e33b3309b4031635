/** Entrance, roles, webhooks, models and gallery of the administration, in every state. */
import { EVENT_TYPES } from '../../../src/webhooks/event.ts';
import type { Webhook } from '../../../web/admin/answers.ts';
import type { ServiceStatus } from '../../../web/admin/service-answers.ts';
import { ago, CLASS, confirm, DONE, ENTERED, LONG_ID, NAME, open, press, session } from './desk.ts';
import { DESK, type State, takeScreens } from './screens.ts';

const webhook = (n: number, health: Partial<Webhook['health']>): Webhook => ({
  id: `hook-${n}`,
  clientId: n % 2 === 0 ? LONG_ID : 'shop',
  url: `https://hohenlohe-schillingsfuerst.versorgungszentrum.example/hooks/faces/${n}`,
  events: n === 1 ? ['job.ended'] : (Object.keys(EVENT_TYPES) as Webhook['events']),
  created: ago(30),
  health: {
    ...{ delivered: null, failingSince: null, problem: null, disabled: null, lost: 0 },
    ...health,
  },
});
const PROBLEM = 'no connection (ECONNREFUSED 198.51.100.7:443)';
const WEBHOOKS = [
  webhook(1, { delivered: ago(0, 3) }),
  webhook(2, {}),
  webhook(3, { failingSince: ago(1), problem: PROBLEM, lost: 12 }),
  webhook(4, { disabled: ago(5), problem: PROBLEM, lost: 48_213 }),
  webhook(5, { disabled: ago(5), problem: 'by an administrator' }),
];
const HOOKED = {
  ...ENTERED,
  'GET /admin/v1/webhooks': WEBHOOKS,
  'GET /admin/v1/webhooks/events': Object.entries(EVENT_TYPES).map(([type, about]) => ({
    ...{ type, about },
  })),
};
const hooks = '/admin#/webhooks';
const SECRET = { url: WEBHOOKS[1]!.url, secret: `whsec_${'MfKQ9r8GKYqrTwjUPD8ILPZIo2LaLaSw'}` };
const made = (answer: object): State => ({
  path: hooks,
  answers: { 'POST /admin/v1/webhooks': answer },
  async act(page, { admin }) {
    await press(page, admin.webhooks.create);
    await page.getByLabel(admin.webhooks.url, { exact: true }).fill(SECRET.url);
    await press(page, admin.webhooks.create);
    await page.locator('.notice-title').first().waitFor();
  },
});
const tried = (answer: object): State => ({
  path: hooks,
  answers: { 'POST /admin/v1/webhooks/hook-1/test': answer },
  async act(page, { admin }) {
    await press(page, `${admin.webhooks.test} ${WEBHOOKS[0]!.url}`);
    await page.locator('.notice-title').first().waitFor();
  },
});

takeScreens(
  { name: 'admin-webhooks', languages: DESK, answers: HOOKED },
  {
    list: { path: hooks },
    none: { path: hooks, answers: { 'GET /admin/v1/webhooks': [] } },
    new: { path: hooks, act: (page, { admin }) => press(page, admin.webhooks.create) },
    'new-refused': made({ refused: 400, member: { field: 'url', flaw: 'not-public' } }),
    secret: made(SECRET),
    taken: tried({ taken: true, problem: null }),
    'not-taken': tried({ taken: false, problem: PROBLEM }),
    'new-secret': {
      path: hooks,
      act: (page, { admin }) => press(page, `${admin.webhooks.rotate} ${WEBHOOKS[0]!.url}`),
    },
    delete: {
      path: hooks,
      act: (page, { admin }) => press(page, `${admin.delete} ${WEBHOOKS[0]!.url}`),
    },
    deleted: {
      path: hooks,
      answers: { 'DELETE /admin/v1/webhooks/hook-1': DONE },
      async act(page, { admin }) {
        await press(page, `${admin.delete} ${WEBHOOKS[0]!.url}`);
        await confirm(page, admin.delete);
      },
    },
  },
);

const GALLERY: ServiceStatus['gallery'] = {
  ...{ ready: true, classes: 48_213, bytes: 98_304_000, version: 7 },
  ...{ loaded: 48_213, total: 48_213, otherEncoder: 0, corrupted: 0 },
};
const STATUS: ServiceStatus = {
  version: '0.1.0',
  started: ago(3),
  engine: { ready: true, workers: 2, queued: 0 },
  encoder: { name: 'edgeface-s-gamma-05', version: 1 },
  missing: [],
  gallery: GALLERY,
  distribution: null,
};
const status = (answer: object): State => ({
  path: '/admin#/status',
  answers: { 'GET /admin/v1/status': answer },
});
takeScreens(
  { name: 'admin-status', languages: DESK, answers: ENTERED },
  {
    ready: status(STATUS),
    loading: status({
      ...STATUS,
      engine: { ready: false, workers: 2, queued: 40 },
      encoder: null,
      missing: ['face parsing: no model (segmentation.onnx)', 'liveness: no model (pad.onnx)'],
      gallery: { ...GALLERY, ready: false, loaded: 1, corrupted: 1, otherEncoder: 1 },
    }),
    distributed: status({
      ...STATUS,
      distribution: {
        by: 'class',
        nodes: [1, 32].map((shards) => ({
          address: `database-${shards}.example:5432`,
          answers: shards === 32,
          shards,
        })),
      },
    }),
    failed: status({ refused: 500 }),
  },
);

/** What the entrance shows to whoever has that session. */
const entered = (answer: object | 'away' | 'never', path = '/admin'): State => ({
  path,
  answers: { 'GET /account/v1/session': answer },
});
const OVERVIEW = {
  'GET /admin/v1/health': { ready: true, parts: {}, problems: [], encoder: null, needs: [] },
  'GET /admin/v1/charts': [],
  'GET /admin/v1/failures': { reasons: [], classes: [] },
  'GET /admin/v1/refused-comparisons': [],
};
const owner = session('owner');
const SOMEBODY = { ...session(null), kind: null, user: null };
const nameTyped: State['act'] = async (page, { account }) => {
  await page.getByLabel(account.identifier).fill(NAME);
  await press(page, account.next);
};

takeScreens(
  { name: 'admin-entrance', languages: DESK, answers: { ...ENTERED, ...OVERVIEW } },
  {
    'signed-out': entered(SOMEBODY),
    'signed-out-refused': {
      path: '/admin',
      answers: {
        'GET /account/v1/session': SOMEBODY,
        'POST /account/v1/sign-in': { refused: 429, retryAfter: 90 },
      },
      act: nameTyped,
    },
    loading: entered('never'),
    away: entered('away'),
    starting: {
      path: '/admin',
      answers: {
        'GET /account/v1/session': SOMEBODY,
        'GET /readyz': { parts: { engine: 'not ready' } },
      },
    },
    'not-administrator': entered(session(null)),
    'came-by-mail': entered({ ...owner, kind: 'mail' }),
    'set-up-second-factor': entered({ ...owner, step: 'second-factor-set-up' }),
    'second-factor': entered({ ...owner, step: 'second-factor' }),
    'second-factor-wrong': {
      path: '/admin',
      answers: {
        'GET /account/v1/session': { ...owner, step: 'second-factor' },
        'POST /account/v1/session/second-factor': { refused: 400 },
      },
      async act(page, { account }) {
        await page.getByLabel(account.code).fill('123456');
        await press(page, account.next);
        await page.locator('.field-error').waitFor();
      },
    },
    'not-enrolled': entered({ ...owner, user: { ...owner.user!, enrolled: false } }),
    'session-over': {
      path: '/admin',
      answers: {
        'GET /account/v1/session': owner,
        ...Object.fromEntries(Object.keys(OVERVIEW).map((call) => [call, { refused: 401 }])),
      },
      act: (page) => page.getByRole('dialog').waitFor(),
    },
    'session-over-left': {
      path: '/admin#/users',
      answers: {
        'GET /account/v1/session': owner,
        'GET /admin/v1/users': { refused: 401 },
      },
      async act(page, { shell }) {
        await page.getByRole('dialog').waitFor();
        await press(page, shell.cancel);
      },
    },
    'sign-in-again': {
      path: '/admin#/users',
      answers: { 'POST /admin/v1/users/user-5/link': { refused: 403, step: 'sign-in' } },
      async act(page, texts) {
        await open(page, texts, 'auditor');
        await press(page, texts.admin.users.makeLink);
        await page.getByRole('dialog').waitFor();
      },
    },
  },
);

const AUDITOR = { 'GET /account/v1/session': session('auditor') };
const ADMINISTRATOR = { 'GET /account/v1/session': session('administrator') };
const SUPPORT = { 'GET /account/v1/session': session('support') };
const SEARCH = {
  ...{ seq: 1, time: ago(1), event: 'search', actor: 'shop', clientId: 'shop', intact: true },
  details: {
    gallerySize: 48_213,
    probes: ['hash'],
    matches: [[{ classId: CLASS, score: 0.9, identified: true }]],
  },
};

takeScreens(
  { name: 'admin-roles', languages: DESK, answers: { ...HOOKED, ...OVERVIEW } },
  {
    'auditor-overview': { path: '/admin', answers: AUDITOR },
    'auditor-client': {
      path: '/admin#/clients',
      answers: AUDITOR,
      act: (page, texts) => open(page, texts, LONG_ID),
    },
    'auditor-user': {
      path: '/admin#/users',
      answers: AUDITOR,
      act: (page, texts) => open(page, texts, NAME),
    },
    'auditor-search': {
      path: '/admin#/searches',
      answers: { ...AUDITOR, 'GET /admin/v1/searches': [SEARCH] },
    },
    'auditor-webhooks': { path: hooks, answers: AUDITOR },
    'administrator-overview': { path: '/admin', answers: ADMINISTRATOR },
    'administrator-client': {
      path: '/admin#/clients',
      answers: { ...ADMINISTRATOR, 'GET /admin/v1/clients': [] },
    },
    'administrator-people': { path: '/admin#/templates', answers: ADMINISTRATOR },
    'support-users': { path: '/admin', answers: SUPPORT },
    'support-user': {
      path: '/admin',
      answers: SUPPORT,
      act: (page, texts) => open(page, texts, 'not enrolled'),
    },
    'support-of-owners': {
      path: '/admin',
      answers: SUPPORT,
      act: (page, texts) => open(page, texts, NAME),
    },
  },
);
