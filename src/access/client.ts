/** A client: the tenant application that calls the service, and what it may do. */

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

/** A new client with its credentials, shown once. `key` is base64, of 64 random bytes unless given. */
export interface CreatedClient extends Client {
  readonly secret: string;
  readonly key: string;
  readonly keyId: string;
}

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

/** Registered clients and their key rings. Keys and secrets never leave it in the clear but once. */
export interface ClientRegistry {
  /** @throws InvalidArgument bad name, a secret or key that can be guessed, or the id is taken */
  create(client: NewClient): Promise<CreatedClient>;
  find(id: string): Promise<Client | undefined>;
  list(): Promise<readonly Client[]>;
  /** Active HMAC keys of the client, newest first; empty when there is no such client. */
  signingKeys(id: string): Promise<readonly Uint8Array[]>;
  /** True when `secret` is the client's (Basic authentication); constant time. */
  checkSecret(id: string, secret: string): Promise<boolean>;
  /** Adds a key; older ones stay valid for `overlapSeconds`. @throws NotFound; InvalidArgument */
  rotateKey(
    id: string,
    overlapSeconds?: number,
  ): Promise<{ readonly key: string; readonly keyId: string }>;
  updateSettings(id: string, settings: SettingChanges): Promise<Client>;
  /** @throws NotFound; refuses (InvalidArgument) while templates of its partition would be orphaned unless `erase` */
  delete(id: string, options?: { readonly erase?: boolean }): Promise<void>;
}
