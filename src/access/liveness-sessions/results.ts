/** Results of liveness sessions: JSON Web Signatures by published keys that sign nothing else. */
import { importJWK, SignJWT } from 'jose';
import type { KeyRing } from '../../sealing/keys.ts';
import type { Database } from '../../storage/database.ts';
import { providerKeys } from '../oauth/keys.ts';
import type { LivenessSession } from './session.ts';

/** Sets it apart from all other tokens. Without `sub` it never passes for an ID token. */
const TYPE = 'liveness-result+jwt';

/** @param issuer address of the service */
export function createResults(database: Database, keyRing: KeyRing, issuer: () => string) {
  return {
    /** Signs the claims, plus those that bind them to session, client and nonce. */
    async sign(
      { id, clientId, nonce, readableUntil, sandbox }: LivenessSession,
      claims: Readonly<Record<string, unknown>>,
    ): Promise<string> {
      const [key] = (await providerKeys(database, keyRing)).results;
      return new SignJWT({ ...claims, nonce, ...(sandbox && { sandbox }) })
        .setProtectedHeader({ alg: 'ES256', typ: TYPE, kid: key!.kid! })
        .setIssuer(issuer())
        .setAudience(clientId)
        .setJti(id)
        .setIssuedAt()
        .setExpirationTime(readableUntil)
        .sign(await importJWK(key!, 'ES256'));
    },
  };
}
