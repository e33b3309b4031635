/** Seals bytes: encrypted with a data key of their own, which a key-encryption key wraps; signed. */
import {
  createCipheriv,
  createDecipheriv,
  createHmac,
  createSecretKey,
  hkdfSync,
  type KeyObject,
  randomBytes,
  timingSafeEqual,
} from 'node:crypto';
import { type Binding, SealBroken } from '../storage/key-ring.ts';
import type { SealedColumns } from '../storage/schema.ts';

export const KEY_BYTES = 32;
const NONCE_BYTES = 12;
const TAG_BYTES = 16;
/** A 32-byte key encrypted: nonce, ciphertext, tag. */
const WRAPPED_BYTES = NONCE_BYTES + KEY_BYTES + TAG_BYTES;
/** Format of sealed rows; part of what is signed, so one format never passes for another. */
const FORMAT = 'prosopon sealed row 1';

/** A key-encryption key with the two keys derived from it (HKDF-SHA-256, RFC 5869). */
export interface KeyEncryptionKey {
  readonly id: string;
  readonly wrapping: KeyObject;
  readonly signing: KeyObject;
}

export function deriveKey(secret: Uint8Array, purpose: string): Uint8Array {
  return new Uint8Array(hkdfSync('sha256', secret, '', `prosopon ${purpose}`, KEY_BYTES));
}

export function keyEncryptionKey(id: string, secret: Uint8Array): KeyEncryptionKey {
  const derived = (purpose: string) => createSecretKey(deriveKey(secret, purpose));
  return { id, wrapping: derived('wrap'), signing: derived('sign') };
}

/** Node takes three times as long with a key as bytes, every time it is used. */
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
  if (sealed.length < NONCE_BYTES + TAG_BYTES) throw new SealBroken('sealed bytes are too short');
  const end = sealed.length - TAG_BYTES;
  const nonce = sealed.subarray(0, NONCE_BYTES);
  const options = { authTagLength: TAG_BYTES };
  const cipher = createDecipheriv('aes-256-gcm', asKeyObject(key), nonce, options);
  cipher.setAAD(associated);
  cipher.setAuthTag(sealed.subarray(end));
  const plain = cipher.update(sealed.subarray(NONCE_BYTES, end));
  try {
    cipher.final();
  } catch (cause) {
    throw new SealBroken('sealed bytes do not authenticate', { cause });
  }
  return plain;
}

/** Length-prefixed, so that no two lists of texts give the same bytes. */
function listBytes(texts: readonly string[]): Buffer {
  // Opening a million templates makes two million of these: one buffer each, written once.
  let room = 0;
  for (const text of texts) room += 4 + 3 * text.length;
  const bytes = Buffer.allocUnsafe(room);
  let at = 0;
  for (const text of texts) {
    const end = writeText(bytes, text, at + 4);
    bytes.writeUInt32BE(end - at - 4, at);
    at = end;
  }
  return bytes.subarray(0, at);
}

/** UTF-8; returns its end. Names and numbers are ASCII, which is written here faster than by Node. */
function writeText(bytes: Buffer, text: string, at: number): number {
  for (let i = 0; i < text.length; i++) {
    const code = text.charCodeAt(i);
    if (code > 0x7f) return at + bytes.write(text, at);
    bytes[at + i] = code;
  }
  return at + text.length;
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

/** The data key of a sealed row, after its signature held. */
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
