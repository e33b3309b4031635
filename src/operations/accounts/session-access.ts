/** The rights of a session: who signed in, how strongly, and how recently. */
import type { Accounts } from '../../access/accounts/accounts.ts';
import { type AccountSession, isFresh, type SessionKind } from '../../access/accounts/sessions.ts';
import { ACCOUNTS, type User } from '../../access/accounts/user.ts';
import { PermissionDenied, StepNeeded, Unauthenticated } from '../../errors.ts';
import { bcidOf, type OperationParts } from '../context.ts';
import { type Right, requireRight } from '../rights.ts';
import { waysOf } from './sign-in-state.ts';

/** A page call's demands on the session, declared with its route. */
export interface SessionDemand {
  /** The call administers: the position needs this right. */
  readonly administrator?: Right;
  /** The call changes, erases or hands out data: the sign-in must be from the last ten minutes. */
  readonly fresh?: true;
  /** The call needs more than the face: a further way of the user. */
  readonly furtherWay?: true;
  /** The call changes how the user can get in: it needs a further way and a known browser. */
  readonly owner?: true;
  /** A one-time link alone is enough, whatever second factor the user has. */
  readonly byLink?: true;
  /** Administrators may call it before that step, which comes before everything else. */
  readonly before?: SecondFactorStep | 'either';
}

/** Kinds of sessions in which something replaced the face. */
const WITHOUT_FACE: ReadonlySet<SessionKind> = new Set(['passkey', 'mail']);
/** Kinds of sessions whose users have enough to sign in again. */
const REPEATABLE: ReadonlySet<SessionKind> = new Set([...WITHOUT_FACE, 'face', 'provider']);

/** A session and its user. */
export interface SignedIn {
  readonly user: User;
  readonly session: AccountSession;
  /** Value of the cookie. */
  readonly token: string;
}

/** An administrator's missing step: set up the second factor, or give its code. */
export type SecondFactorStep = 'second-factor-set-up' | 'second-factor';

export type SessionParts = Pick<OperationParts, 'templates'> & {
  readonly accounts: Pick<Accounts, 'secondFactors' | 'browsers' | 'canMail'>;
};

/** @throws Unauthenticated; PermissionDenied; StepNeeded second factor, or a fresh sign-in */
export async function admitSession(
  parts: SessionParts,
  found: SignedIn | undefined,
  demand: SessionDemand,
): Promise<SignedIn> {
  if (found === undefined) throw new Unauthenticated('no session');
  const { user, session } = found;
  if (session.kind === 'provider' && !demand.administrator)
    throw new Unauthenticated('an administrator without account');
  if (demand.administrator && (!user.admin || session.kind === 'registration'))
    throw new PermissionDenied('Only administrators may do this.');
  if ((demand.administrator || demand.owner) && WITHOUT_FACE.has(session.kind))
    throw new StepNeeded('sign-in');
  const step = await secondFactorStep(parts, found);
  const { before } = demand;
  if (step !== undefined && before !== 'either' && step !== before) throw new StepNeeded(step);
  if (demand.administrator) requireRight(user, demand.administrator);
  if (demand.fresh && !(await mayChange(parts, found, demand))) throw new StepNeeded('sign-in');
  if ((demand.owner || demand.furtherWay) && (await lacksFurtherWay(parts, found, demand)))
    throw new StepNeeded('second-factor');
  if (demand.owner && !(await isOwnBrowser(parts, found))) throw new StepNeeded('known-browser');
  return found;
}

/**
 * Whether the session shows no more than the face, and its user could show more. A registration
 * shows more, and so does a one-time link for a user without a second factor.
 */
async function lacksFurtherWay(
  parts: SessionParts,
  { user, session }: SignedIn,
  { byLink }: SessionDemand,
): Promise<boolean> {
  const { kind, secondFactor } = session;
  if (secondFactor || kind === 'registration' || (kind === 'link' && byLink)) return false;
  if (kind === 'link') return parts.accounts.secondFactors.has(user.id);
  return (await waysOf(parts, user)).length > 0;
}

/** Whether the account knows the browser, or the session is the first one of its user in any. */
const isOwnBrowser = async ({ accounts }: SessionParts, { user, session }: SignedIn) =>
  session.kind === 'registration' ||
  session.kind === 'link' ||
  accounts.browsers.has(user.id, session.browserId);

/** Undefined: the second factor was shown, or the user administers nothing. */
export async function secondFactorStep(
  { accounts }: SessionParts,
  { user, session }: Pick<SignedIn, 'user' | 'session'>,
): Promise<SecondFactorStep | undefined> {
  if (!user.admin || session.kind === 'provider') return undefined;
  if (!(await accounts.secondFactors.has(user.id))) return 'second-factor-set-up';
  return session.secondFactor ? undefined : 'second-factor';
}

/**
 * Whether the sign-in is fresh, or no face is enrolled yet. A link by mail alone is not enough, nor
 * is a one-time link for a user with a second factor.
 */
export async function mayChange(
  { templates, accounts }: SessionParts,
  { user, session }: Pick<SignedIn, 'user' | 'session'>,
  { administrator, byLink }: SessionDemand = {},
): Promise<boolean> {
  const needsFactor =
    session.kind === 'mail' ||
    (session.kind === 'link' && !byLink && (await accounts.secondFactors.has(user.id)));
  if (needsFactor && !session.secondFactor) return false;
  if (isFresh(session)) return true;
  if (administrator || REPEATABLE.has(session.kind)) return false;
  return !(await templates.exists(bcidOf(ACCOUNTS, user.classId)));
}
