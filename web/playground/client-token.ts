/** The token of a client, made in the browser as any client makes it; the key leaves no trace. */
import { MINUTE_SECONDS } from '../../src/durations.ts';

/** Signs in the name of a client. The key cannot be read back from it. */
export interface KeySigner {
  readonly clientId: string;
  readonly key: CryptoKey;
}

/** Seconds for which a token is valid: no setting `jwtLifetimeMinutes` allows less. */
const LIFETIME = MINUTE_SECONDS;
const KEY_BYTES = 64;

/**
 * @param base64Key as `client create` prints it
 * @throws TypeError it is not base64 of 64 bytes
 */
export async function createSigner(clientId: string, base64Key: string): Promise<KeySigner> {
  const bytes = decodeBase64(base64Key.trim());
  if (bytes?.length !== KEY_BYTES) throw new TypeError('not a key');
  const algorithm = { name: 'HMAC', hash: 'SHA-512' };
  const key = await crypto.subtle.importKey('raw', bytes, algorithm, false, ['sign']);
  return { clientId, key };
}

/** A JWT (RFC 7519) signed with HS512 for this service. */
export async function makeToken({ clientId, key }: KeySigner): Promise<string> {
  const now = Math.floor(Date.now() / 1000);
  const header = { alg: 'HS512', typ: 'JWT' };
  // The name is configured, and need not be this one; its address the service always accepts.
  const aud = ['prosopon', location.origin];
  const claims = { sub: clientId, aud, iat: now, exp: now + LIFETIME };
  const signed = `${encodePart(header)}.${encodePart(claims)}`;
  const signature = await crypto.subtle.sign('HMAC', key, new TextEncoder().encode(signed));
  return `${signed}.${toBase64Url(new Uint8Array(signature))}`;
}

const encodePart = (part: unknown) => toBase64Url(new TextEncoder().encode(JSON.stringify(part)));

function toBase64Url(bytes: Uint8Array): string {
  const text = btoa(String.fromCharCode(...bytes));
  return text.replaceAll('+', '-').replaceAll('/', '_').replaceAll('=', '');
}

function decodeBase64(text: string): Uint8Array<ArrayBuffer> | undefined {
  try {
    return Uint8Array.from(atob(text), (character) => character.charCodeAt(0));
  } catch {
    return undefined;
  }
}
