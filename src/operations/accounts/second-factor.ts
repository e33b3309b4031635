/** The second factor of an account: put in force, demanded within a session, removed. */
import type { Accounts } from '../../access/accounts/accounts.ts';
import { ACCOUNTS, type User } from '../../access/accounts/user.ts';
import { InvalidArgument, jobError, NotFound } from '../../errors.ts';
import type { AuditTrail } from '../../journal/audit-trail.ts';
import { type NoticeParts, notifyOwner } from './account-notices.ts';
import { countAttempt } from './count-attempt.ts';
import { requireShown, type SignedIn } from './session-access.ts';

type Parts = Pick<Accounts, 'secondFactors' | 'sessions' | 'limits'> & NoticeParts;

/** Makes a secret, which `confirmSecondFactor` puts in force. @throws StepNeeded; InvalidArgument */
export async function setUpSecondFactor(parts: Pick<Parts, 'secondFactors'>, signedIn: SignedIn) {
  const { id, name } = signedIn.user;
  // A code in force is refused anyway, and the page learns that there is one.
  if (!(await parts.secondFactors.kinds(id)).includes('code')) await requireShown(parts, signedIn);
  return parts.secondFactors.setUp(id, name);
}

/**
 * Puts the new secret in force. Every other session of the user ends. @throws StepNeeded;
 * InvalidArgument
 */
export async function confirmSecondFactor(
  parts: Parts,
  signedIn: SignedIn,
  code: string,
): Promise<void> {
  await requireShown(parts, signedIn);
  const { user, token } = signedIn;
  const { secondFactors, sessions } = parts;
  // A reset in between has ended the session.
  const taken = await secondFactors.confirm(user.id, code, sessions.goingOn(token));
  if (!taken) throw wrongCode();
  await sessions.passSecondFactor(token);
  await sessions.endOthers(user.id, token);
  await notifyOwner(parts, user, 'second-factor-on');
}

/** Takes a code in a session that began without one. @throws InvalidArgument; ResourceExhausted */
export async function giveSessionCode(
  parts: Parts,
  { user, token }: SignedIn,
  code: string,
): Promise<void> {
  await requireCode(parts, user, code);
  await parts.sessions.passSecondFactor(token);
}

/** @throws NotFound; InvalidArgument wrong; ResourceExhausted; PermissionDenied administrator */
export async function removeSecondFactor(parts: Parts, user: User, code: string): Promise<void> {
  if (!(await parts.secondFactors.kinds(user.id)).includes('code'))
    throw new NotFound('There is no authenticator app.');
  await requireCode(parts, user, code);
  await parts.secondFactors.remove(user.id);
  await notifyOwner(parts, user, 'second-factor-off');
}

/** For a lost second factor, or a stolen account. Ends codes, passkeys and all sessions. */
export async function resetSecondFactor(
  parts: Parts,
  audit: Pick<AuditTrail, 'append'>,
  user: User,
  actor: string,
): Promise<void> {
  // In this order, because an intruder could set up another factor in between.
  await parts.sessions.endAll(user.id);
  await parts.secondFactors.removeAll(user.id);
  const details = { what: 'second factor', user: user.id };
  await audit.append({ event: 'erasure', actor, clientId: ACCOUNTS.id, details });
  await notifyOwner(parts, user, 'second-factor-off');
}

/** @throws InvalidArgument the code is wrong; ResourceExhausted there were too many attempts */
export async function requireCode(
  { limits, secondFactors }: Pick<Accounts, 'secondFactors' | 'limits'>,
  { id }: User,
  code: string,
): Promise<void> {
  const limited = { by: 'code', value: id } as const;
  await countAttempt(limits, limited);
  if (!(await secondFactors.check(id, code))) throw wrongCode();
  await limits.right(limited);
}

export const wrongCode = () => new InvalidArgument(`code: ${jobError('WrongCode').message}`);
