/** A client: an application that calls the service, and what it may do. */

import type { ClientSettings, SettingChanges } from './client-settings.ts';

export interface Client {
  readonly id: string;
  readonly name: string;
  readonly storage: string;
  readonly partition: string;
  readonly settings: ClientSettings;
  readonly redirectUris: readonly string[];
  readonly allowedOrigins: readonly string[];
  readonly created: Date;
}

/** A new client with its credentials, shown once. `key` is base64 of 64 random bytes, or given. */
export interface CreatedClient extends Client {
  readonly secret: string;
  readonly key: string;
  readonly keyId: string;
}

/** What can be changed of a client besides its settings. */
export type ClientChanges = Partial<Pick<Client, 'name' | 'redirectUris' | 'allowedOrigins'>>;

export interface NewClient {
  readonly id: string;
  readonly name: string;
  readonly storage: string;
  readonly partition: string;
  readonly redirectUris?: readonly string[];
  readonly allowedOrigins?: readonly string[];
  readonly settings?: SettingChanges;
  /** Taken over from another service; absent: a new one. */
  readonly secret?: string;
  /** The same of the signing key: base64 of 32 bytes or more. */
  readonly key?: string;
}
