/** How a user logged in, in the words of RFC 8176 (`amr`), and what that is worth (`acr`). */

/** What was shown: the face, with head movements asked for, a code, a passkey, a link by mail. */
export type Method = 'face' | 'challenge' | 'otp' | 'passkey' | 'mail';

/**
 * Names of our own: a face alone is no more than one factor, and no level of another scheme is
 * claimed. All but the first two show the face; in rising order.
 */
export const ACR = {
  mail: 'urn:prosopon:acr:mail',
  passkey: 'urn:prosopon:acr:passkey',
  face: 'urn:prosopon:acr:face',
  challenge: 'urn:prosopon:acr:face-challenge',
  secondFactor: 'urn:prosopon:acr:face-otp',
  facePasskey: 'urn:prosopon:acr:face-passkey',
} as const;

/**
 * `amr` and `acr` of a login: `pop` is a passkey, which proves that its key is there, `user` that
 * a user unlocked it, `mfa` that two different factors were shown. `mail` is a name of our own: the
 * registry has none for a link by mail, which is no factor beside another that is held.
 */
export function levelOf(methods: readonly Method[]): { amr: string[]; acr: string } {
  const face = methods.includes('face');
  const otp = methods.includes('otp');
  if (methods.includes('mail')) {
    const key = methods.includes('passkey') ? ['pop', 'user'] : [];
    return { amr: ['mail', ...key, ...(otp ? ['otp'] : [])], acr: ACR.mail };
  }
  if (methods.includes('passkey')) {
    const more = otp ? ['otp', 'mfa'] : [];
    return face
      ? { amr: ['face', 'pop', 'mfa'], acr: ACR.facePasskey }
      : { amr: ['pop', 'user', ...more], acr: ACR.passkey };
  }
  const acr = otp ? ACR.secondFactor : methods.includes('challenge') ? ACR.challenge : ACR.face;
  return { amr: otp ? ['face', 'otp', 'mfa'] : ['face'], acr };
}

/** What may take the place of the face. */
export interface Instead {
  readonly passkey: boolean;
  /** A link by mail. */
  readonly mail: boolean;
}

/** What a client may demand of the login that a session began with. */
export interface LevelDemands extends Instead {
  /** Those that its request names, of which what takes the place of the face has to be one. */
  readonly levels?: readonly string[] | undefined;
  readonly challenge: boolean;
  readonly secondFactor: boolean;
}

/** Of the levels that a request names (`acr_values`) those that there are; undefined: it names none. */
export function wantedLevels(acrValues: unknown): readonly string[] | undefined {
  const known: readonly string[] = Object.values(ACR);
  const wanted = String(acrValues ?? '')
    .split(' ')
    .filter((acr) => known.includes(acr));
  return wanted.length > 0 ? wanted : undefined;
}

/** Whether a login of that `acr` has shown it. */
export function meets(acr: string | undefined, demands: LevelDemands): boolean {
  const two = acr === ACR.secondFactor || acr === ACR.facePasskey;
  if (acr === ACR.passkey || acr === ACR.mail) {
    const taken = acr === ACR.mail ? demands.mail : demands.passkey;
    if (!taken || demands.levels?.includes(acr) === false) return false;
  }
  if (demands.secondFactor && !two) return false;
  return !demands.challenge || two || acr === ACR.challenge;
}
