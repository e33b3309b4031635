/** Tells owners and the audit trail about changes of an account, in case somebody else made them. */
import type { Accounts } from '../../access/accounts/accounts.ts';
import { ACCOUNTS, type User } from '../../access/accounts/user.ts';
import type { AuditTrail } from '../../journal/audit-trail.ts';

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
  | 'browser-added'
  | 'recovery-codes-made'
  | 'recovery-code-used'
  | 'link'
  | 'erased';

const WORDS: Readonly<Record<AccountChange, string>> = {
  face: 'The face with which you log in was enrolled anew.',
  email: 'The e-mail address was changed. No more mail about the account comes to this one.',
  'second-factor-on':
    'An authenticator app was set up. Sign-ins from browsers that are not known can ask for its code.',
  'second-factor-off': 'The second factor was removed.',
  'passkey-added': 'A passkey was added. It lets its holder sign in from any browser.',
  'passkey-removed': 'A passkey was removed.',
  'passkey-used': 'There was a sign-in with a passkey in place of the face.',
  'mail-link-used': 'There was a sign-in with a mailed link.',
  'browser-added': 'A browser was remembered. From now on it needs only your face to sign in.',
  'recovery-codes-made': 'New recovery codes were made. The earlier ones are worth nothing now.',
  'recovery-code-used': 'There was a sign-in with one of your recovery codes.',
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
  /** The browser, in a few words. */
  browser = '',
): Promise<void> {
  if (email === undefined || !emailConfirmed) return;
  const mail = {
    to: email,
    notice: true,
    subject: 'Your account was changed',
    text: `${WORDS[change]}

Account: ${name}
Service: ${serviceOf(accounts)}
Time: ${new Date().toISOString()}${browser && `\nBrowser: ${browser}`}

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

/** Records a change that users make. The trail names accounts by ids, which mean nothing after erasure. */
export const recordAccountChange = (
  { audit }: { readonly audit: Pick<AuditTrail, 'append'> },
  user: User,
  change:
    | 'passkey added'
    | 'passkey removed'
    | 'browser remembered'
    | 'browser forgotten'
    | 'recovery codes made',
  more: { readonly passkey?: string; readonly browser?: string; readonly made?: string } = {},
) =>
  audit.append({
    event: 'account-change',
    actor: 'the user',
    clientId: ACCOUNTS.id,
    details: { change, user: user.id, ...more },
  });
