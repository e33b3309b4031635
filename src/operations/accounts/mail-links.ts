/** Links by mail, each once, in the browser that asked: in a sign-in, or as a further way within a session. */
import type { Accounts } from '../../access/accounts/accounts.ts';
import { countAttempt, type Limited } from '../../access/accounts/attempt-limits.ts';
import { identifierKey } from '../../access/accounts/check-user.ts';
import { allowanceOf } from '../../access/accounts/known-browsers.ts';
import { accountIdOf, type SignIn } from '../../access/accounts/sign-ins.ts';
import { ACCOUNTS, type User } from '../../access/accounts/user.ts';
import { addressPrefix } from '../../access/address-prefix.ts';
import type { Method } from '../../access/oauth/levels.ts';
import { newToken } from '../../access/one-time.ts';
import { MINUTE_MS } from '../../durations.ts';
import { InvalidArgument, jobError, PermissionDenied } from '../../errors.ts';
import type { Context } from '../context.ts';
import { NOBODY, runAccountJob } from './account-job.ts';
import { type LoginMail, mailLoginLink } from './account-mail.ts';
import { notifyOwner } from './account-notices.ts';
import { attempted, rememberAfterFace } from './further-ways.ts';
import type { SignedIn } from './session-access.ts';
import {
  current,
  existing,
  getsLinks,
  type SignInParts,
  type StepResult,
  type Visitor,
} from './sign-in-state.ts';

/** The request for a link, or its use. */
export interface Asking {
  /** Whether a link may replace the face. After the face, it is a further way. */
  readonly insteadOfFace: boolean;
  readonly visitor: Visitor;
}

/** The mail, but for what is drawn. */
export interface LinkMail extends Omit<LoginMail, 'expires' | 'link'> {
  readonly linkTo: (token: string) => string;
}

const LIFE_MS = 15 * MINUTE_MS;

/** Key of a link, before hashing: the browser's sign-in, as long as it names the same user. */
const linkKey = (key: string, { nonce }: SignIn, token: string): string =>
  `mail link ${key} ${nonce} ${token}`;

/**
 * Draws a link. The work is the same whether or not there is a recipient. Call the returned
 * function after the response, because the time for mailing would reveal the recipient.
 * @throws PermissionDenied; NotFound nobody was named; ResourceExhausted too many requests
 */
export async function drawMailLink(
  { accounts, audit }: SignInParts,
  key: string,
  asking: Asking,
  mail: LinkMail,
): Promise<() => Promise<void>> {
  const signIn = await existing({ accounts }, key);
  requireAllowed(asking, signIn);
  await countAttempt(accounts.limits, ...(await askedBy(accounts, signIn, asking)));
  const token = newToken();
  const { userId, expires } = signIn;
  const drawn = await draw(accounts, linkKey(key, signIn, token), userId, expires);
  const user = await accounts.users.find(userId ?? NOBODY);
  return async () => {
    if (!getsLinks(user)) return;
    try {
      await mailLoginLink(accounts, user, { ...mail, expires: drawn, link: mail.linkTo(token) });
      await record(audit, 'asked', user, asking.visitor.address);
    } catch (error) {
      accounts.warn(`a sign-in link was not mailed: ${String(error)}`);
    }
  };
}

/** Keeps the link for minutes, and no longer than what it belongs to. Returns when it expires. */
async function draw(
  { signIns }: Pick<Accounts, 'signIns'>,
  key: string,
  userId: string | undefined,
  until: Date,
): Promise<Date> {
  const expires = new Date(Math.min(Date.now() + LIFE_MS, until.getTime()));
  await signIns.begin(key, { identifier: '', userId, challenged: false, expires });
  return expires;
}

const sessionKey = (session: string, token: string): string => `session link ${session} ${token}`;

/** What requests for a link in a session count for. */
const askedIn = ({ id }: User): Limited => ({ by: 'mail', value: id });

/**
 * Mails a link that shows a further way in this session.
 * @throws PermissionDenied the user gets no links; ResourceExhausted, Unavailable no mail
 */
