/** Passive authentication: whether an issuer that the operator trusts signed a portrait. */
import { requireIssuerSigned } from './issuer-auth.ts';
import type { SignedElement } from './mdoc.ts';
import { NotAuthentic } from './not-authentic.ts';
import type { Issuer } from './revocations.ts';
import { requireSigned } from './security-object.ts';

/** What is to be authenticated. */
export type Claim =
  | { readonly dg2: Uint8Array; readonly securityObject: Uint8Array }
  | { readonly element: SignedElement };

/** Number of EF.DG2. */
const DG2 = 2;

/** Why it cannot be said that an issuer signed it; undefined: one did. Whatever fails is no pass. */
export function whyNotAuthentic(
  claim: Claim,
  issuers: readonly Issuer[],
  at: Date,
): string | undefined {
  try {
    if ('element' in claim) requireIssuerSigned(claim.element, issuers, at);
    else requireSigned(claim.securityObject, DG2, claim.dg2, issuers, at);
    return undefined;
  } catch (error) {
    // Parsers throw what they please at bytes that are not what they say.
    return error instanceof NotAuthentic ? error.message : 'the signature cannot be read';
  }
}
