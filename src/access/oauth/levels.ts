/** How somebody logged in, in the words of RFC 8176 (`amr`), and what that is worth (`acr`). */

/** What was shown: the face, with head movements asked for, a code, a passkey. */
export type Method = 'face' | 'challenge' | 'otp' | 'passkey';

/**
 * Names of our own: a face alone is no more than one factor, and no level of another scheme is
 * claimed. All but the first show the face; in rising order.
 */
export const ACR = {
  passkey: 'urn:prosopon:acr:passkey',
  face: 'urn:prosopon:acr:face',
  challenge: 'urn:prosopon:acr:face-challenge',
  secondFactor: 'urn:prosopon:acr:face-otp',
  facePasskey: 'urn:prosopon:acr:face-passkey',
} as const;

/**
 * `amr` and `acr` of a login: `pop` is a passkey, which proves that its key is there, `user` that
 * somebody unlocked it, `mfa` that two different factors were shown.
 */
export function levelOf(methods: readonly Method[]): { amr: string[]; acr: string } {
  const face = methods.includes('face');
  const otp = methods.includes('otp');
  if (methods.includes('passkey')) {
    const more = otp ? ['otp', 'mfa'] : [];
    return face
      ? { amr: ['face', 'pop', 'mfa'], acr: ACR.facePasskey }
      : { amr: ['pop', 'user', ...more], acr: ACR.passkey };
  }
  const acr = otp ? ACR.secondFactor : methods.includes('challenge') ? ACR.challenge : ACR.face;
  return { amr: otp ? ['face', 'otp', 'mfa'] : ['face'], acr };
}

/** What a client may demand of the login that a session began with. */
export interface LevelDemands {
  /** False: a passkey alone will do. */
  readonly face: boolean;
  readonly challenge: boolean;
  readonly secondFactor: boolean;
}

/** Whether a login of that `acr` has shown it. */
export function meets(acr: string | undefined, demands: LevelDemands): boolean {
  const two = acr === ACR.secondFactor || acr === ACR.facePasskey;
  if (demands.face && acr === ACR.passkey) return false;
  if (demands.secondFactor && !two) return false;
  return !demands.challenge || two || acr === ACR.challenge;
}
