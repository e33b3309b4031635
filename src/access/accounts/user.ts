/** People who log in by face, and the built-in client their templates belong to. */
import type { Client } from '../clients/client.ts';
import { DEFAULT_CLIENT_SETTINGS } from '../clients/client-settings.ts';
import type { Position } from './role.ts';

export interface User {
  readonly id: string;
  /** The name for logins. Others see it. */
  readonly name: string;
  readonly email: string | undefined;
  readonly emailConfirmed: boolean;
  /** Whether the user has a position. */
  readonly admin: boolean;
  /** Position in the administration. Undefined: none. */
  readonly position: Position | undefined;
  /** This user cannot sign in. */
  readonly disabled: boolean;
  /** Class of the user's template in the `ACCOUNTS` storage. */
  readonly classId: bigint;
  readonly created: Date;
}

export interface NewUser {
  readonly name: string;
  readonly email?: string;
  /** True: makes the user an owner. */
  readonly admin?: boolean;
  readonly position?: Position | undefined;
}

/** Name of the client and the storage of all accounts; no registered client may take it. */
export const ACCOUNTS_NAME = 'accounts';

/** The client for logins. It has no key and no secret, so it cannot call. */
export const ACCOUNTS: Client = Object.freeze({
  id: ACCOUNTS_NAME,
  name: 'Accounts',
  storage: ACCOUNTS_NAME,
  partition: '1',
  settings: DEFAULT_CLIENT_SETTINGS,
  redirectUris: [],
  postLogoutRedirectUris: [],
  publicKeys: [],
  allowedOrigins: [],
  created: new Date(0),
});
