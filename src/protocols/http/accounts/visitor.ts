/** The browser of a request, and its signature of the body. */
import type { FastifyRequest } from 'fastify';
import type { Accounts } from '../../../access/accounts/accounts.ts';
import type { BrowserKey, SignedUpload } from '../../../access/accounts/known-browsers.ts';
import type { Visitor } from '../../../operations/accounts/sign-in-state.ts';
import type { PeopleParts } from '../parts.ts';
import { browserToken } from './account-cookies.ts';
import { browserName } from './browser-name.ts';

/** Signature by the key of a known browser, base64url. */
const SIGNATURE_HEADER = 'x-browser-signature';
/** ECDSA on P-256: 64 bytes. */
const SIGNATURE = /^[A-Za-z0-9_-]{86}$/;

/** @param key of a browser that the user wants to be remembered */
export const visitorOf = (
  request: FastifyRequest,
  accounts: Pick<Accounts, 'publicUrl'>,
  key?: BrowserKey,
): Visitor => ({
  address: request.ip,
  browser: {
    token: browserToken(request, accounts),
    name: browserName(request.headers['user-agent']),
    key,
  },
});

/** The body, as the browser vouches for it. What cannot be a signature counts as a wrong one. */
export function signedUpload({ headers, bodyDigest }: FastifyRequest): SignedUpload {
  const given = headers[SIGNATURE_HEADER];
  const signature = given === undefined ? undefined : (SIGNATURE.exec(String(given))?.[0] ?? '');
  return { digest: bodyDigest ?? '', signature };
}

/** Limits begun sign-ins of an address, or of a known browser, which strangers do not make wait. */
export async function limitBeginning(
  request: FastifyRequest,
  { accounts, rates }: Pick<PeopleParts, 'accounts' | 'rates'>,
): Promise<void> {
  const token = browserToken(request, accounts);
  const isKnown = await accounts.browsers.holdsCookie(token);
  rates.beginning(request.ip, isKnown ? token : undefined);
}
