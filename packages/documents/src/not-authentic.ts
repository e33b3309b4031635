/** A document that its issuer did not sign, or that cannot be shown to be signed: why. */
export class NotAuthentic extends Error {
  override readonly name = 'NotAuthentic';
}
