/** Registration. Anyone may take a free name; the face that follows gives it worth. */

import type { Accounts } from '../../access/accounts/accounts.ts';
import { countAttempt } from '../../access/accounts/attempt-limits.ts';
import type { NewUser, User } from '../../access/accounts/user.ts';
import { mailConfirmation } from './account-mail.ts';

type RegistrationParts = Pick<
  Accounts,
  'users' | 'limits' | 'links' | 'publicUrl' | 'sendMail' | 'operator' | 'warn'
>;

/** @returns the user, and whether a link was `mailed` @throws InvalidArgument; ResourceExhausted */
export async function registerUser(
  accounts: RegistrationParts,
  { name, email }: Pick<NewUser, 'name' | 'email'>,
  address: string,
): Promise<{ readonly user: User; readonly mailed: boolean }> {
  await countAttempt(accounts.limits, { by: 'registration', value: address });
  const user = await accounts.users.create({ name, ...(email === undefined ? {} : { email }) });
  // The name is already taken for the user. Without mail the address stays unconfirmed, and can get
  // another link.
  const mailed = user.email !== undefined && (await mailFirst(accounts, user, user.email));
  return { user, mailed };
}

/** Whether the mail could be sent. The page tells the user. */
const mailFirst = (accounts: RegistrationParts, user: User, email: string) =>
  mailConfirmation(accounts, user, email).then(
    () => true,
    (error: unknown) => {
      accounts.warn(`a mail could not be sent: ${String(error)}`);
      return false;
    },
  );
