/** People whom clients have enrolled, and users who log in, in every state. */
import type { Duplicates, Job, Person } from '../../../web/admin/answers.ts';
import { ago, CLASS, confirm, ENTERED, LONG_ID, NAME, open, press } from './desk.ts';
import { LONG_NAME } from './people.ts';
import { DESK, type State, takeScreens } from './screens.ts';

const RECEIPT = `eyJhbGciOiJFUzI1NiJ9.${'eyJlcmFzZWQiOiJjbGFzcyJ9'.repeat(12)}.MEUCIQDk0Pz`;
const PERSON = CLASS - 1n;
const AT = `/admin/v1/templates/${LONG_ID}/${PERSON}`;

const job = (operation: string, decision: string | undefined, n: number): Job => ({
  jobId: `0193c1f2-5d7e-7c3a-9b1d-2f6a8e4c7b0${n}`,
  clientId: LONG_ID,
  operation,
  classId: PERSON,
  status: decision === undefined ? 'FAULTED' : 'SUCCEEDED',
  errors: [],
  ...(decision !== undefined && { decision }),
  started: ago(0, 7 * n),
  durationMs: 312,
});

const person: Person = {
  client: LONG_ID,
  classId: PERSON,
  available: true,
  intact: true,
  enrolled: ago(40),
  tags: ['staff', 'building-7', 'night-shift', 'hohenlohe-schillingsfuerst'],
  consent: { reference: 'consent-2026-100001', recorded: ago(40) },
  encoderVersion: 1,
  featureVectors: 3,
  thumbnailsStored: 3,
  history: [
    job('verify', 'not verified', 1),
    job('verify', undefined, 2),
    job('enroll', 'NEW_TEMPLATE_CREATED', 3),
  ],
};

const peoplePath = '/admin#/templates';
const found: State['act'] = async (page, { admin }) => {
  await press(page, admin.show);
  await page.locator('.card').nth(1).waitFor();
};
const twice = (answer: Duplicates): State => ({
  path: peoplePath,
  answers: { [`GET /admin/v1/duplicates/${LONG_ID}`]: answer },
  async act(page, { admin }) {
    await press(page, admin.show);
    await press(page, admin.templates.compare);
    await page.waitForLoadState('networkidle');
  },
});
const shown = (known: Person | { readonly refused: number }): State => ({
  path: peoplePath,
  answers: { [`GET ${AT}`]: known },
  async act(page, texts) {
    await press(page, texts.admin.show);
    await open(page, texts, String(PERSON));
    await page.waitForLoadState('networkidle');
  },
});

takeScreens(
  { name: 'admin-people', languages: DESK, answers: ENTERED },
  {
    search: { path: peoplePath },
    wrong: {
      path: peoplePath,
      async act(page, { admin }) {
        await page.getByLabel(admin.templates.from).fill('twelve');
        await press(page, admin.show);
      },
    },
    found: { path: peoplePath, act: found },
    none: {
      path: peoplePath,
      answers: { 'GET /admin/v1/templates': { templates: [], next: null } },
      act: found,
    },
    away: { path: peoplePath, answers: { 'GET /admin/v1/templates': 'away' }, act: found },
    duplicates: twice({
      complete: false,
      pairs: [
        { classIds: [PERSON, CLASS], score: 0.9731 },
        { classIds: [17, 4711], score: 0.9012 },
      ],
    }),
    'duplicates-none': twice({ complete: true, pairs: [] }),
    person: shown(person),
    'person-none': shown({ ...person, available: false, thumbnailsStored: 0, history: [] }),
    'person-damaged': shown({ ...person, intact: false, thumbnailsStored: 0 }),
    'person-one-picture': shown({ ...person, thumbnailsStored: 1 }),
    'person-gone': shown({ refused: 404 }),
    thumbnails: {
      ...shown(person),
      async act(page, texts) {
        await shown(person).act!(page, texts);
        await press(page, /\b3\b/);
        await page.locator('.thumbnails img').first().waitFor();
      },
    },
    erase: {
      ...shown(person),
      async act(page, texts) {
        await shown(person).act!(page, texts);
        await press(page, texts.admin.delete);
      },
    },
    erased: {
      path: peoplePath,
      answers: { [`GET ${AT}`]: person, [`DELETE ${AT}`]: { receipt: RECEIPT } },
      async act(page, texts) {
        await shown(person).act!(page, texts);
        await press(page, texts.admin.delete);
        await confirm(page, texts.admin.delete);
        await page.getByRole('region', { name: texts.admin.receipt.label }).waitFor();
      },
    },
  },
);

const path = '/admin#/users';
const ofUser = (name: string): State => ({ path, act: (page, texts) => open(page, texts, name) });
const asking = (what: 'reset' | 'disable' | 'erase'): State => ({
  path,
  async act(page, texts) {
    await open(page, texts, LONG_NAME);
    await press(page, texts.admin.users[what]);
  },
});
const made = (answer: object, mail: boolean): State => ({
  path,
  answers: { 'POST /admin/v1/users': answer },
  async act(page, { admin }) {
    const { users } = admin;
    await press(page, users.create);
    await page.getByLabel(users.name, { exact: true }).fill(LONG_NAME);
    await page.getByLabel(users.email, { exact: true }).fill(mail ? 'a@b.example' : '');
    await page.getByLabel(users.role).selectOption('administrator');
    await press(page, users.create);
    await page.locator('.notice-title, .field-error').first().waitFor();
  },
});
const LINK = { link: `https://faces.example/link#${'k'.repeat(43)}`, expires: ago(-1) };

takeScreens(
  { name: 'admin-users', languages: DESK, answers: ENTERED },
  {
    list: { path },
    'none-found': { path, answers: { 'GET /admin/v1/users': { users: [], next: null } } },
    new: {
      path,
      async act(page, { admin }) {
        await press(page, admin.users.create);
        await page.getByLabel(admin.users.email, { exact: true }).fill('a@b.example');
        await page.getByLabel(admin.users.role).selectOption('administrator');
      },
    },
    'new-refused': made({ refused: 400, member: { field: 'name', flaw: 'taken' } }, false),
    'new-link': made({ id: 'user-2', name: LONG_NAME, mailed: false, ...LINK }, false),
    'new-invited': made({ id: 'user-2', name: LONG_NAME, mailed: true }, true),
    owner: ofUser(NAME),
    'of-a-client': ofUser(LONG_NAME),
    disabled: ofUser('disabled'),
    'role-changed': {
      path,
      async act(page, texts) {
        await open(page, texts, 'auditor');
        await page.getByLabel(texts.admin.users.role).selectOption('support');
      },
    },
    'last-owner': {
      path,
      answers: { 'PUT /admin/v1/users/user-1/role': { refused: 403 } },
      async act(page, texts) {
        await open(page, texts, NAME);
        await page.getByLabel(texts.admin.users.role).selectOption('auditor');
        await press(page, texts.admin.users.saveRole);
        await page.locator('.notice-title').first().waitFor();
      },
    },
    reset: asking('reset'),
    disable: asking('disable'),
    erase: asking('erase'),
    erased: {
      path,
      answers: { 'DELETE /admin/v1/users/user-2': { receipt: RECEIPT } },
      async act(page, texts) {
        await asking('erase').act!(page, texts);
        await confirm(page, texts.admin.users.erase);
        await page.getByRole('region', { name: texts.admin.receipt.label }).waitFor();
      },
    },
  },
);
