/** Sign-in links by mail, where allowed. Each works once, in the browser that asked for it. */
import type { Accounts } from '../../access/accounts/accounts.ts';
import type { Limited } from '../../access/accounts/attempt-limits.ts';
import { identifierKey } from '../../access/accounts/check-user.ts';
import type { SignIn } from '../../access/accounts/sign-ins.ts';
import { ACCOUNTS, type User } from '../../access/accounts/user.ts';
import { addressPrefix } from '../../access/address-prefix.ts';
import { newToken } from '../../access/one-time.ts';
import { MINUTE_MS } from '../../durations.ts';
import { PermissionDenied } from '../../errors.ts';
import type { Context } from '../context.ts';
import { NOBODY, runAccountJob } from './account-job.ts';
import { type LoginMail, mailLoginLink } from './account-mail.ts';
import { type NoticeParts, notifyOwner } from './account-notices.ts';
import { countAttempt } from './count-attempt.ts';
import {
  attempted,
  current,
  existing,
  type SignInParts,
  type StepResult,
} from './sign-in-steps.ts';

type Parts = SignInParts & { readonly accounts: NoticeParts };

/** The request for a link, or its use. */
export interface Asking {
  /** Whether a link may replace the face. */
  readonly allowed: boolean;
  readonly address: string;
  /** Token of the browser, if it has one. */
  readonly browser: string | undefined;
}

const LIFE_MS = 15 * MINUTE_MS;

/** Key of a link, before hashing: the browser's sign-in, as long as it names the same user. */
const linkKey = (key: string, { nonce }: SignIn, token: string): string =>
  `mail link ${key} ${nonce} ${token}`;

/** Administrators get no links: access to their mail alone would let an attacker in. */
const getsLinks = (user: User | undefined): user is User & { readonly email: string } =>
  user?.email !== undefined && user.emailConfirmed && !user.disabled && !user.admin;

/**
 * Draws a link. The work is the same whether or not there is a recipient. Call the returned
 * function after the response, because the time for mailing would reveal the recipient.
 * @throws PermissionDenied; NotFound nobody was named; ResourceExhausted too many requests
 */
export async function drawMailLink(
  { accounts, audit }: Parts,
  key: string,
  asking: Asking,
  mail: Omit<LoginMail, 'expires' | 'link'> & { readonly linkTo: (token: string) => string },
): Promise<() => Promise<void>> {
  requireAllowed(asking);
  const signIn = await existing({ accounts }, key);
  await countAttempt(accounts.limits, ...(await askedBy(accounts, signIn, asking)));
  const token = newToken();
  const expires = new Date(Math.min(Date.now() + LIFE_MS, signIn.expires.getTime()));
  const { userId } = signIn;
  const drawn = { identifier: '', userId, challenged: false, expires };
  await accounts.signIns.begin(linkKey(key, signIn, token), drawn);
  const user = await accounts.users.find(userId ?? NOBODY);
  return async () => {
    if (!getsLinks(user)) return;
    try {
      await mailLoginLink(accounts, user, { ...mail, expires, link: mail.linkTo(token) });
      await record(audit, 'asked', user, asking);
    } catch (error) {
      accounts.warn(`a sign-in link was not mailed: ${String(error)}`);
    }
  };
}

/**
 * Uses a link of the sign-in, once, and tells its owner.
 * @throws PermissionDenied; NotFound nobody was named; ResourceExhausted; Aborted as `showFace`
 */
export async function signInByMail(
  parts: Parts,
  context: Context,
  key: string,
  asking: Asking,
  token: string,
): Promise<StepResult> {
  requireAllowed(asking);
  const { accounts, audit } = parts;
  const { signIns, users, limits } = accounts;
  const signIn = await existing(parts, key);
  const limited: Limited = { by: 'address', value: asking.address };
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
      record(audit, 'refused', user, asking).catch((error: unknown) =>
        accounts.warn(`a refused sign-in link is not in the audit trail: ${String(error)}`),
      );
    return { passed: false, errors, signIn };
  }
  await record(audit, 'used', user, asking);
  const signedIn = current(await signIns.pass(key, signIn, ['mail']));
  await limits.right(limited, ...(await askedBy(accounts, signIn, asking)));
  await notifyOwner(accounts, user, 'mail-link-used');
  return { passed: true, errors: [], signIn: signedIn };
}

function requireAllowed({ allowed }: Asking): void {
  if (!allowed) throw new PermissionDenied('Show your face.');
}

/** Subject of the count: a browser that the user signed in with before, otherwise the name. */
async function askedBy(
  { browsers }: Pick<Accounts, 'browsers'>,
  { identifier, userId }: SignIn,
  { browser, address }: Asking,
): Promise<readonly Limited[]> {
  const named = identifierKey(identifier);
  const own = await browsers.allowance(userId ?? `${NOBODY} ${named}`, browser);
  return [
    { by: 'mail-link', value: own?.value ?? named },
    { by: 'mail-network', value: address },
  ];
}

/** The trail names accounts by ids, which mean nothing after erasure. */
const record = (
  audit: Parts['audit'],
  what: 'asked' | 'used' | 'refused',
  { id }: User,
  { address }: Asking,
) =>
  audit.append({
    event: 'mail-link',
    actor: what === 'used' ? 'the user' : 'service',
    address: addressPrefix(address),
    clientId: ACCOUNTS.id,
    details: { what, user: id },
  });
