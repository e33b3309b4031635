/** How a user logged in (`amr`, RFC 8176), and what the login rests on (`acr`). */

/** What was shown in a sign-in. `browser`: the key of a known browser. `mail`: a link by mail. */
export type Method =
  | 'face'
  | 'browser'
  | 'otp'
  | 'passkey'
  | 'synced-passkey'
  | 'recovery'
  | 'mail'
  /** The face was enrolled in a registration within the same login. */
  | 'registration';

/** Our own names. We claim no level of another scheme. All but the first two require the face. */
export const ACR = {
  mail: 'urn:prosopon:acr:mail',
  passkey: 'urn:prosopon:acr:passkey',
  /** The face alone, from a browser that was not known. */
  face: 'urn:prosopon:acr:face',
  /** The face and the key of a known browser. */
  browser: 'urn:prosopon:acr:face-browser',
  /** The face and a further factor, from a browser that was not known. */
  factor: 'urn:prosopon:acr:face-factor',
} as const;

export const showsPasskey = (methods: readonly Method[]): boolean =>
  methods.includes('passkey') || methods.includes('synced-passkey');

/** Whether a further factor than the face was shown, or a passkey in its place. */
export const showsFactor = (methods: readonly Method[]): boolean =>
  showsPasskey(methods) || methods.some((one) => FACTORS.includes(one));

const FACTORS: readonly Method[] = ['otp', 'recovery', 'mail', 'registration'];

/**
 * `amr` and `acr` of a login. `swk` is a key in software: of a known browser, or a passkey that is
 * synced. `hwk` is a passkey that its authenticator keeps, `user` means that the user unlocked it.
 * `mail` and `recovery` are our own names, because the registry has none. `mfa` means two different
 * factors, of which a mailed link is none.
 */
export function levelOf(methods: readonly Method[]): { amr: string[]; acr: string } {
  const has = (method: Method) => methods.includes(method);
  const face = has('face');
  const soft = has('browser') || has('synced-passkey');
  const key = soft || has('passkey');
  const twoFactors = face
    ? key || has('otp') || has('recovery')
    : showsPasskey(methods) && has('otp');
  const amr = [
    ...(face ? ['face'] : []),
    ...(has('mail') ? ['mail'] : []),
    ...(soft ? ['swk'] : []),
    ...(has('passkey') ? ['hwk'] : []),
    ...(showsPasskey(methods) ? ['user'] : []),
    ...(has('otp') ? ['otp'] : []),
    ...(has('recovery') ? ['recovery'] : []),
    ...(twoFactors && (face || !has('mail')) ? ['mfa'] : []),
  ];
  if (!face) return { amr, acr: has('mail') ? ACR.mail : ACR.passkey };
  if (has('browser')) return { amr, acr: ACR.browser };
  return { amr, acr: showsFactor(methods) ? ACR.factor : ACR.face };
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
  /** Whether the face alone suffices. */
  readonly faceAlone: boolean;
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

/** Whether a login with these `acr` and `amr` reaches the level. */
export function meets(
  {
    acr,
    amr = [],
  }: { readonly acr?: string | undefined; readonly amr?: readonly string[] | undefined },
  demands: LevelDemands,
): boolean {
  if (acr === ACR.passkey || acr === ACR.mail) {
    const taken = acr === ACR.mail ? demands.mail : demands.passkey;
    if (!taken || demands.levels?.includes(acr) === false) return false;
  }
  if (acr === ACR.face && !demands.faceAlone) return false;
  // Among these levels, `user` stands for a passkey.
  const shown = ['otp', 'user', 'recovery'].some((method) => amr.includes(method));
  return !demands.secondFactor || shown;
}
