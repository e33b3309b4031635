/** Keys of browsers, as a page makes them, and their signatures of uploads. */
import { createHash, generateKeyPairSync, sign } from 'node:crypto';
import { type BrowserKey, signedText } from '../src/access/accounts/known-browsers.ts';

export interface TestBrowserKey {
  /** The public key. */
  readonly key: BrowserKey;
  /** Signature of the body for that attempt. */
  signature(attempt: string, body: string): string;
}

/** SHA-256, base64url. */
export const digestOf = (body: string): string =>
  createHash('sha256').update(body).digest('base64url');

export function newBrowserKey(): TestBrowserKey {
  const { publicKey, privateKey } = generateKeyPairSync('ec', { namedCurve: 'P-256' });
  const { x = '', y = '' } = publicKey.export({ format: 'jwk' });
  return {
    key: { x, y },
    signature: (attempt, body) =>
      sign('sha256', Buffer.from(signedText(attempt, digestOf(body))), {
        key: privateKey,
        dsaEncoding: 'ieee-p1363',
      }).toString('base64url'),
  };
}
