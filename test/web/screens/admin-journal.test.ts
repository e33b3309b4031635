/** Jobs, audit trail and search log, in every state. */
import type { AuditEntry, AuditReport, Job } from '../../../web/admin/answers.ts';
import { KINDS } from '../../../web/admin/audit-kinds.ts';
import { ago, CLASS, ENTERED, LONG_ID, NAME, press } from './desk.ts';
import { DESK, type State, takeScreens } from './screens.ts';

const job = (n: number, change: Partial<Job>): Job => ({
  jobId: `0193c1f2-5d7e-7c3a-9b1d-2f6a8e4c${1000 + n}`,
  clientId: n % 3 === 0 ? LONG_ID : 'shop',
  operation: 'verify',
  classId: CLASS - BigInt(n),
  status: 'SUCCEEDED',
  errors: [],
  started: ago(0, n),
  durationMs: 250 + n,
  ...change,
});
const error = (errorCode: string) => ({ errorCode, message: 'as programs read it' });

/** One of each outcome. */
const JOBS: readonly Job[] = [
  job(1, { decision: 'verified', score: 0.8421 }),
  job(2, { decision: 'not verified', score: 0.1203, errors: [error('FaceNotFound')] }),
  job(3, { status: 'FAULTED', errors: [error('NotFound')] }),
  job(4, { status: 'CANCELLED', errors: [error('Cancelled')], durationMs: 61_234 }),
  job(5, { operation: 'enroll', decision: 'NEW_TEMPLATE_CREATED' }),
  job(6, {
    operation: 'detect-video-liveness',
    decision: 'not live',
    errors: [error('RejectedByPassiveLiveDetection'), error('RejectedByChallengeResponse')],
    suspicions: ['virtual camera', 'cut between frames'],
  }),
  job(7, {
    operation: 'search',
    decision: '1 of 2 identified',
    transactionId: `case-${'0123456789'.repeat(5)}`,
  }),
  job(8, { operation: 'grade-quality', decision: '28 measures' }),
  job(9, { operation: 'sign-in', decision: 'not signed in', errors: [error('EyesClosed')] }),
  job(10, { operation: 'photo-verify', decision: 'LEVEL_4, live' }),
];

const jobsPath = '/admin#/jobs';

takeScreens(
  { name: 'admin-jobs', languages: DESK, answers: ENTERED },
  {
    list: { path: jobsPath, answers: { 'GET /admin/v1/jobs': JOBS } },
    many: {
      path: jobsPath,
      answers: { 'GET /admin/v1/jobs': Array.from({ length: 50 }, (_, n) => job(n, {})) },
    },
    none: { path: jobsPath, answers: { 'GET /admin/v1/jobs': [] } },
    away: { path: jobsPath, answers: { 'GET /admin/v1/jobs': 'away' } },
  },
);

const entry = (n: number, change: Partial<AuditEntry>): AuditEntry => ({
  seq: n,
  time: ago(0, n),
  event: 'query',
  actor: `account:${NAME}`,
  address: n % 2 === 0 ? '127.0.0.1' : '2001:db8:85a3:8d3:1319:8a2e:370:7348',
  clientId: LONG_ID,
  details: {},
  intact: true,
  ...change,
});

/** A value for whatever a sentence names. */
const DETAILS = {
  ...{ user: NAME, classId: CLASS, keyId: 'k1', url: 'https://shop.example/hooks', entries: 1 },
  ...{
    what: 'the gallery',
    table: 'clients',
    problem: 'an older one',
    gallerySize: 48_213,
    imported: 12,
    made: ago(3),
    role: 'encoder',
    now: 'ours',
    before: null,
    limit: 10,
  },
};
/** Each kind of entry that there is. */
const ENTRIES = Object.keys(KINDS).map((kind, n) => {
  const [event, ...what] = kind.split(' ');
  const member = event === 'query' || event === 'transfer' ? 'what' : 'change';
  const told = what.length > 0 ? { [member]: what.join(' ') } : {};
  const details = { ...DETAILS, ...told };
  const { gallerySize, ...uncounted } = details;
  return entry(Object.keys(KINDS).length - n, {
    event: event as AuditEntry['event'],
    details: kind === 'search of nobody' ? uncounted : details,
  });
});

const auditPath = '/admin#/audit';
const checked = (report: AuditReport): State => ({
  path: auditPath,
  answers: {
    'GET /admin/v1/audit': ENTRIES.slice(0, 3),
    'POST /admin/v1/audit/verification': report,
  },
  async act(page, { admin }) {
    await press(page, admin.audit.verify);
    await page.locator('.notice-title').first().waitFor();
  },
});
const HEAD = {
  seq: CLASS,
  hash: '9f86d081884c7d659a2feaa0c55ad015a3bf4f1b2b0b822cd15d6c15b0f00a08',
};

takeScreens(
  { name: 'admin-audit', languages: DESK, answers: ENTERED },
  {
    'every-kind': { path: auditPath, answers: { 'GET /admin/v1/audit': ENTRIES } },
    'changed-and-open': {
      path: auditPath,
      answers: {
        'GET /admin/v1/audit': [
          entry(3, { intact: false, event: 'unknown-event' as AuditEntry['event'] }),
          entry(2, { actor: 'cli:root', event: 'client-change', details: { change: 'created' } }),
        ],
      },
      async act(page, { admin }) {
        for (const one of await page.getByText(admin.audit.open).all()) await one.click();
      },
    },
    none: { path: auditPath, answers: { 'GET /admin/v1/audit': [] } },
    failed: { path: auditPath, answers: { 'GET /admin/v1/audit': { refused: 503 } } },
    intact: checked({ intact: true, entries: 1, pruned: 1, head: HEAD, problem: null }),
    broken: checked({
      ...{ intact: false, entries: 48_213, pruned: 0, head: HEAD },
      problem: { seq: CLASS, message: `entry ${CLASS} does not follow the previous entry` },
    }),
  },
);

const search = (n: number, matches: readonly object[], probes: number): AuditEntry =>
  entry(n, {
    event: 'search',
    actor: LONG_ID,
    transactionId: `case-${n}`,
    details: {
      gallerySize: n === 1 ? 1 : 48_213,
      probes: Array.from({ length: probes }, () => 'hash'),
      matches: [matches],
    },
  });
const match = (n: bigint, identified: boolean) => ({
  classId: CLASS - n,
  score: identified ? 0.91 : 0.31,
  identified,
});
const SEARCHES = [
  search(3, [match(0n, true), match(1n, true), match(2n, false)], 2),
  search(2, [match(0n, true)], 1),
  search(1, [], 1),
];
const searchPath = '/admin#/searches';

takeScreens(
  { name: 'admin-searches', languages: DESK, answers: ENTERED },
  {
    list: { path: searchPath, answers: { 'GET /admin/v1/searches': SEARCHES } },
    none: { path: searchPath, answers: { 'GET /admin/v1/searches': [] } },
    pictures: {
      path: searchPath,
      answers: {
        'GET /admin/v1/searches': SEARCHES.map((one) => ({ ...one, clientId: 'shop' })),
        [`GET /admin/v1/templates/shop/${CLASS - 1n}/thumbnails`]: [],
      },
      async act(page, { admin }) {
        for (const classId of [CLASS, CLASS - 1n])
          await press(page, `${admin.templates.showPictures} ${classId}`);
        await page.getByText(admin.audit.open).first().click();
        await page.getByText(admin.templates.noPictures).waitFor();
      },
    },
  },
);
