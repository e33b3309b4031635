/** Everything about people who log in by face, put together. */
import type { Database } from '../../storage/database.ts';
import type { KeyRing } from '../../storage/key-ring.ts';
import type { ClientRegistry } from '../client.ts';
import { createOAuth, type OAuth } from '../oauth/oauth.ts';
import { sweepRecords } from '../oauth/records.ts';
import { type Consents, createConsents } from './consents.ts';
import type { UserRegistry } from './user.ts';
import { createUserRegistry } from './users.ts';

export interface Accounts {
  readonly users: UserRegistry;
  readonly consents: Consents;
  readonly oauth: OAuth;
  /** Erases what has expired; returns how many records. */
  sweep(): Promise<number>;
}

export interface AccountParts {
  readonly database: Database;
  readonly keyRing: KeyRing;
  readonly clients: Pick<ClientRegistry, 'find' | 'checkSecret'>;
  /** Address by which browsers reach the service; no trailing slash. Asked when it is needed. */
  readonly publicUrl: () => string;
}

export function createAccounts({ database, keyRing, clients, publicUrl }: AccountParts): Accounts {
  const users = createUserRegistry(database);
  const consents = createConsents(database);
  const issuer = publicUrl;
  return {
    users,
    consents,
    oauth: createOAuth({ database, keyRing, clients, users, consents, issuer }),
    sweep: () => sweepRecords(database),
  };
}
