/** Lets users end an application's access, or another session. */
import type { Accounts } from '../../access/accounts/accounts.ts';
import type { User } from '../../access/accounts/user.ts';
import { NotFound } from '../../errors.ts';

/** Withdraws the consent, and ends every token of the application. @throws NotFound it has none */
export async function revokeConsent(
  { consents }: Pick<Accounts, 'consents'>,
  { id }: Pick<User, 'id'>,
  clientId: string,
): Promise<void> {
  if (!(await consents.revoke(id, clientId))) throw new NotFound('This application has no access.');
}

/** @throws NotFound */
export async function endSession(
  { sessions }: Pick<Accounts, 'sessions'>,
  { id }: Pick<User, 'id'>,
  name: string,
): Promise<void> {
  if (!(await sessions.endNamed(id, name))) throw new NotFound('There is no such session.');
}
