/** Responses of the page at `/login/{uid}`, with the types that it uses. */
import type { Accounts } from '../../../access/accounts/accounts.ts';
import { attemptDemand, type SignIn } from '../../../access/accounts/sign-ins.ts';
import { type JobError, shortened } from '../../../errors.ts';
import {
  insteadIn,
  type Login,
  type LoginProgress,
  takesMail,
} from '../../../operations/accounts/application-login.ts';

export type LoginState = ReturnType<typeof loginState>;

/** The result of a step. */
export interface LoginStep {
  readonly passed: boolean;
  readonly errors: readonly JobError[];
  /** Null: the login has ended. */
  readonly state: LoginState | null;
  /** Where the browser goes next. */
  readonly location: string | null;
  /** True: the user showed the face, and has no recovery codes. */
  readonly noRecoveryCodes?: true;
}

export function loginState(
  parts: { readonly accounts: Pick<Accounts, 'secondFactors' | 'canMail'> },
  login: Login,
  signIn: SignIn | undefined,
  { step, ways, unknownBrowser, newScopes }: LoginProgress,
) {
  const { request, client } = login;
  return {
    client: { id: client.id, name: client.name },
    scopes: request.scopes,
    /** Scopes without consent so far. */
    newScopes,
    step,
    ...attemptDemand(step === 'face' ? signIn : undefined),
    /** Whether a passkey may replace the face. */
    passkey: insteadIn(login).passkey && parts.accounts.secondFactors.passkeys.available(),
    /** Whether a link by mail may replace the face. */
    mail: takesMail(parts, login),
    /** With the step `second-factor`: the ways that will do. Empty: the user has none. */
    secondFactors: ways,
    /** Whether they are needed because the browser is not known. */
    unknownBrowser,
    loginHint: request.loginHint === undefined ? null : shortened(request.loginHint),
    expires: request.expires,
  };
}
