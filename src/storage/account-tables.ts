/** Tables of accounts and of the OAuth provider, as Kysely sees them. */
import type { SealedColumns } from './schema.ts';

/** People who log in by face. */
export interface UsersTable {
  id: string;
  name: string;
  /** `name` in the form that is compared; unique. */
  name_key: string;
  email: string | null;
  /** The address in the form that is compared, once it is confirmed; unique. */
  confirmed_email_key: string | null;
  /** 0 or 1. */
  admin: number;
  /** Class of the user's template among those of the accounts. */
  class_id: bigint;
  created: string;
}

/** Second factors; the sealed body is the secret. */
export interface UserTotpTable extends SealedColumns {
  user_id: string;
  /** 0 until the first code was right. */
  confirmed: number;
  /** Time step of the last code that was used: none is taken twice. */
  last_step: number;
  created: string;
}

export interface FaceConsentsTable {
  user_id: string;
  given: string;
  version: string;
  language: string;
  text: string;
}

export interface ApplicationConsentsTable {
  user_id: string;
  client_id: string;
  /** Separated by spaces. */
  scopes: string;
  granted: string;
  last_used: string;
}

/** Sessions of the account pages; `id` is the hash of the cookie. */
export interface AccountSessionsTable {
  id: string;
  user_id: string;
  created: string;
  expires: string;
  /** How it began. */
  kind: 'face' | 'link' | 'registration';
}

/** One-time links; `id` is the hash of the token. */
export interface AccountLinksTable {
  id: string;
  user_id: string;
  purpose: 'confirm-email' | 'enrol';
  email: string | null;
  expires: string;
}

/** Logins under way; `id` is the hash of the interaction or of the cookie. */
export interface SignInsTable {
  id: string;
  /** What was typed. */
  identifier: string;
  /** Null: there is no such user, which nobody is told. */
  user_id: string | null;
  /** JSON array of directions demanded at the next try. */
  challenge: string;
  /** Tries so far: a challenge is good for one of them. */
  tries: number;
  /** JSON array of the methods passed so far. */
  methods: string;
  expires: string;
}

/** Wrong tries by what was tried: a user, an identifier, an address. */
export interface AttemptLimitsTable {
  scope: string;
  failures: number;
  last_failure: string;
  locked_until: string;
}

/** What the OAuth provider keeps; the sealed body is its payload, ids are hashes. */
export interface OauthRecordsTable extends SealedColumns {
  model: string;
  id: string;
  grant_id: string | null;
  uid: string | null;
  user_id: string | null;
  client_id: string | null;
  consumed: string | null;
  expires: string;
}

/** Keys of the OAuth provider; the sealed body is the key. */
export interface OauthKeysTable extends SealedColumns {
  id: string;
  purpose: 'signature' | 'cookie' | 'pairwise';
  created: string;
}

export interface AccountSchema {
  users: UsersTable;
  user_totp: UserTotpTable;
  face_consents: FaceConsentsTable;
  application_consents: ApplicationConsentsTable;
  account_sessions: AccountSessionsTable;
  account_links: AccountLinksTable;
  sign_ins: SignInsTable;
  attempt_limits: AttemptLimitsTable;
  oauth_records: OauthRecordsTable;
  oauth_keys: OauthKeysTable;
}
