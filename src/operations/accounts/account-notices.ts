/** Mail to owners about changes in their account, in case somebody else made them. */
import type { Accounts } from '../../access/accounts/accounts.ts';
import type { User } from '../../access/accounts/user.ts';

/** The kind of change. */
export type AccountChange =
  | 'face'
  | 'email'
  | 'second-factor-on'
  | 'second-factor-off'
  | 'passkey-added'
  | 'passkey-removed'
  | 'passkey-used'
  | 'mail-link-used'
  | 'link'
  | 'erased';

const WORDS: Readonly<Record<AccountChange, string>> = {
  face: 'The face with which you log in was enrolled anew.',
  email: 'The e-mail address was changed. No more mail about the account comes to this one.',
  'second-factor-on': 'A second factor was set up. From now on every sign-in also asks for a code.',
  'second-factor-off': 'The second factor was removed.',
  'passkey-added':
    'A passkey was added. From now on every sign-in also asks for a passkey or a code.',
  'passkey-removed': 'A passkey was removed.',
  'passkey-used': 'There was a sign-in with a passkey in place of the face.',
  'mail-link-used': 'There was a sign-in with a mailed link in place of the face.',
  link: 'A one-time link was opened. It lets its holder enrol a new face.',
  erased: 'The account was erased with everything that was kept about it.',
};

export type NoticeParts = Pick<Accounts, 'sendMail' | 'publicUrl' | 'operator' | 'warn'>;

/** Name of the service, with its operator and address: its name alone means little to strangers. */
export const serviceOf = ({ operator, publicUrl }: Pick<Accounts, 'operator' | 'publicUrl'>) =>
  `${operator.name}, ${publicUrl()}`;

/** Mails the address that was confirmed before the change. A failed mail undoes nothing. */
export async function notifyOwner(
  accounts: NoticeParts,
  { name, email, emailConfirmed }: User,
  change: AccountChange,
): Promise<void> {
  if (email === undefined || !emailConfirmed) return;
  const mail = {
    to: email,
    notice: true,
    subject: 'Your account was changed',
    text: `${WORDS[change]}

Account: ${name}
Service: ${serviceOf(accounts)}
Time: ${new Date().toISOString()}

If it was you, do nothing. If it was not, tell the operator of the service at once.
`,
  };
  await accounts
    .sendMail(mail)
    .catch((error: unknown) =>
      accounts.warn(
        `the owner of an account was not told of a change (${change}): ${String(error)}`,
      ),
    );
}
