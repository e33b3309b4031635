/** The overview of the administration: well and unwell, under attack, with calls and without. */
import type { FailureReport, Figures, RefusedClass } from '../../../web/admin/answers.ts';
import type { HealthReport, Need } from '../../../web/admin/service-answers.ts';
import { ago, CLASS, ENTERED, LONG_ID } from './desk.ts';
import { DESK, type State, takeScreens } from './screens.ts';

const path = '/admin#/overview';
const HOUR = 3_600_000;
const DAY = 24 * HOUR;
/** Beginnings of the last hours or days, as the charts count them. */
const beginning = (back: number, step: number) =>
  new Date((Math.floor(Date.now() / step) - back) * step).toISOString();

const figures = (calls: number, step = HOUR): readonly Figures[] =>
  ['verify', 'detect-video-liveness', 'set-template-tags'].flatMap((operation, which) =>
    Array.from({ length: 20 }, (_, back) => ({
      time: beginning(back, step),
      operation,
      calls: Math.ceil((calls * (20 - back)) / (which + 1)),
      faulted: back % 4,
      negative: Math.floor(calls / 8),
      p50: 100,
      p95: operation === 'verify' ? 350 : 2000,
    })),
  );

const REASONS = ['not verified', 'NotFound', 'RejectedByPassiveLiveDetection', 'QualityTooLow'];
const refused = (clientId: string, calls: number, step = HOUR): FailureReport['reasons'] =>
  REASONS.flatMap((reason, which) =>
    [0, 1, 5].map((back) => ({
      time: beginning(back, step),
      clientId,
      operation: which === 2 ? 'detect-video-liveness' : 'verify',
      reason,
      calls: calls * (4 - which),
    })),
  );
const QUIET: FailureReport = { reasons: [], classes: [] };
const ATTACKED: FailureReport = {
  reasons: [...refused(LONG_ID, 1200), ...refused('shop', 3)],
  classes: [0n, 1n, 2n].map((n) => ({
    clientId: LONG_ID,
    classId: CLASS - n,
    calls: 900,
    latest: ago(0, 2),
  })),
};

const WELL: HealthReport = {
  ready: true,
  parts: { engine: 'ready', database: 'ready', gallery: 'ready' },
  problems: [],
  encoder: { name: 'edgeface-s-gamma-05', version: 1 },
  needs: [],
};
const FOLDER = '/var/lib/prosopon/medizinisches-versorgungszentrum-hohenlohe/keys';
const HOOK = 'https://hohenlohe-schillingsfuerst.versorgungszentrum.example/hooks/faces';
/** Each that there is. */
const NEEDS: readonly Need[] = [
  { kind: 'models', problem: 'face parsing: no model (segmentation.onnx)', severity: 'bad' },
  { kind: 'damaged-templates', count: 1, severity: 'bad' },
  { kind: 'outdated-templates', count: 48_213, severity: 'warn' },
  { kind: 'disk', path: FOLDER, free: 900_000_000, severity: 'bad' },
  { kind: 'certificate', path: `${FOLDER}/tls.pem`, until: ago(-5), severity: 'warn' },
  { kind: 'unreadable-certificate', path: `${FOLDER}/tls.pem`, severity: 'bad' },
  { kind: 'key-beside-data', path: `${FOLDER}/master.key`, severity: 'warn' },
  { kind: 'failing-webhook', url: HOOK, since: ago(1), severity: 'warn' },
  { kind: 'disabled-webhook', url: HOOK, since: ago(9), severity: 'warn' },
  { kind: 'liveness-models', severity: 'warn' },
  { kind: 'damaged-liveness-models', severity: 'bad' },
  { kind: 'better-encoder', severity: 'warn' },
  { kind: 'no-backup', severity: 'warn' },
  { kind: 'old-backup', latest: ago(40), severity: 'warn' },
];
const UNWELL: HealthReport = {
  ...WELL,
  ready: false,
  parts: { engine: 'not ready', database: 'not ready', gallery: 'not ready' },
  problems: ['The database is not available.'],
  encoder: null,
  needs: NEEDS,
};

const limited = (n: number, change: Partial<RefusedClass>): RefusedClass => ({
  storage: LONG_ID,
  partition: '1',
  classId: CLASS - BigInt(n),
  refused: 10,
  latest: ago(0, n),
  limit: 10,
  atLimit: true,
  ...change,
});
const LIMITED = [
  limited(1, {}),
  limited(2, { refused: 3, atLimit: false }),
  limited(3, { limit: null, atLimit: false, storage: 'shop' }),
];

const overview = (
  health: HealthReport,
  charts: readonly Figures[],
  failures: FailureReport,
  classes: readonly RefusedClass[] = [],
): State => ({
  path,
  answers: {
    'GET /admin/v1/health': health,
    'GET /admin/v1/charts': charts,
    'GET /admin/v1/failures': failures,
    'GET /admin/v1/refused-comparisons': classes,
  },
});

const FAILED = { refused: 500 };

takeScreens(
  { name: 'admin-overview', languages: DESK, answers: ENTERED },
  {
    empty: overview(WELL, [], QUIET),
    well: overview(WELL, figures(8), QUIET),
    needs: overview(
      { ...WELL, needs: [NEEDS.find(({ kind }) => kind === 'failing-webhook')!] },
      figures(8),
      {
        ...QUIET,
        reasons: refused('shop', 1).slice(0, 1),
      },
    ),
    'liveness-damaged': {
      ...overview(
        { ...WELL, needs: [{ kind: 'damaged-liveness-models', severity: 'bad' }] },
        figures(8),
        QUIET,
      ),
      act: (page, { admin: { overview: words } }) =>
        page.getByText(words.worksNot, { exact: true }).waitFor(),
    },
    unwell: overview(UNWELL, [], QUIET),
    attacked: overview(WELL, figures(12_000), ATTACKED, LIMITED),
    'as-a-table': {
      ...overview(WELL, figures(12_000).slice(0, 3), ATTACKED),
      async act(page, { admin }) {
        for (const table of await page.getByText(admin.overview.asTable).all()) await table.click();
      },
    },
    month: {
      ...overview(WELL, figures(8, DAY), { ...ATTACKED, reasons: refused('shop', 3, DAY) }),
      act: (page, { admin }) =>
        page.getByLabel(admin.overview.range, { exact: true }).selectOption('month'),
    },
    failed: {
      path,
      answers: {
        'GET /admin/v1/health': FAILED,
        'GET /admin/v1/charts': { refused: 400, message: 'since: not a time' },
        'GET /admin/v1/failures': { refused: 429, retryAfter: 90 },
        'GET /admin/v1/refused-comparisons': 'away',
      },
    },
    loading: {
      path,
      answers: {
        'GET /admin/v1/health': 'never',
        'GET /admin/v1/charts': 'never',
        'GET /admin/v1/failures': 'never',
        'GET /admin/v1/refused-comparisons': 'never',
      },
    },
  },
);
