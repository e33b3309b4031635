/** Public keys of applications that authenticate by signatures (private_key_jwt). */
import { createPublicKey, type JsonWebKey } from 'node:crypto';
import { MemberRefused } from '../../errors.ts';

/** A JWK without secret members. */
export type PublicKey = JsonWebKey & { readonly kid?: string };

const MOST_KEYS = 10;
const LEAST_RSA_BITS = 2048;

const CURVES: readonly unknown[] = ['P-256', 'Ed25519'];
/** Algorithms by which keys of these kinds sign. */
export const SIGNING_ALGORITHMS = ['RS256', 'PS256', 'ES256', 'EdDSA', 'Ed25519'] as const;

/** The keys, reduced to known members. @throws MemberRefused */
export function readPublicKeys(keys: readonly PublicKey[]): readonly PublicKey[] {
  if (keys.length > MOST_KEYS) throw refused(`expected ${MOST_KEYS} at most`, 'too-many');
  return keys.map(readKey);
}

function readKey(given: PublicKey): PublicKey {
  if (given.d !== undefined || given.k !== undefined)
    throw refused('a key is secret; give its public part only', 'secret');
  const key = publicKey(given);
  const { modulusLength = 0 } = key?.asymmetricKeyDetails ?? {};
  const known = given.kty === 'RSA' ? modulusLength >= LEAST_RSA_BITS : CURVES.includes(given.crv);
  if (key === undefined || !known)
    throw refused('expected JWKs: RSA of 2048 bits or more, P-256, or Ed25519');
  const kid = typeof given.kid === 'string' && given.kid !== '' ? { kid: given.kid } : {};
  return { ...key.export({ format: 'jwk' }), ...kid, use: 'sig' };
}

function publicKey(key: PublicKey) {
  try {
    return createPublicKey({ key, format: 'jwk' });
  } catch {
    return undefined;
  }
}

const refused = (reason: string, flaw?: MemberRefused['flaw']) =>
  new MemberRefused('publicKeys', reason, flaw);
