/** Who is signed in at the administration for the screens, and its clients and people: many, with long names. */
import type { Page } from 'playwright-core';
import type { Role } from '../../../src/access/accounts/role.ts';
import {
  DEFAULT_CLIENT_SETTINGS,
  DESCRIBED_SETTINGS,
} from '../../../src/access/clients/client-settings.ts';
import { rightsOf } from '../../../src/operations/rights.ts';
import { portrait } from '../../../testing/photos.ts';
import type { Session } from '../../../web/account/answers.ts';
import type { Account, Client, ClientDetails, Template } from '../../../web/admin/answers.ts';
import type { Answers } from './answers.ts';
import { LONG_NAME, OPERATED } from './people.ts';
import type { Texts } from './screens.ts';

export const NAME = 'Annegret von Hohenlohe-Schillingsfürst';
/** 64 characters. */
export const LONG_ID = 'medizinisches-versorgungszentrum-hohenlohe-schillingsfuerst-0001';
/** 19 digits, which a number of JavaScript cannot hold. */
export const CLASS = 4611686018427387903n;
/** So many days and minutes before the pictures are taken: charts and periods end now. */
export const ago = (days: number, minutes = 0) =>
  new Date(Date.now() - (days * 1440 + minutes) * 60_000).toISOString();

/** Somebody in that role, who signed in just now. */
export function session(role: Role | null, change: Partial<Session> = {}): Session {
  const client = role === 'administrator' ? LONG_ID : null;
  const position = role === 'administrator' ? { role, client: LONG_ID } : role && { role };
  return {
    kind: 'face',
    recent: true,
    step: null,
    knownBrowser: true,
    expires: ago(-1),
    user: {
      name: NAME,
      email: null,
      emailConfirmed: false,
      admin: role !== null,
      role,
      rights: position ? rightsOf({ position }) : [],
      client,
      enrolled: true,
      secondFactor: true,
      secondFactors: ['code'],
      ways: ['code', 'recovery'],
      recoveryCodes: 8,
    },
    ...change,
  };
}

const client = (id: string, name: string, place: string): Client => ({
  id,
  name,
  storage: place,
  partition: '1',
  settings: DEFAULT_CLIENT_SETTINGS,
  redirectUris: [],
  postLogoutRedirectUris: [],
  publicKeys: [],
  allowedOrigins: [],
  created: ago(300),
  revision: 'Zm9yIHBpY3R1cmVz',
});

export const CLIENTS: readonly Client[] = [
  client(LONG_ID, LONG_NAME, LONG_ID),
  client('shop', 'Shop', 'shop'),
  {
    ...client('box', 'Box', 'sandbox-shop'),
    settings: { ...DEFAULT_CLIENT_SETTINGS, sandbox: true },
  },
  ...Array.from({ length: 12 }, (_, n) => client(`branch-${n + 1}`, `Branch ${n + 1}`, 'branches')),
];

/** Of which there is one of everything. */
export const SHOP: ClientDetails = {
  ...CLIENTS[1]!,
  secret: { created: ago(20) },
  keys: [{ keyId: 'k1', created: ago(20), ends: null }],
  usage: { days: 1, calls: 1, errors: 1, otherSide: 0, lastUsed: null },
  belongings: {
    ...{ keys: 1, templates: 1, sharedWith: [], webhooks: 1, consents: 1, administrators: 1 },
  },
};

export const CLINIC: ClientDetails = {
  ...CLIENTS[0]!,
  redirectUris: [
    'https://hohenlohe-schillingsfuerst.versorgungszentrum.example/anmeldung/rueckkehr',
    'de.example.versorgungszentrum:/rueckkehr',
  ],
  allowedOrigins: ['https://hohenlohe-schillingsfuerst.versorgungszentrum.example'],
  secret: { created: ago(1), olderEnds: ago(-6) },
  keys: [1, 2, 3].map((n) => ({
    keyId: `9f86d081884c7d659a2feaa0c55ad015a3bf4f1b2b0b822cd15d6c15b0f00a0${n}`,
    created: ago(100 - n),
    ends: n === 3 ? null : ago(-n),
  })),
  usage: { days: 30, calls: 1_234_567, errors: 8912, otherSide: 12, lastUsed: ago(0, 3) },
  belongings: {
    keys: 3,
    templates: 48_213,
    sharedWith: ['branch-1', 'branch-2', 'shop'],
    webhooks: 12,
    consents: 31_402,
    administrators: 7,
  },
};

