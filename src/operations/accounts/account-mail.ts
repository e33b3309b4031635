/** Mail with one-time links, and the links themselves. */
import type { Accounts } from '../../access/accounts/accounts.ts';
import { countAttempt } from '../../access/accounts/attempt-limits.ts';
import { normalizeEmail } from '../../access/accounts/check-user.ts';
import type { NewUser, User } from '../../access/accounts/user.ts';
import { linkExpired } from '../../access/one-time.ts';
import { NotFound } from '../../errors.ts';
import { type NoticeParts, notifyOwner, serviceOf } from './account-notices.ts';

type LinkParts = Pick<Accounts, 'links' | 'publicUrl'>;

/** The token follows the `#`, so no server receives it and no log contains it. */
const linkTo = ({ publicUrl }: LinkParts, token: string): string => `${publicUrl()}/link#${token}`;

/** Mails a link that confirms the address. */
async function mailConfirmation(
  accounts: LinkParts & Pick<Accounts, 'sendMail' | 'operator'>,
  user: User,
  email: string,
): Promise<void> {
  const { token } = await accounts.links.create(user.id, 'confirm-email', email);
  await accounts.sendMail({
    to: email,
    subject: 'Confirm your e-mail address',
    text: `This address was given for the account "${user.name}".
To confirm it, open this link within a day:

${linkTo(accounts, token)}

Service: ${serviceOf(accounts)}

If it was not you, do nothing: the address will not be used.
`,
  });
}

/**
 * Asks the new address for confirmation, and tells the old one. Nothing changes if no mail can be
 * sent. @throws InvalidArgument no address; ResourceExhausted, Unavailable no mail
 */
export async function changeEmail(
  accounts: LinkParts & NoticeParts & Pick<Accounts, 'users' | 'limits'>,
  user: User,
  given: string,
): Promise<void> {
  await countAttempt(accounts.limits, { by: 'mail', value: user.id });
  const email = normalizeEmail(given);
  await mailConfirmation(accounts, user, email);
  await accounts.users.setEmail(user.id, email);
  await notifyOwner(accounts, user, 'email');
}

/** Mails the link again. @throws NotFound; ResourceExhausted, Unavailable no mail */
export async function mailConfirmationAgain(
  accounts: LinkParts & Pick<Accounts, 'sendMail' | 'limits' | 'operator'>,
  user: User,
): Promise<void> {
  if (user.email === undefined || user.emailConfirmed)
    throw new NotFound('There is no address to be confirmed.');
  await countAttempt(accounts.limits, { by: 'mail', value: user.id });
  await mailConfirmation(accounts, user, user.email);
}

/** Mails the link for enrolment to a user. @throws ResourceExhausted, Unavailable no mail */
export async function mailInvitation(
  accounts: Pick<Accounts, 'sendMail' | 'operator' | 'publicUrl'>,
  { name }: User,
  email: string,
  link: string,
): Promise<void> {
  await accounts.sendMail({
    to: email,
    subject: 'Your account',
    text: `An account was made for you: "${name}".
To log in with your face, enrol it once. This link works once, for seven days:

${link}

Service: ${serviceOf(accounts)}

If you do not know of it, do nothing: without your face nobody can log in.
`,
  });
}

/** The mail with a sign-in link. */
export interface LoginMail {
  readonly link: string;
  readonly expires: Date;
  /** Name of the application. Undefined: the user's own profile. */
  readonly application: string | undefined;
  /** A few words about the browser that asked for the link. The link only works there. */
  readonly browser: string;
  readonly network: string;
}

/** Mails a sign-in link for the browser that asked. @throws ResourceExhausted, Unavailable */
export async function mailLoginLink(
  accounts: Pick<Accounts, 'sendMail' | 'operator' | 'publicUrl'>,
  { name, email }: { readonly name: string; readonly email: string },
  { link, expires, application, browser, network }: LoginMail,
): Promise<void> {
  await accounts.sendMail({
    to: email,
    subject: application === undefined ? 'Sign in to your profile' : `Log in to ${application}`,
    text: `A link was requested to sign in.
It works once, until ${expires.toISOString()}, and only in the browser in which it was asked for:

${link}

Account: ${name}
For: ${application ?? 'your own profile'}
Service: ${serviceOf(accounts)}
Time: ${new Date().toISOString()}
Browser: ${browser || 'it did not say'}
Network: ${network}

If it was not you, ignore this mail. Never pass the link on: it lets its holder in.
`,
  });
}

/** A link by which a user without a face enrols. */
export async function enrolmentLink(
  accounts: LinkParts,
  user: User,
): Promise<{ readonly link: string; readonly expires: Date }> {
  const { token, expires } = await accounts.links.create(user.id, 'enrol');
  return { link: linkTo(accounts, token), expires };
}

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
