/** Keeps clients and their signing keys for seconds. A revoked key works no longer than that. */
import type { JWTPayload } from 'jose';
import { LRUCache } from 'lru-cache';
import type { Client } from './client.ts';
import type { ClientRegistry } from './clients.ts';

export interface KnownClient {
  readonly client: Client;
  readonly keys: readonly Uint8Array[];
  /** Claims of tokens that these keys signed, by digest; kept no longer than the keys. */
  readonly verified: LRUCache<string, JWTPayload>;
}

export type KeyCache = ReturnType<typeof createKeyCache>;

/** Milliseconds for which a deleted or replaced credential may still be accepted. */
export const CREDENTIAL_LIFE_MS = 3000;
const MAX_CLIENTS = 1000;
const MAX_TOKENS = 20;

/** Unknown clients are not cached, so that a new client is found at once. */
export function createKeyCache(clients: Pick<ClientRegistry, 'find' | 'signingKeys'>) {
  const kept = new LRUCache<string, KnownClient>({ max: MAX_CLIENTS, ttl: CREDENTIAL_LIFE_MS });
  /** Undefined: no such client. */
  type Found = { readonly value: KnownClient | undefined; readonly cached: boolean };
  const refresh = async (id: string): Promise<Found> => {
    const start = performance.now();
    const [client, keys] = await Promise.all([clients.find(id), clients.signingKeys(id)]);
    kept.delete(id);
    if (client === undefined) return { value: undefined, cached: false };
    const value = { client, keys, verified: new LRUCache<string, JWTPayload>({ max: MAX_TOKENS }) };
    kept.set(id, value, { start });
    return { value, cached: false };
  };
  return {
    refresh,
    async find(id: string) {
      const value = kept.get(id);
      return value === undefined ? refresh(id) : { value, cached: true };
    },
  };
}