const template = (n: number): Template => ({
  classId: CLASS - BigInt(n),
  intact: n !== 3,
  enrolled: n === 3 ? null : ago(n + 10),
  updated: n === 3 ? null : ago(n),
  tags: n % 3 === 0 ? ['staff', 'building-7', 'night-shift', 'hohenlohe-schillingsfuerst'] : [],
  consent: n % 2 === 0 ? `consent-2026-${100_000 + n}` : null,
  encoderVersion: 1,
  featureVectors: n,
});

export const TEMPLATES: readonly Template[] = Array.from({ length: 12 }, (_, n) => template(n + 1));

const account = (n: number, change: Partial<Account>): Account => ({
  id: `user-${n}`,
  name: `Person ${n}`,
  email: undefined,
  emailConfirmed: false,
  admin: false,
  role: null,
  client: null,
  disabled: false,
  enrolled: true,
  secondFactor: false,
  created: ago(n),
  ...change,
});

export const USERS: readonly Account[] = [
  account(1, { name: NAME, role: 'owner', secondFactor: true }),
  account(2, {
    name: LONG_NAME,
    email: 'empfang@hohenlohe-schillingsfuerst.versorgungszentrum.example',
    role: 'administrator',
    client: LONG_ID,
  }),
  account(3, { name: 'disabled', disabled: true, email: 'a@b.example', emailConfirmed: true }),
  account(4, { name: 'not enrolled', enrolled: false }),
  account(5, { name: 'auditor', role: 'auditor' }),
  account(6, { name: 'support', role: 'support' }),
  ...Array.from({ length: 8 }, (_, n) => account(n + 7, {})),
];

const png = async (person: number) =>
  (await portrait(person, 120).png().toBuffer()).toString('base64');
const THUMBNAILS = await Promise.all(
  [2, 3, 4].map(async (person, n) => ({ enrolled: ago(n), png: await png(person) })),
);

/** What the service answers to an owner, unless a state says otherwise. */
export const ENTERED: Answers = {
  ...OPERATED,
  'GET /account/v1/session': session('owner'),
  'GET /admin/v1/clients': CLIENTS,
  [`GET /admin/v1/clients/${LONG_ID}`]: CLINIC,
  'GET /admin/v1/clients/shop': SHOP,
  'GET /admin/v1/clients/box': { ...SHOP, ...CLIENTS[2]! },
  'GET /admin/v1/client-settings': DESCRIBED_SETTINGS,
  'GET /admin/v1/users': { users: USERS, next: NAME },
  ...Object.fromEntries(USERS.map((user) => [`GET /admin/v1/users/${user.id}`, user])),
  ...Object.fromEntries(
    USERS.map(({ id }, i) => [
      `GET /admin/v1/users/${id}/browsers`,
      i > 0
        ? []
        : [
            {
              name: '1',
              browser: 'Firefox, Linux',
              created: ago(9),
              lastUsed: ago(1),
              current: false,
            },
          ],
    ]),
  ),
  'GET /admin/v1/templates': { templates: TEMPLATES, next: CLASS },
  [`GET /admin/v1/templates/${LONG_ID}/${CLASS - 1n}/thumbnails`]: THUMBNAILS,
  [`GET /admin/v1/templates/shop/${CLASS}/thumbnails`]: THUMBNAILS,
};

/** An answer of the service that does what it is asked, to changes and deletions. */
export const DONE = {};

export const press = (page: Page, name: string | RegExp) =>
  page
    .getByRole('button', { name, exact: typeof name === 'string' })
    .first()
    .click();
/** In the dialog. */
export const confirm = (page: Page, name: string) =>
  page.getByRole('dialog').getByRole('button', { name, exact: true }).click();
/** Opens the page of a client, of somebody or of a class. */
export const open = (page: Page, { admin }: Texts, name: string) =>
  press(page, `${admin.open} ${name}`);