export async function mailSessionLink(
  { accounts, audit }: Pick<SignInParts, 'accounts' | 'audit'>,
  { user, session, token: cookie }: SignedIn,
  { address }: Pick<Visitor, 'address'>,
  mail: LinkMail,
): Promise<void> {
  if (!getsLinks(user)) throw new PermissionDenied('No links are mailed to this account.');
  await countAttempt(accounts.limits, askedIn(user));
  const token = newToken();
  const expires = await draw(accounts, sessionKey(cookie, token), user.id, session.expires);
  await mailLoginLink(accounts, user, { ...mail, expires, link: mail.linkTo(token) });
  await record(audit, 'asked', user, address);
}

/** Uses a link of the session, once, and tells its owner. @throws InvalidArgument it is wrong */
export async function giveSessionLink(
  { accounts, audit }: Pick<SignInParts, 'accounts' | 'audit'>,
  { user, token: cookie }: SignedIn,
  { address }: Pick<Visitor, 'address'>,
  token: string,
): Promise<void> {
  const link = await accounts.signIns.take(sessionKey(cookie, token));
  if (link?.userId !== user.id || !getsLinks(user))
    throw new InvalidArgument(`token: ${jobError('WrongLink').message}`);
  await record(audit, 'used', user, address);
  await accounts.limits.right(askedIn(user));
  await accounts.sessions.passSecondFactor(cookie);
  await notifyOwner(accounts, user, 'mail-link-used');
}

/**
 * Uses a link of the sign-in, once, and tells its owner.
 * @throws PermissionDenied; NotFound nobody was named; ResourceExhausted; Aborted as `showFace`
 */
export async function signInByMail(
  parts: SignInParts,
  context: Context,
  key: string,
  asking: Asking,
  token: string,
): Promise<StepResult> {
  const { accounts, audit } = parts;
  const { signIns, users, limits } = accounts;
  const signIn = await existing(parts, key);
  requireAllowed(asking, signIn);
  const limited: Limited = { by: 'address', value: asking.visitor.address };
  await countAttempt(limits, limited);
  const link = await signIns.take(linkKey(key, signIn, token));
  const user = await users.find(signIn.userId ?? NOBODY);
  const right = link !== undefined && getsLinks(user);
  const job = { operation: 'sign-in', user, accountId: signIn.userId } as const;
  const { errors } = await runAccountJob(parts, context, job, async () =>
    attempted(right, 'WrongLink', 'mail'),
  );
  if (!right) {
    // Waiting for it would reveal that the user exists.
    if (user !== undefined)
      record(audit, 'refused', user, limited.value).catch((error: unknown) =>
        accounts.warn(`a refused sign-in link is not in the audit trail: ${String(error)}`),
      );
    return { passed: false, errors, signIn };
  }
  await record(audit, 'used', user, limited.value);
  const methods: readonly Method[] = [...signIn.methods, 'mail'];
  const signedIn = current(await signIns.pass(key, signIn, methods));
  await limits.right(limited, ...(await askedBy(accounts, signIn, asking)));
  await notifyOwner(accounts, user, 'mail-link-used');
  const browser = await rememberAfterFace(parts, user, signedIn, asking.visitor);
  return { passed: true, errors: [], signIn: signedIn, browser };
}

function requireAllowed({ insteadOfFace }: Asking, { methods }: SignIn): void {
  if (!insteadOfFace && !methods.includes('face')) throw new PermissionDenied('Show your face.');
}

/** Subject of the count: a known browser, otherwise the name. */
async function askedBy(
  { browsers }: Pick<Accounts, 'browsers'>,
  signIn: SignIn,
  { visitor: { browser, address } }: Asking,
): Promise<readonly Limited[]> {
  const accountId = accountIdOf(signIn);
  const known = await browsers.find(accountId, browser.token);
  const value = known ? allowanceOf(accountId, known).value : identifierKey(signIn.identifier);
  return [
    { by: 'mail-link', value },
    { by: 'mail-network', value: address },
  ];
}

/** The trail names accounts by ids, which mean nothing after erasure. */
const record = (
  audit: SignInParts['audit'],
  what: 'asked' | 'used' | 'refused',
  { id }: User,
  address: string,
) =>
  audit.append({
    event: 'mail-link',
    actor: what === 'used' ? 'the user' : 'service',
    address: addressPrefix(address),
    clientId: ACCOUNTS.id,
    details: { what, user: id },
  });
