/** Client secrets: random, shown once, kept as a keyed hash. */
import { createHmac, randomBytes, timingSafeEqual } from 'node:crypto';

const SECRET_BYTES = 32;
const SALT_BYTES = 32;

export interface SecretHash {
  readonly salt: Uint8Array;
  readonly hash: Uint8Array;
}

/** 256 random bits, base64url. */
export const newSecret = (): string => randomBytes(SECRET_BYTES).toString('base64url');

/** HMAC-SHA-256 with a salt. Secrets have 128 random bits or more, so a slow hash adds nothing. */
export function hashSecret(secret: string, salt: Uint8Array = randomBytes(SALT_BYTES)): SecretHash {
  return { salt, hash: createHmac('sha256', salt).update(secret).digest() };
}

const NOBODY = hashSecret(newSecret());

/** Takes equally long for an unknown client, a wrong secret and the right secret. */
export function secretMatches(secret: string, known: SecretHash | undefined): boolean {
  const { salt, hash } = known ?? NOBODY;
  const equal = timingSafeEqual(hashSecret(secret, salt).hash, hash);
  return equal && known !== undefined;
}
