/** A client: an application that calls the service, and its permissions. */

import type { ClientSettings, SettingChanges } from './client-settings.ts';
import type { PublicKey } from './public-keys.ts';

export interface Client {
  readonly id: string;
  readonly name: string;
  readonly storage: string;
  readonly partition: string;
  readonly settings: ClientSettings;
  readonly redirectUris: readonly string[];
  /** Addresses to return to after a logout that the application started. */
  readonly postLogoutRedirectUris: readonly string[];
  readonly allowedOrigins: readonly string[];
  /** If not empty, the client must sign at the OAuth endpoints. They then refuse its secret. */
  readonly publicKeys: readonly PublicKey[];
  readonly created: Date;
}

/** A new client with its credentials, shown once. `key` is base64 of 64 random bytes or given. */
export interface CreatedClient extends Client {
  readonly secret: string;
  readonly key: string;
  readonly keyId: string;
}

/** The changeable properties of a client, besides its settings. */
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
  /** A secret taken over from another service. Absent: a new secret. */
  readonly secret?: string;
  /** A signing key taken over from another service: base64 of 32 bytes or more. */
  readonly key?: string;
}
