/** Recovery codes of an account: made with the first face, and anew by its user. */
import type { Accounts } from '../../access/accounts/accounts.ts';
import type { AuditTrail } from '../../journal/audit-trail.ts';
import { type NoticeParts, notifyOwner, recordAccountChange } from './account-notices.ts';
import type { SignedIn } from './session-access.ts';

type Parts = {
  readonly accounts: Pick<Accounts, 'secondFactors' | 'sessions'> & NoticeParts;
  readonly audit: Pick<AuditTrail, 'append'>;
};

/** Makes new codes in place of the earlier ones. @throws Unauthenticated the session has ended */
export async function makeRecoveryCodes(
  parts: Parts,
  { user, token }: SignedIn,
): Promise<readonly string[]> {
  const { secondFactors, sessions } = parts.accounts;
  const codes = await secondFactors.recovery.make(user.id, sessions.goingOn(token));
  await recordAccountChange(parts, user, 'recovery codes made');
  await notifyOwner(parts.accounts, user, 'recovery-codes-made');
  return codes;
}

/** The first codes of a user. Empty: the user has some. */
export async function firstRecoveryCodes(
  parts: Parts,
  signedIn: SignedIn,
): Promise<readonly string[]> {
  const left = await parts.accounts.secondFactors.recovery.left(signedIn.user.id);
  return left > 0 ? [] : makeRecoveryCodes(parts, signedIn);
}
