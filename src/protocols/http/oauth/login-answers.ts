/** Responses of the page at `/login/{uid}`, with the types that it uses. */
import type { Accounts } from '../../../access/accounts/accounts.ts';
import type { SignIn } from '../../../access/accounts/sign-ins.ts';
import type { JobError } from '../../../errors.ts';
import {
  insteadIn,
  type Login,
  type LoginProgress,
  takesMail,
} from '../../../operations/accounts/application-login.ts';
import { secondFactorsOf } from '../accounts/account-answers.ts';

export type LoginState = Awaited<ReturnType<typeof loginState>>;

/** The result of a step. */
export interface LoginStep {
  readonly passed: boolean;
  readonly errors: readonly JobError[];
  /** Null: the login has ended. */
  readonly state: LoginState | null;
  /** Where the browser goes next. */
  readonly location: string | null;
}

export async function loginState(
  parts: { readonly accounts: Pick<Accounts, 'secondFactors' | 'canMail'> },
  login: Login,
  signIn: SignIn | undefined,
  { step, newScopes }: LoginProgress,
) {
  const { request, client } = login;
  return {
    client: { id: client.id, name: client.name },
    scopes: request.scopes,
    /** Scopes without consent so far. */
    newScopes,
    step,
    challenge: (step === 'face' && signIn?.challenge) || [],
    /** Whether a passkey may replace the face. */
    passkey: insteadIn(login).passkey && parts.accounts.secondFactors.passkeys.available(),
    /** Whether a link by mail may replace the face. */
    mail: takesMail(parts, login),
    secondFactors: step === 'second-factor' ? await secondFactorsOf(parts, signIn) : [],
    loginHint: request.loginHint ?? null,
    expires: request.expires,
  };
}
