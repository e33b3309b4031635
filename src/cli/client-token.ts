/** Makes the JWT a client sends with its calls, signed with its key as any client would. */
import { randomUUID } from 'node:crypto';
import { SignJWT } from 'jose';

export interface ClientTokenOptions {
  readonly clientId: string;
  /** 64 bytes. */
  readonly key: Uint8Array;
  readonly audience: string;
  /** At most an hour, which is what the service accepts. */
  readonly seconds: number;
}

export function makeClientToken(options: ClientTokenOptions): Promise<string> {
  const now = Math.floor(Date.now() / 1000);
  return new SignJWT()
    .setProtectedHeader({ alg: 'HS512', typ: 'JWT' })
    .setSubject(options.clientId)
    .setIssuer(options.clientId)
    .setAudience(options.audience)
    .setIssuedAt(now)
    .setExpirationTime(now + options.seconds)
    .setJti(randomUUID())
    .sign(options.key);
}
