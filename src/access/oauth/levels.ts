/** How a user logged in (`amr`, RFC 8176), and how strong that is (`acr`). */

/** What was shown: the face, requested head movements, a code, a passkey, a link by mail. */
export type Method = 'face' | 'challenge' | 'otp' | 'passkey' | 'mail';

/**
 * Our own names: a face alone is at most one factor, so no level of another scheme is claimed. In
 * rising order; all but the first two require the face.
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
 * `amr` and `acr` of a login. `pop` is a passkey (possession of its key), `user` that the user
 * unlocked it, `mfa` two different factors. `mail` is our own name, as the registry has none for a
 * link by mail. With a link, `mfa` is never claimed.
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

/** What may replace the face. */
export interface Instead {
  readonly passkey: boolean;
  /** A link by mail. */
  readonly mail: boolean;
}

/** Demands of a client on the login that started a session. */
export interface LevelDemands extends Instead {
  /** The levels its request names. Anything that replaces the face must reach one of them. */
  readonly levels?: readonly string[] | undefined;
  readonly challenge: boolean;
  readonly secondFactor: boolean;
}

/** The known levels among those a request names (`acr_values`). Undefined: it names none. */
export function wantedLevels(acrValues: unknown): readonly string[] | undefined {
  const known: readonly string[] = Object.values(ACR);
  const wanted = String(acrValues ?? '')
    .split(' ')
    .filter((acr) => known.includes(acr));
  return wanted.length > 0 ? wanted : undefined;
}

/** Whether a login with that `acr` reaches the level. */
export function meets(acr: string | undefined, demands: LevelDemands): boolean {
  const two = acr === ACR.secondFactor || acr === ACR.facePasskey;
  if (acr === ACR.passkey || acr === ACR.mail) {
    const taken = acr === ACR.mail ? demands.mail : demands.passkey;
    if (!taken || demands.levels?.includes(acr) === false) return false;
  }
  if (demands.secondFactor && !two) return false;
  return !demands.challenge || two || acr === ACR.challenge;
}
