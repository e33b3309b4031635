/** Redeems a one-time link, which confirms an address or lets its holder enrol. */
import type { Accounts } from '../../access/accounts/accounts.ts';
import { linkExpired } from '../../access/one-time.ts';
import { type NoticeParts, notifyOwner } from './account-notices.ts';

/** The user whose session begins. Undefined: none begins. */
export interface Redeemed {
  readonly purpose: 'confirm-email' | 'enrol';
  readonly beginsFor: string | undefined;
}

/** The owner is told about a link for enrolment. @throws NotFound it has expired or was used */
export async function redeemLink(
  accounts: Pick<Accounts, 'links' | 'users'> & NoticeParts,
  token: string,
): Promise<Redeemed> {
  const link = await accounts.links.redeem(token);
  if (link === undefined) throw linkExpired();
  const { userId, purpose, email } = link;
  if (purpose === 'enrol') {
    const user = await accounts.users.find(userId);
    if (user !== undefined) await notifyOwner(accounts, user, 'link');
    return { purpose, beginsFor: userId };
  }
  if (email === undefined || !(await accounts.users.confirmEmail(userId, email)))
    throw linkExpired();
  return { purpose, beginsFor: undefined };
}
