/** Derives keys, and encrypts bytes with them. */
import {
  createCipheriv,
  createDecipheriv,
  createSecretKey,
  hkdfSync,
  type KeyObject,
  randomBytes,
} from 'node:crypto';
import { SealBroken } from './key-ring.ts';

export const KEY_BYTES = 32;
export const NONCE_BYTES = 12;
export const TAG_BYTES = 16;

/** HKDF-SHA-256 (RFC 5869): a separate key for each purpose. */
export function deriveKey(secret: Uint8Array, purpose: string): Uint8Array {
  return new Uint8Array(hkdfSync('sha256', secret, '', `prosopon ${purpose}`, KEY_BYTES));
}

/** Node takes three times as long for each use of a key given as bytes. */
const asKeyObject = (key: Uint8Array | KeyObject): KeyObject =>
  key instanceof Uint8Array ? createSecretKey(key) : key;

/** AES-256-GCM with a random nonce: nonce, ciphertext, tag. */
export function encrypt(
  key: Uint8Array | KeyObject,
  plain: Uint8Array,
  associated: Uint8Array,
): Buffer {
  const nonce = randomBytes(NONCE_BYTES);
  const options = { authTagLength: TAG_BYTES };
  const cipher = createCipheriv('aes-256-gcm', asKeyObject(key), nonce, options);
  cipher.setAAD(associated);
  return Buffer.concat([nonce, cipher.update(plain), cipher.final(), cipher.getAuthTag()]);
}

/** @throws SealBroken wrong key, other associated data, or any byte changed */
export function decrypt(
  key: Uint8Array | KeyObject,
  sealed: Uint8Array,
  associated: Uint8Array,
): Buffer {
  // SQLite keeps whatever a hostile writer stores.
  if (!(sealed instanceof Uint8Array)) throw new SealBroken('sealed bytes are no bytes');
  if (sealed.length < NONCE_BYTES + TAG_BYTES) throw new SealBroken('sealed bytes are too short');
  const end = sealed.length - TAG_BYTES;
  const nonce = sealed.subarray(0, NONCE_BYTES);
  const options = { authTagLength: TAG_BYTES };
  const decipher = createDecipheriv('aes-256-gcm', asKeyObject(key), nonce, options);
  decipher.setAAD(associated);
  decipher.setAuthTag(sealed.subarray(end));
  const plain = decipher.update(sealed.subarray(NONCE_BYTES, end));
  try {
    decipher.final();
  } catch (cause) {
    throw new SealBroken('sealed bytes do not authenticate', { cause });
  }
  return plain;
}
