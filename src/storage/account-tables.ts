/** Tables of accounts and of the OAuth provider, as Kysely sees them. */
import type { Role } from './column-values.ts';
import type { BoundColumn, SealedColumns } from './columns.ts';

/** People who log in by face. */
export interface UsersTable extends BoundColumn {
  id: string;
  name: string;
  /** `name` in normalised form; unique. */
  name_key: string;
  email: string | null;
  /** The confirmed address in normalised form; unique. */
  confirmed_email_key: string | null;
  /** 1: has a position in the administration. */
  admin: number;
  /** Null beside `admin`: an owner. */
  role: Role | null;
  /** The client of an administrator. */
  role_client: string | null;
  /** Time; null: not disabled. */
  disabled: string | null;
  /** Class of the user's template among those of the accounts. */
  class_id: bigint;
  created: string;
  /** `created` of the second factor in force. If its row is missing, sign-in fails. Null: none. */
  totp_created: string | null;
  /** Number of passkeys in force. If any of their rows is missing, sign-in fails. Null: none. */
  passkeys: number | null;
  /** Number of unused recovery codes. Null: none. */
  recovery_codes: number | null;
}

/** Unused recovery codes of a user. */
export interface UserRecoveryCodesTable extends BoundColumn {
  user_id: string;
  created: string;
  /** JSON array of hashes, one for each code. */
  hashes: string;
}

/** Second factors; the sealed body is the secret. */
export interface UserTotpTable extends SealedColumns, BoundColumn {
  user_id: string;
  /** 0 until the first code was right. */
  confirmed: number;
  /** Time step of the last used code: each works once. */
  last_step: number;
  created: string;
}

/** Passkeys; `id` is the hash of the credential id. The sealed body holds id and key. */
export interface UserPasskeysTable extends SealedColumns, BoundColumn {
  id: string;
  user_id: string;
  created: string;
  last_used: string | null;
  /** Signature counter of the authenticator; some do not count. */
  counter: bigint;
  /** 1: a provider syncs it to several devices. */
  synced: number;
}

export interface FaceConsentsTable extends BoundColumn {
  user_id: string;
  given: string;
  version: string;
  language: string;
  text: string;
}

/** Scopes of a withdrawn consent. Its row stays, so that the application learns of an erasure. */
export const WITHDRAWN = '';

export interface ApplicationConsentsTable extends BoundColumn {
  user_id: string;
  client_id: string;
  /** Separated by spaces; or `WITHDRAWN`. */
  scopes: string;
  granted: string;
  last_used: string;
}

/** Sessions of the account pages; `id` is the hash of the cookie. */
export interface AccountSessionsTable extends BoundColumn {
  id: string;
  /** Null: the administrator has no account. */
  user_id: string | null;
  created: string;
  expires: string;
  /** How the session began. */
  kind: 'face' | 'link' | 'registration' | 'passkey' | 'mail' | 'provider';
  /** JSON of an administrator whom a provider vouches for; else null. */
  administrator: string | null;
  /** 1: a second factor was shown; else null. */
  second_factor: number | null;
  /** Short form of the browser's own name. */
  browser: string | null;
  /** Network of the address from which it began. */
  network: string | null;
  /** Precise to a few minutes. */
  last_seen: string | null;
  /** `id` of the known browser in which it began. Null: the browser was not known. */
  browser_id: string | null;
}

/** Known browsers of users; `id` is the hash of the cookie, which users of one browser share. */
export interface KnownBrowsersTable extends BoundColumn {
  user_id: string;
  id: string;
  /** JSON Web Key of the browser: P-256. */
  public_key: string;
  /** Short form of the browser's own name. */
  browser: string | null;
  created: string;
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

/** Logins in progress; `id` is the hash of the interaction or of the cookie. */
export interface SignInsTable extends BoundColumn {
  id: string;
  /** Drawn when a user is named, to distinguish sign-ins under the same id. */
  nonce: string;
  /** What was typed. */
  identifier: string;
  /** Null: there is no such user. Callers never learn that. */
  user_id: string | null;
  /** JSON array of directions demanded at the next attempt. */
  challenge: string;
  /** Attempts so far. Each challenge is valid for one attempt. */
  attempts: number;
  /** JSON array of the methods passed so far. */
  methods: string;
  expires: string;
}

/** Wrong attempts by user, identifier, browser or network. */
export interface AttemptLimitsTable {
  scope: string;
  failures: number;
  last_failure: string;
  locked_until: string;
}

/** Uses in the period that ends then. `id` names the quota and, by a keyed hash, the owner. */
export interface QuotasTable {
  id: string;
  used: number;
  ends: string;
}

/** Records of the OAuth provider; the sealed body is the payload, ids are hashes. */
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
  user_recovery_codes: UserRecoveryCodesTable;
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
