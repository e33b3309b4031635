/** Makes a client's token in the browser, as any client does. The key leaves no trace. */
import { isKeyLength, strongestAlgorithm } from '../../src/access/clients/signing-algorithm.ts';
import { MINUTE_SECONDS } from '../../src/durations.ts';
import { ROOT } from '../root.ts';

/** Signs for a client. The key cannot be read back. */
export interface KeySigner {
  readonly clientId: string;
  readonly key: CryptoKey;
  /** That suits the length of the key. */
  readonly alg: string;
}

/** Validity of a token in seconds. No `jwtLifetimeMinutes` setting allows less. */
const LIFETIME = MINUTE_SECONDS;

/**
 * @param base64Key printed by `client create`
 * @throws TypeError not base64 of 32 to 512 bytes
 */
export async function createSigner(clientId: string, base64Key: string): Promise<KeySigner> {
  const bytes = decodeBase64(base64Key.trim());
  if (bytes === undefined || !isKeyLength(bytes.length)) throw new TypeError('not a key');
  const alg = strongestAlgorithm(bytes.length);
  const algorithm = { name: 'HMAC', hash: alg.replace('HS', 'SHA-') };
  const key = await crypto.subtle.importKey('raw', bytes, algorithm, false, ['sign']);
  return { clientId, key, alg };
}

/** A JWT (RFC 7519) for this service. */
export async function makeToken({ clientId, key, alg }: KeySigner): Promise<string> {
  const now = Math.floor(Date.now() / 1000);
  const header = { alg, typ: 'JWT' };
  // The configured name may differ, but the service always accepts its own address.
  const aud = ['prosopon', location.origin + ROOT];
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

/** Of base64 or base64url. */
function decodeBase64(text: string): Uint8Array<ArrayBuffer> | undefined {
  try {
    const standard = text.replaceAll('-', '+').replaceAll('_', '/');
    return Uint8Array.from(atob(standard), (character) => character.charCodeAt(0));
  } catch {
    return undefined;
  }
}
