/** How somebody logged in, in the words of RFC 8176 (`amr`), and what that is worth (`acr`). */

/** Methods: `face`, with head movements asked for, `otp`; `mfa`: two different factors. */
export type Method = 'face' | 'challenge' | 'otp';

/**
 * Names of our own: a face alone is no more than one factor, and no level of another scheme is
 * claimed. In rising order.
 */
export const ACR = {
  face: 'urn:prosopon:acr:face',
  challenge: 'urn:prosopon:acr:face-challenge',
  secondFactor: 'urn:prosopon:acr:face-otp',
} as const;

/** `amr` and `acr` of a login. */
export function levelOf(methods: readonly Method[]): { amr: string[]; acr: string } {
  const otp = methods.includes('otp');
  const acr = otp ? ACR.secondFactor : methods.includes('challenge') ? ACR.challenge : ACR.face;
  return { amr: otp ? ['face', 'otp', 'mfa'] : ['face'], acr };
}
