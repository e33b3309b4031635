/** Makes a client's JWT for its calls, signed with its own key. */
import { randomUUID } from 'node:crypto';
import { SignJWT } from 'jose';
import { strongestAlgorithm } from './signing-algorithm.ts';

/** @param seconds at most the client's `jwtLifetimeMinutes` */
export function makeClientToken(
  clientId: string,
  key: Uint8Array,
  audience: string | string[],
  seconds: number,
): Promise<string> {
  const now = Math.floor(Date.now() / 1000);
  return new SignJWT()
    .setProtectedHeader({ alg: strongestAlgorithm(key.length), typ: 'JWT' })
    .setSubject(clientId)
    .setIssuer(clientId)
    .setAudience(audience)
    .setIssuedAt(now)
    .setExpirationTime(now + seconds)
    .setJti(randomUUID())
    .sign(key);
}
