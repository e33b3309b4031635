/** One-time links to the playground. The browser calls as the client, but never gets its key. */
import { LRUCache } from 'lru-cache';
import { HOUR_MS, MINUTE_SECONDS } from '../../durations.ts';
import { NotFound } from '../../errors.ts';
import { linkExpired, newToken } from '../one-time.ts';
import { makeClientToken } from './client-token.ts';
import type { ClientRegistry } from './clients.ts';

/** Milliseconds for which a link is valid. */
const LINK_MS = HOUR_MS;
/** Milliseconds for which a tab stays signed in. */
const SESSION_MS = 12 * HOUR_MS;
/** Validity of a tab's token in seconds. No `jwtLifetimeMinutes` setting allows less. */
const TOKEN_SECONDS = MINUTE_SECONDS;

export type Playground = ReturnType<typeof createPlayground>;

/** Links and sessions live in this process and end with it. */
export function createPlayground(clients: Pick<ClientRegistry, 'signingKeys'>, audience: string) {
  const links = new LRUCache<string, string>({ max: 100, ttl: LINK_MS });
  const sessions = new LRUCache<string, string>({ max: 1000, ttl: SESSION_MS });
  return {
    /** The part of a link after the `#`. */
    link(clientId: string): string {
      const token = newToken();
      links.set(token, clientId);
      return token;
    },

    /** @throws NotFound the link has expired or was used before */
    redeem(link: string): { readonly client: string; readonly session: string } {
      const client = links.get(link);
      if (!links.delete(link) || client === undefined) throw linkExpired();
      const session = newToken();
      sessions.set(session, client);
      return { client, session };
    },

    /** A JWT of the client. @throws NotFound the session has ended, or the client has no keys */
    async token(session: string): Promise<string> {
      const clientId = sessions.get(session);
      const [key] = clientId === undefined ? [] : await clients.signingKeys(clientId);
      if (clientId === undefined || key === undefined) throw new NotFound('Sign in again.');
      return makeClientToken(clientId, key, audience, TOKEN_SECONDS);
    },
  };
}
