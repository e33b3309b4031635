/** Receipts of erasures: JSON Web Tokens signed with the service's published keys (its JWKS). */
import { randomUUID } from 'node:crypto';
import { createLocalJWKSet, decodeJwt, errors, importJWK, jwtVerify, SignJWT } from 'jose';
import { InvalidArgument } from '../../errors.ts';
import type { KeyRing } from '../../sealing/keys.ts';
import type { Database } from '../../storage/database.ts';
import { providerKeys } from '../oauth/keys.ts';

/** Sets receipts apart from all other tokens that these keys sign. */
const TYPE = 'erasure-receipt+jwt';
const LONGEST = 8192;

/** The contents of a receipt. */
export interface Receipt {
  readonly id: string;
  readonly issued: Date;
  readonly erased: object;
}

/** @param issuer address of the service */
export function createReceipts(database: Database, keyRing: KeyRing, issuer: () => string) {
  const publicKeys = async () => {
    const { signature } = await providerKeys(database, keyRing);
    return signature.map(({ kty, n, e, kid, alg }) => ({ kty, n, e, kid, alg }) as never);
  };
  return {
    async sign(erased: object): Promise<string> {
      const { signature } = await providerKeys(database, keyRing);
      const [key] = signature;
      return new SignJWT({ erased })
        .setProtectedHeader({ alg: 'RS256', typ: TYPE, kid: key!.kid! })
        .setIssuer(issuer())
        .setIssuedAt()
        .setJti(randomUUID())
        .sign(await importJWK(key!, 'RS256'));
    },

    /** The content, and whether a key that is still published signed it. @throws InvalidArgument */
    async read(text: string): Promise<Receipt & { readonly signed: boolean }> {
      const receipt = contentOf(text);
      const keys = createLocalJWKSet({ keys: await publicKeys() });
      const signed = await jwtVerify(text, keys, { typ: TYPE, algorithms: ['RS256'] }).then(
        () => true,
        (error: unknown) => {
          if (error instanceof errors.JOSEError) return false;
          throw error;
        },
      );
      return { ...receipt, signed };
    },
  };
}

function contentOf(text: string): Receipt {
  try {
    if (text.length > LONGEST) throw new errors.JWTInvalid('too long');
    const { jti, iat, erased } = decodeJwt<{ erased: object }>(text);
    if (jti === undefined || iat === undefined || typeof erased !== 'object')
      throw new errors.JWTInvalid('not one of ours');
    return { id: jti, issued: new Date(iat * 1000), erased };
  } catch (error) {
    if (error instanceof errors.JOSEError)
      throw new InvalidArgument('receipt: not a receipt of an erasure');
    throw error;
  }
}
