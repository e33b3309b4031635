/** What is said of a document's authenticity, and how a failure is told. */

/** VALID and FAILED are of the issuer's signature on what was read; NOT_CHECKED says nothing. */
export const PASSIVE_AUTHENTICATIONS = ['NOT_CHECKED', 'VALID', 'FAILED'] as const;

export type PassiveAuthentication = (typeof PASSIVE_AUTHENTICATIONS)[number];

/** A document that its issuer did not sign, or that cannot be shown to be signed: why. */
export class NotAuthentic extends Error {
  override readonly name = 'NotAuthentic';
}
