/** A client: the tenant application that calls the service, and what it may do. */

export interface ClientSettings {
  /** Keep thumbnails of enrolled samples (needed for encoder upgrades). */
  readonly thumbnails: boolean;
  /** False-match rate of verification, 0..1. */
  readonly falseMatchRate: number;
  /** Share of searches for people who are not enrolled that may name somebody, 0..1. */
  readonly falsePositiveIdentificationRate: number;
  /** Classes that a search for the best matches lists. */
  readonly topMatches: number;
  /** Operations the client may call; undefined: all. */
  readonly allowedOperations?: readonly string[];
  /** Most feature vectors a template keeps. */
  readonly maxFeatureVectors: number;
  /** Days that bookkeeping entries are kept. */
  readonly retentionDays: number;
  /** Scores of quality measures (0..100, by name) that an image must reach to be enrolled. */
  readonly minimumQuality: Readonly<Record<string, number>>;
  /** Enrol with a consent reference only, and search only templates that have one. */
  readonly requireConsent: boolean;
  /** Days that audit entries are kept; undefined: for ever. */
  readonly auditRetentionDays?: number;
  /** OAuth: it cannot keep a secret (an app, a page), so it has none and must use PKCE. */
  readonly publicClient: boolean;
  /** OAuth: its users answer a challenge (turn the head) when they log in. */
  readonly requireChallenge: boolean;
  /** OAuth: its users give a second factor (TOTP) when they log in. */
  readonly requireSecondFactor: boolean;
  /** Add to liveness answers what every check saw: it helps attackers too, so only to debug. */
  readonly debugEvidence: boolean;
}

export const DEFAULT_CLIENT_SETTINGS: ClientSettings = Object.freeze({
  thumbnails: true,
  falseMatchRate: 0.0001,
  falsePositiveIdentificationRate: 0.003,
  topMatches: 10,
  maxFeatureVectors: 16,
  retentionDays: 365,
  minimumQuality: Object.freeze({}),
  publicClient: false,
  requireChallenge: false,
  requireSecondFactor: false,
  requireConsent: false,
  debugEvidence: false,
});

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

/** A new client with its credentials, shown once. `key` is base64 of 64 random bytes. */
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
  readonly settings?: Partial<ClientSettings>;
}

/** Registered clients and their key rings. Keys and secrets never leave it in the clear but once. */
export interface ClientRegistry {
  /** @throws InvalidArgument bad name, or the id is taken */
  create(client: NewClient): Promise<CreatedClient>;
  find(id: string): Promise<Client | undefined>;
  list(): Promise<readonly Client[]>;
  /** Active HMAC keys of the client, newest first; empty when there is no such client. */
  signingKeys(id: string): Promise<readonly Uint8Array[]>;
  /** True when `secret` is the client's (Basic authentication); constant time. */
  checkSecret(id: string, secret: string): Promise<boolean>;
  /** Adds a key; older ones stay valid for `overlapSeconds`. @throws NotFound */
  rotateKey(
    id: string,
    overlapSeconds?: number,
  ): Promise<{ readonly key: string; readonly keyId: string }>;
  updateSettings(id: string, settings: Partial<ClientSettings>): Promise<Client>;
  /** @throws NotFound; refuses (InvalidArgument) while templates of its partition would be orphaned unless `erase` */
  delete(id: string, options?: { readonly erase?: boolean }): Promise<void>;
}
