/** How a user logged in (`amr`, RFC 8176), and how strong the login is (`acr`). */

/** The factor that was shown: face, requested head movements, code, passkey, or link by mail. */
export type Method = 'face' | 'challenge' | 'otp' | 'passkey' | 'mail';

/**
 * Our own names. A face alone is at most one factor, so we claim no level of another scheme. In
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
 * `amr` and `acr` of a login. `pop` is a passkey (possession of its key), `user` means that the
 * user unlocked it, `mfa` means two different factors. `mail` is our own name, because the registry
 * has none for a link by mail. A link never counts towards `mfa`.
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

/** Methods that may replace the face. */
export interface Instead {
  readonly passkey: boolean;
  /** A link by mail. */
  readonly mail: boolean;
}

/** A client's demands on the login that started a session. */
export interface LevelDemands extends Instead {
  /** The levels that its request names. A replacement of the face must reach one of them. */
  readonly levels?: readonly string[] | undefined;
  readonly challenge: boolean;
  readonly secondFactor: boolean;
}

/** The known levels that a request names (`acr_values`). Undefined: it names none. */
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
