/** People who log in by face, and the built-in client their templates belong to. */
import type { Client } from '../client.ts';
import { DEFAULT_CLIENT_SETTINGS } from '../client-settings.ts';

export interface User {
  readonly id: string;
  /** What the user logs in with and others see. */
  readonly name: string;
  readonly email: string | undefined;
  readonly emailConfirmed: boolean;
  readonly admin: boolean;
  /** Class of the user's template below `ACCOUNTS`. */
  readonly classId: bigint;
  readonly created: Date;
}

export interface NewUser {
  readonly name: string;
  readonly email?: string;
  readonly admin?: boolean;
}

export interface UserRegistry {
  /** @throws InvalidArgument bad name or address, or the name is taken */
  create(user: NewUser): Promise<User>;
  find(id: string): Promise<User | undefined>;
  /** The user of that name or confirmed e-mail address. */
  findByIdentifier(identifier: string): Promise<User | undefined>;
  list(): Promise<readonly User[]>;
  /** False: the user is gone or has another address, or another account has confirmed it. */
  confirmEmail(id: string, email: string): Promise<boolean>;
  /** Replaces the address; the new one is unconfirmed. */
  setEmail(id: string, email: string): Promise<void>;
  /** Takes the rights of an administrator away. False: there is no other one who could give them. */
  resign(id: string): Promise<boolean>;
}

/** Name of the client and the storage of all accounts; no registered client may take it. */
export const ACCOUNTS_NAME = 'accounts';

/**
 * The client in whose name people log in. It is not registered and has neither keys nor secret, so
 * that nobody can call the service as this client.
 */
export const ACCOUNTS: Client = Object.freeze({
  id: ACCOUNTS_NAME,
  name: 'Accounts',
  storage: ACCOUNTS_NAME,
  partition: '1',
  settings: DEFAULT_CLIENT_SETTINGS,
  redirectUris: [],
  allowedOrigins: [],
  created: new Date(0),
});
