/** Tables of accounts and of the OAuth provider, as Kysely sees them. */
import type { Role } from './column-values.ts';
import type { BoundColumn, SealedColumns } from './columns.ts';

/** People who log in by face. */
export interface UsersTable extends BoundColumn {
  id: string;
  name: string;
  /** `name` in the form that is compared; unique. */
  name_key: string;
  email: string | null;
  /** The address in the form that is compared, once it is confirmed; unique. */
  confirmed_email_key: string | null;
  /** 1: has a position in the administration. */
  admin: number;
  /** Null beside `admin`: an owner. */
  role: Role | null;
  /** The client of an administrator. */
  role_client: string | null;
  /** When; null: is not. */
  disabled: string | null;
  /** Class of the user's template among those of the accounts. */
  class_id: bigint;
  created: string;
  /** `created` of the second factor in force: without its row nobody gets in. Null: none. */
  totp_created: string | null;
  /** How many passkeys are in force: without all of their rows nobody gets in. Null: none. */
  passkeys: number | null;
}

/** Second factors; the sealed body is the secret. */
export interface UserTotpTable extends SealedColumns, BoundColumn {
  user_id: string;
  /** 0 until the first code was right. */
  confirmed: number;
  /** Time step of the last code that was used: none is taken twice. */
  last_step: number;
  created: string;
}

/** Passkeys; `id` is the hash of the credential's, which the sealed body holds with its key. */
export interface UserPasskeysTable extends SealedColumns, BoundColumn {
  id: string;
  user_id: string;
  created: string;
  last_used: string | null;
  /** Uses that the authenticator has counted; it may count none. */
  counter: bigint;
  /** 1: it is kept on several devices, as its maker does it. */
  synced: number;
}

export interface FaceConsentsTable extends BoundColumn {
  user_id: string;
  given: string;
  version: string;
  language: string;
  text: string;
}

export interface ApplicationConsentsTable extends BoundColumn {
  user_id: string;
  client_id: string;
  /** Separated by spaces. */
  scopes: string;
  granted: string;
  last_used: string;
}

/** Sessions of the account pages; `id` is the hash of the cookie. */
export interface AccountSessionsTable extends BoundColumn {
  id: string;
  user_id: string;
  created: string;
  expires: string;
  /** How it began. */
  kind: 'face' | 'link' | 'registration' | 'passkey' | 'mail';
  /** 1: the second factor was shown as well; else null. */
  second_factor: number | null;
  /** The browser as it named itself, in a few words. */
  browser: string | null;
  /** Network of the address in which it began. */
  network: string | null;
  /** To a few minutes. */
  last_seen: string | null;
}

/** Browsers in which a user has signed in; `id` is the hash of the cookie. */
export interface KnownBrowsersTable {
  user_id: string;
  id: string;
  last_used: string;
}

/** One-time links; `id` is the hash of the token. */
export interface AccountLinksTable extends BoundColumn {
  id: string;
  user_id: string;
  purpose: 'confirm-email' | 'enrol';
  email: string | null;
  expires: string;
}

/** Logins under way; `id` is the hash of the interaction or of the cookie. */
export interface SignInsTable extends BoundColumn {
  id: string;
  /** Drawn when a user is named, so that a sign-in is told from the one before it. */
  nonce: string;
  /** What was typed. */
  identifier: string;
  /** Null: there is no such user, which nobody is told. */
  user_id: string | null;
  /** JSON array of directions demanded at the next attempt. */
  challenge: string;
  /** Attempts so far: a challenge is good for one of them. */
  attempts: number;
  /** JSON array of the methods passed so far. */
  methods: string;
  expires: string;
}

/** Wrong attempts by what was tried: a user, an identifier, an address. */
export interface AttemptLimitsTable {
  scope: string;
  failures: number;
  last_failure: string;
  locked_until: string;
}

/** What was done in the period that ends then; `id` names what and, by a keyed hash, for whom. */
export interface QuotasTable {
  id: string;
  used: number;
  ends: string;
}

/** What the OAuth provider keeps; the sealed body is its payload, ids are hashes. */
export interface OauthRecordsTable extends SealedColumns, BoundColumn {
  model: string;
  id: string;
  grant_id: string | null;
  uid: string | null;
  user_id: string | null;
  client_id: string | null;
  consumed: string | null;
  expires: string;
}

export interface AccountSchema {
  users: UsersTable;
  user_totp: UserTotpTable;
  user_passkeys: UserPasskeysTable;
  face_consents: FaceConsentsTable;
  application_consents: ApplicationConsentsTable;
  account_sessions: AccountSessionsTable;
  account_links: AccountLinksTable;
  known_browsers: KnownBrowsersTable;
  sign_ins: SignInsTable;
  attempt_limits: AttemptLimitsTable;
  quotas: QuotasTable;
  oauth_records: OauthRecordsTable;
}
