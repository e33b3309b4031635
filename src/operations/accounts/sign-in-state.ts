/** The states of a sign-in: a name, the face, then a known browser or a further way to show more. */
import type { Accounts } from '../../access/accounts/accounts.ts';
import type { NewBrowser, RememberedBrowser } from '../../access/accounts/known-browsers.ts';
import type { SecondFactor, Way } from '../../access/accounts/second-factors.ts';
import { overtaken, type SignIn } from '../../access/accounts/sign-ins.ts';
import type { User } from '../../access/accounts/user.ts';
import { type Instead, showsFactor, showsPasskey } from '../../access/oauth/levels.ts';
import { type JobError, NotFound, PermissionDenied } from '../../errors.ts';
import type { OperationParts } from '../context.ts';

export type Step = 'identify' | 'face' | 'second-factor' | 'second-factor-set-up' | 'done';

/** What the service or an application asks for, and the methods that may replace the face. */
export interface SignInDemands extends Instead {
  /** Whether the face alone suffices from a browser that is not known. */
  readonly faceAlone: boolean;
  /** Whether a code or a passkey is needed in every login: of all, or of administrators who have one. */
  readonly secondFactor: boolean | 'administrators';
}

export interface SignInState {
  readonly step: Step;
  /** With the step `second-factor`: the ways that will do. Empty: the user has none. */
  readonly ways: readonly Way[];
  /** Whether they are needed because the browser is not known. */
  readonly unknownBrowser: boolean;
}

const at = (step: Step, ways: readonly Way[] = [], unknownBrowser = false): SignInState => ({
  ...{ step, ways, unknownBrowser },
});

const isSecondFactor = (way: Way): way is SecondFactor => way === 'code' || way === 'passkey';

/**
 * The state of a sign-in.
 * @param signIn undefined: nobody was named
 * @param has the ways of its user
 */
export function stateOf(
  signIn: Pick<SignIn, 'userId' | 'methods'> | undefined,
  has: readonly Way[],
  demands: SignInDemands & { readonly secondFactor: boolean },
): SignInState {
  if (signIn === undefined) return at('identify');
  const { methods, userId } = signIn;
  const factors = has.filter(isSecondFactor);
  // A recovery code stands in for the code of an app.
  const byCode = methods.includes('otp') || methods.includes('recovery');
  if (userId === undefined) return at('face');
  if (methods.includes('face')) {
    if (byCode || showsPasskey(methods)) return at('done');
    const alone = demands.faceAlone && factors.length === 0;
    if (!methods.includes('browser') && !showsFactor(methods) && !alone)
      return at('second-factor', has, true);
    if (!demands.secondFactor) return at('done');
    if (factors.length === 0) return at('second-factor-set-up');
    return at(
      'second-factor',
      has.filter((way) => way !== 'mail'),
    );
  }
  const byMail = methods.includes('mail') && demands.mail;
  const byPasskey = showsPasskey(methods);
  if (!byMail && !(byPasskey && demands.passkey)) return at('face');
  if (byCode || (byMail && byPasskey)) return at('done');
  // After a passkey alone, a user with codes also gives a code.
  const further = byMail ? factors : factors.filter((way) => way === 'code');
  return further.length > 0 ? at('second-factor', further) : at('done');
}

/** The ways of a user besides the face. */
export async function waysOf(
  { accounts }: { readonly accounts: Pick<Accounts, 'secondFactors' | 'canMail'> },
  user: User | undefined,
): Promise<readonly Way[]> {
  if (user === undefined) return [];
  const [kinds, recovery] = await Promise.all([
    accounts.secondFactors.kinds(user.id),
    accounts.secondFactors.recovery.left(user.id),
  ]);
  return [
    ...kinds,
    ...(recovery > 0 ? (['recovery'] as const) : []),
    ...(accounts.canMail && getsLinks(user) ? (['mail'] as const) : []),
  ];
}

/** Administrators get no links: access to their mail alone would let an attacker in. */
export const getsLinks = (user: User | undefined): user is User & { readonly email: string } =>
  user?.email !== undefined && user.emailConfirmed && !user.disabled && !user.admin;

/** The state of a sign-in, with what its user has. */
export async function readState(
  parts: { readonly accounts: Pick<Accounts, 'users' | 'secondFactors' | 'canMail'> },
  signIn: SignIn | undefined,
  demands: SignInDemands,
): Promise<SignInState> {
  const known = signIn?.methods.length ? signIn.userId : undefined;
  const user = known === undefined ? undefined : await parts.accounts.users.find(known);
  const has = await waysOf(parts, user);
  const secondFactor =
    demands.secondFactor === 'administrators'
      ? user?.admin === true && has.some(isSecondFactor)
      : demands.secondFactor;
  return stateOf(signIn, has, { ...demands, secondFactor });
}

/** Whether a passkey may be a further factor: not after a passkey in place of the face. */
export const takesPasskeyNext = ({ methods }: Pick<SignIn, 'methods'>): boolean =>
  methods.includes('face') || methods.includes('mail');

/** Errors of steps that come before their predecessor. */
export const nameFirst = () => new NotFound('Enter your name first.');
export const faceFirst = () => new PermissionDenied('The face comes first.');
export const challengeFirst = () => new NotFound('Ask for the challenge first.');

export type SignInParts = Omit<OperationParts, 'livenessSessions' | 'readPortrait'> & {
  readonly accounts: Accounts;
};

/** Who makes an attempt. */
export interface Visitor {
  /** Source of the request. */
  readonly address: string;
  /** With a key: the user wants it to be remembered. */
  readonly browser: NewBrowser;
}

/** The result of a step. */
export interface StepResult {
  readonly passed: boolean;
  readonly errors: readonly JobError[];
  /** The sign-in after the step. Undefined: nobody was named. */
  readonly signIn: SignIn | undefined;
  /** The known browser that took the step, or that is known from now on. */
  readonly browser?: RememberedBrowser | undefined;
}

/** The sign-in after a change. @throws Aborted it has changed since it was read */
export function current<T>(changed: T | undefined): T {
  if (changed === undefined) throw overtaken();
  return changed;
}

/** The sign-in in progress. @throws NotFound nobody was named */
export async function existing(
  { accounts }: { readonly accounts: Pick<Accounts, 'signIns'> },
  key: string,
): Promise<SignIn> {
  const found = await accounts.signIns.find(key);
  if (found === undefined) throw nameFirst();
  return found;
}
