/** A client: an application that calls the service, and what it may do. */

import type { ClientSettings, SettingChanges } from './client-settings.ts';
import type { PublicKey } from './public-keys.ts';

export interface Client {
  readonly id: string;
  readonly name: string;
  readonly storage: string;
  readonly partition: string;
  readonly settings: ClientSettings;
  readonly redirectUris: readonly string[];
  /** Where browsers may go after a logout that the application started. */
  readonly postLogoutRedirectUris: readonly string[];
  readonly allowedOrigins: readonly string[];
  /** If not empty, the client must sign at the OAuth endpoints, which then refuse its secret. */
  readonly publicKeys: readonly PublicKey[];
  readonly created: Date;
}

/** A new client with its credentials, shown once. `key` is base64 of 64 random bytes, or given. */
export interface CreatedClient extends Client {
  readonly secret: string;
  readonly key: string;
  readonly keyId: string;
}

/** What can be changed of a client besides its settings. */
export type ClientChanges = Partial<
  Pick<Client, 'name' | 'redirectUris' | 'postLogoutRedirectUris' | 'allowedOrigins' | 'publicKeys'>
>;

export interface NewClient {
  readonly id: string;
  readonly name: string;
  readonly storage: string;
  readonly partition: string;
  readonly redirectUris?: readonly string[];
  readonly postLogoutRedirectUris?: readonly string[];
  readonly allowedOrigins?: readonly string[];
  readonly publicKeys?: readonly PublicKey[];
  readonly settings?: SettingChanges;
  /** Taken over from another service; absent: a new secret. */
  readonly secret?: string;
  /** The same for the signing key: base64 of 32 bytes or more. */
  readonly key?: string;
}
