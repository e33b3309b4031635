/** Authenticates a call by the JWT its client made with one of its signing keys. */
import type { Client, ClientRegistry } from './client.ts';

export interface AuthenticatorParts {
  readonly clients: Pick<ClientRegistry, 'find' | 'signingKeys'>;
  /** Accepted `aud` values; compared without regard to case. */
  readonly audiences: readonly string[];
}

/** Resolves to the client whose key signed the bearer token. @throws Unauthenticated */
export type Authenticator = (authorizationHeader: string | undefined) => Promise<Client>;

export function createAuthenticator(_parts: AuthenticatorParts): Authenticator {
  throw new Error('not yet');
}
