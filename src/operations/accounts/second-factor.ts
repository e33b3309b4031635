/** The second factor of an account: put in force, demanded within a session, removed. */

import type { Accounts } from '../../access/accounts/accounts.ts';
import { countAttempt } from '../../access/accounts/attempt-limits.ts';
import { furtherWayLimit } from '../../access/accounts/known-browsers.ts';
import { ACCOUNTS, type User } from '../../access/accounts/user.ts';
import { InvalidArgument, jobError, NotFound } from '../../errors.ts';
import type { AuditTrail } from '../../journal/audit-trail.ts';
import { type NoticeParts, notifyOwner } from './account-notices.ts';
import type { SignedIn } from './session-access.ts';
import { checkCode } from './sign-in-steps.ts';

type Parts = Pick<Accounts, 'secondFactors' | 'sessions' | 'limits'> & NoticeParts;

/** Makes a secret, which `confirmSecondFactor` puts in force. @throws InvalidArgument */
export const setUpSecondFactor = (
  { secondFactors }: Pick<Parts, 'secondFactors'>,
  { user: { id, name } }: SignedIn,
) => secondFactors.setUp(id, name);

/** Puts the new secret in force. Every other session of the user ends. @throws InvalidArgument */
export async function confirmSecondFactor(
  parts: Parts,
  signedIn: SignedIn,
  code: string,
): Promise<void> {
  const { user, token } = signedIn;
  const { secondFactors, sessions } = parts;
  // A reset in between has ended the session.
  const taken = await secondFactors.confirm(user.id, code, sessions.goingOn(token));
  if (!taken) throw wrongCode();
  await sessions.passSecondFactor(token);
  await sessions.endOthers(user.id, token);
  await notifyOwner(parts, user, 'second-factor-on');
}

/**
 * Takes a code, or a recovery code, in a session that began without a further way.
 * @throws InvalidArgument; ResourceExhausted
 */
export async function giveSessionCode(
  parts: Parts,
  { user, token, session }: SignedIn,
  code: string,
): Promise<void> {
  const limited = furtherWayLimit(user.id, session.browserId);
  await countAttempt(parts.limits, limited);
  if ((await checkCode({ accounts: parts }, user, code)) === undefined) throw wrongCode();
  await parts.limits.right(limited);
  await parts.sessions.passSecondFactor(token);
}

/** @throws NotFound; InvalidArgument wrong; ResourceExhausted; PermissionDenied administrator */
export async function removeSecondFactor(
  parts: Parts,
  { user, session }: SignedIn,
  code: string,
): Promise<void> {
  if (!(await parts.secondFactors.kinds(user.id)).includes('code'))
    throw new NotFound('There is no authenticator app.');
  const limited = furtherWayLimit(user.id, session.browserId);
  await countAttempt(parts.limits, limited);
  if (!(await parts.secondFactors.check(user.id, code))) throw wrongCode();
  await parts.limits.right(limited);
  await parts.secondFactors.remove(user.id);
  await notifyOwner(parts, user, 'second-factor-off');
}

/** For lost ways in, or a stolen account. Ends codes, passkeys, known browsers and all sessions. */
export async function resetSecondFactor(
  parts: Parts & Pick<Accounts, 'browsers'>,
  audit: Pick<AuditTrail, 'append'>,
  user: User,
  actor: string,
): Promise<void> {
  const erased = new Date();
  // In this order, because an intruder could set up another factor in between.
  await parts.sessions.endAll(user.id);
  await parts.browsers.forgetAll(user.id);
  await parts.secondFactors.removeAll(user.id);
  // What began in between, in a browser that was still known.
  await parts.sessions.endAll(user.id);
  const details = { what: 'second factor', user: user.id, erased };
  await audit.append({ event: 'erasure', actor, clientId: ACCOUNTS.id, details });
  await notifyOwner(parts, user, 'second-factor-off');
}

export const wrongCode = () => new InvalidArgument(`code: ${jobError('WrongCode').message}`);
