/** Clients and their signing keys, kept for a few seconds: a revoked key works no longer than that. */
import type { Client, ClientRegistry } from './client.ts';

export interface KnownClient {
  readonly client: Client;
  readonly keys: readonly Uint8Array[];
}

export interface Found {
  /** Undefined: there is no such client. */
  readonly value: KnownClient | undefined;
  readonly cached: boolean;
}

export interface KeyCache {
  find(id: string): Promise<Found>;
  refresh(id: string): Promise<Found>;
}

const LIFE_MS = 3000;
const MAX_CLIENTS = 1000;

/** Unknown clients are not kept, so that one registered a moment ago is found. */
export function createKeyCache(clients: Pick<ClientRegistry, 'find' | 'signingKeys'>): KeyCache {
  const kept = new Map<string, { readonly value: KnownClient; readonly until: number }>();
  const refresh = async (id: string): Promise<Found> => {
    const until = performance.now() + LIFE_MS;
    const [client, keys] = await Promise.all([clients.find(id), clients.signingKeys(id)]);
    kept.delete(id);
    if (client === undefined) return { value: undefined, cached: false };
    const oldest = kept.keys().next().value;
    if (kept.size >= MAX_CLIENTS && oldest !== undefined) kept.delete(oldest);
    const value = { client, keys };
    kept.set(id, { value, until });
    return { value, cached: false };
  };
  return {
    refresh,
    async find(id) {
      const known = kept.get(id);
      if (known !== undefined && known.until > performance.now())
        return { value: known.value, cached: true };
      return refresh(id);
    },
  };
}
