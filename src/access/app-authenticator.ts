/** Authenticates an application by HTTP Basic (RFC 7617): its client id and secret. */
import { createHash, timingSafeEqual } from 'node:crypto';
import { LRUCache } from 'lru-cache';
import { NAME } from '../bcid.ts';
import { Unauthenticated } from '../errors.ts';
import type { Client } from './clients/client.ts';
import type { ClientRegistry } from './clients/clients.ts';
import { CREDENTIAL_LIFE_MS } from './clients/key-cache.ts';

/** Resolves to the client with the credentials in the header. @throws Unauthenticated */
export type AppAuthenticator = (authorizationHeader: string | undefined) => Promise<Client>;

const BASIC = /^Basic +([A-Za-z0-9+/]+={0,2})$/i;
const LONGEST_HEADER = 1024;
const MAX_KEPT = 1000;

interface Known {
  readonly client: Client;
  /** SHA-256 of the secret: the secret itself is not kept. */
  readonly digest: Uint8Array;
}

/** Remembers valid credentials for a few seconds. Always looks invalid ones up. */
export function createAppAuthenticator(
  clients: Pick<ClientRegistry, 'find' | 'checkSecret'>,
): AppAuthenticator {
  const kept = new LRUCache<string, Known>({ max: MAX_KEPT, ttl: CREDENTIAL_LIFE_MS });
  return async (header) => {
    const { id, secret } = credentials(header);
    const digest = createHash('sha256').update(secret).digest();
    const known = kept.get(id);
    if (known !== undefined && timingSafeEqual(known.digest, digest)) return known.client;
    const [client, right] = await Promise.all([clients.find(id), clients.checkSecret(id, secret)]);
    if (client === undefined || !right) throw new Unauthenticated('wrong client id or secret', id);
    kept.set(id, { client, digest });
    return client;
  };
}

function credentials(header = ''): { readonly id: string; readonly secret: string } {
  const encoded = header.length <= LONGEST_HEADER ? BASIC.exec(header)?.[1] : undefined;
  const text = Buffer.from(encoded ?? '', 'base64').toString('utf8');
  const colon = text.indexOf(':');
  const id = text.slice(0, Math.max(0, colon));
  if (!NAME.test(id)) throw new Unauthenticated('no Basic credentials');
  return { id, secret: text.slice(colon + 1) };
}
