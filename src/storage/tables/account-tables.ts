/** Tables of accounts of people who log in by face, and records of the OAuth provider. */
import type { Role } from '../column-values.ts';
import {
  BOUND,
  bigint,
  flag,
  integer,
  key,
  of,
  ofLength,
  oneOf,
  orNull,
  SEALED,
  table,
  text,
  time,
  upTo,
} from './table.ts';

/** Scopes of a withdrawn consent. Its row stays, so that the application learns of an erasure. */
export const WITHDRAWN = '';

const HASH = ofLength(64);

export const ACCOUNT_TABLES = {
  /** People who log in by face. */
  users: table({
    id: key(text()),
    name: upTo(64),
    /** `name` in normalised form. */
    name_key: text('unique'),
    email: orNull(upTo(254, 3)),
    /** The confirmed address in normalised form. */
    confirmed_email_key: orNull(text('unique')),
    /** 1: has a position in the administration. */
    admin: flag(),
    /** Null beside `admin`: an owner. */
    role: orNull(text<Role>()),
    /** The client of an administrator. */
    role_client: orNull(text()),
    /** Time; null: not disabled. */
    disabled: orNull(text()),
    /** Class of the user's template among those of the accounts. */
    class_id: bigint('unique check ($ > 0)'),
    created: time(),
    /** `created` of the second factor in force. If its row is missing, sign-in fails. Null: none. */
    totp_created: orNull(time()),
    /** Number of passkeys in force. If any of their rows is missing, sign-in fails. Null: none. */
    passkeys: orNull(integer()),
    /** Number of unused recovery codes. Null: none. */
    recovery_codes: orNull(integer()),
    ...BOUND,
  }),

  /** Second factors; the sealed body is the secret. */
  user_totp: table({
    user_id: key(of('users')),
    /** 0 until the first code was right. */
    confirmed: flag(),
    /** Time step of the last used code: each works once. */
    last_step: integer(),
    created: time(),
    ...SEALED,
    ...BOUND,
  }),

  /** Passkeys; `id` is the hash of the credential id. The sealed body holds id and key. */
  user_passkeys: table(
    {
      id: key(HASH),
      user_id: of('users'),
      created: time(),
      last_used: orNull(time()),
      /** Signature counter of the authenticator; some do not count. */
      counter: bigint('check ($ >= 0)'),
      /** 1: a provider syncs it to several devices. */
      synced: flag(),
      ...SEALED,
      ...BOUND,
    },
    { indexes: { user: 'user_id' } },
  ),

  /** Unused recovery codes of a user. */
  user_recovery_codes: table({
    user_id: key(of('users')),
    created: time(),
    /** JSON array of hashes, one for each code. */
    hashes: text(),
    ...BOUND,
  }),

  face_consents: table(
    {
      user_id: of('users'),
      given: time(),
      version: text(),
      language: text(),
      text: text(),
      ...BOUND,
    },
    { key: 'user_id, given' },
  ),

  application_consents: table(
    {
      user_id: of('users'),
      client_id: of('clients'),
      /** Separated by spaces; or `WITHDRAWN`. */
      scopes: text(),
      granted: time(),
      last_used: time(),
      ...BOUND,
    },
    { key: 'user_id, client_id' },
  ),

  /** Sessions of the account pages; `id` is the hash of the cookie. */
  account_sessions: table(
    {
      id: key(HASH),
      /** Null: the administrator has no account. */
      user_id: orNull(of('users')),
      created: time(),
      expires: time(),
      /** How the session began. */
      kind: oneOf('face', 'link', 'registration', 'passkey', 'mail', 'provider'),
      /** JSON of an administrator whom a provider vouches for; else null. */
      administrator: orNull(text('check (($ is null) = (user_id is not null))')),
      /** 1: a second factor was shown; else null. */
      second_factor: orNull(integer('check ($ = 1)')),
      /** Short form of the browser's own name. */
      browser: orNull(text()),
      /** Network of the address from which it began. */
      network: orNull(text()),
      /** Precise to a few minutes. */
      last_seen: orNull(time()),
      /** `id` of the known browser in which it began. Null: the browser was not known. */
      browser_id: orNull(text()),
      ...BOUND,
    },
    { indexes: { user: 'user_id', end: 'expires' } },
  ),

  /** One-time links; `id` is the hash of the token. */
  account_links: table(
    {
      id: key(HASH),
      user_id: of('users'),
      purpose: oneOf('confirm-email', 'enrol'),
      email: orNull(text()),
      expires: time(),
      ...BOUND,
    },
    { indexes: { user: 'user_id' } },
  ),

  /** Known browsers of users; `id` is the hash of the cookie, which users of one browser share. */
  known_browsers: table(
    {
      user_id: of('users'),
      id: HASH,
      /** JSON Web Key of the browser: P-256. */
      public_key: text(),
      /** Short form of the browser's own name. */
      browser: orNull(text()),
      created: time(),
      last_used: time(),
      ...BOUND,
    },
    { key: 'user_id, id', indexes: { use: 'last_used' } },
  ),

  /** Logins in progress; `id` is the hash of the interaction or of the cookie. */
  sign_ins: table(
    {
      id: key(HASH),
      /** Drawn when a user is named, to distinguish sign-ins under the same id. */
      nonce: text(),
      /** What was typed. */
      identifier: text(),
      /** Null: there is no such user. Callers never learn that. */
      user_id: orNull(of('users')),
      /** JSON array of directions demanded at the next attempt. */
      challenge: text(),
      /** Attempts so far. Each challenge is valid for one attempt. */
      attempts: integer(),
      /** JSON array of the methods passed so far. */
      methods: text(),
      expires: time(),
      ...BOUND,
    },
    { indexes: { end: 'expires' } },
  ),

  /** Wrong attempts by user, identifier, browser or network. */
  attempt_limits: table(
    {
      scope: key(text()),
      failures: integer('check ($ > 0)'),
      last_failure: time(),
      locked_until: time(),
    },
    { indexes: { time: 'last_failure' } },
  ),

  /** Records of the OAuth provider; the sealed body is the payload, ids are hashes. */
  oauth_records: table(
    {
      model: text(),
      id: HASH,
      grant_id: orNull(text()),
      uid: orNull(text()),
      user_id: orNull(text()),
      client_id: orNull(text()),
      consumed: orNull(time()),
      expires: time(),
      ...SEALED,
      ...BOUND,
    },
    {
      key: 'model, id',
      indexes: { grant: 'grant_id', uid: 'uid', user: 'user_id', end: 'expires' },
    },
  ),
};
