/** Seals bytes: encrypts them with a data key, wraps it by a key-encryption key, and signs. */
import {
  createHmac,
  createSecretKey,
  type KeyObject,
  randomBytes,
  timingSafeEqual,
} from 'node:crypto';
import type { SealedColumns } from '../storage/schema.ts';
import { decrypt, deriveKey, encrypt, KEY_BYTES, NONCE_BYTES, TAG_BYTES } from './cipher.ts';
import { type Binding, SealBroken } from './key-ring.ts';
import { listBytes } from './list-bytes.ts';

/** A 32-byte key encrypted: nonce, ciphertext, tag. */
const WRAPPED_BYTES = NONCE_BYTES + KEY_BYTES + TAG_BYTES;
/** Format of sealed rows. It is signed, so that no format passes for another. */
const FORMAT = 'prosopon sealed row 1';

/** A key-encryption key with the two keys derived from it (HKDF-SHA-256, RFC 5869). */
export interface KeyEncryptionKey {
  readonly id: string;
  readonly wrapping: KeyObject;
  readonly signing: KeyObject;
}

export function keyEncryptionKey(id: string, secret: Uint8Array): KeyEncryptionKey {
  const derived = (purpose: string) => createSecretKey(deriveKey(secret, purpose));
  return { id, wrapping: derived('wrap'), signing: derived('sign') };
}

const bindingBytes = (binding: Binding, keyId: string): Buffer =>
  listBytes([FORMAT, keyId, binding.purpose, ...binding.parts.map(String)]);

const dataBinding = (binding: Binding): Buffer =>
  listBytes([FORMAT, binding.purpose, ...binding.parts.map(String)]);

/** @param bound `bindingBytes` of the row */
function sign(kek: KeyEncryptionKey, bound: Buffer, dataKey: Uint8Array, body: Uint8Array) {
  return createHmac('sha256', kek.signing).update(bound).update(dataKey).update(body).digest();
}

export function seal(kek: KeyEncryptionKey, binding: Binding, plain: Uint8Array): SealedColumns {
  const dataKey = randomBytes(KEY_BYTES);
  const body = encrypt(dataKey, plain, dataBinding(binding));
  const bound = bindingBytes(binding, kek.id);
  const wrapped = encrypt(kek.wrapping, dataKey, bound);
  dataKey.fill(0);
  return {
    kek_id: kek.id,
    data_key: wrapped,
    body,
    signature: sign(kek, bound, wrapped, body),
  };
}

/** The data key of a sealed row, after its signature was checked. */
function unwrap(kek: KeyEncryptionKey, binding: Binding, sealed: SealedColumns): Buffer {
  const { data_key: wrapped, body, signature } = sealed;
  if (wrapped.length !== WRAPPED_BYTES) throw new SealBroken('the data key has a wrong length');
  const bound = bindingBytes(binding, kek.id);
  const expected = sign(kek, bound, wrapped, body);
  if (signature.length !== expected.length || !timingSafeEqual(signature, expected))
    throw new SealBroken('the signature does not hold');
  return decrypt(kek.wrapping, wrapped, bound);
}

/** @throws SealBroken */
export function open(kek: KeyEncryptionKey, binding: Binding, sealed: SealedColumns): Buffer {
  const dataKey = unwrap(kek, binding, sealed);
  try {
    return decrypt(dataKey, sealed.body, dataBinding(binding));
  } finally {
    dataKey.fill(0);
  }
}

/** The same sealed bytes under another key-encryption key. @throws SealBroken */
export function rewrapSeal(
  from: KeyEncryptionKey,
  to: KeyEncryptionKey,
  binding: Binding,
  sealed: SealedColumns,
): SealedColumns {
  const dataKey = unwrap(from, binding, sealed);
  const bound = bindingBytes(binding, to.id);
  const wrapped = encrypt(to.wrapping, dataKey, bound);
  dataKey.fill(0);
  const { body } = sealed;
  return { kek_id: to.id, data_key: wrapped, body, signature: sign(to, bound, wrapped, body) };
}
