/** Sign-in links by mail, where allowed. Each works once, in the browser that asked for it. */
import type { Accounts } from '../../access/accounts/accounts.ts';
import { countAttempt, type Limited } from '../../access/accounts/attempt-limits.ts';
import { identifierKey } from '../../access/accounts/check-user.ts';
import { allowanceOf } from '../../access/accounts/known-browsers.ts';
import type { SignIn } from '../../access/accounts/sign-ins.ts';
import { ACCOUNTS, type User } from '../../access/accounts/user.ts';
import { addressPrefix } from '../../access/address-prefix.ts';
import type { Method } from '../../access/oauth/levels.ts';
import { newToken } from '../../access/one-time.ts';
import { MINUTE_MS } from '../../durations.ts';
import { PermissionDenied } from '../../errors.ts';
import type { Context } from '../context.ts';
import { NOBODY, runAccountJob } from './account-job.ts';
import { type LoginMail, mailLoginLink } from './account-mail.ts';
import { notifyOwner } from './account-notices.ts';
import { getsLinks } from './sign-in-state.ts';
import {
  attempted,
  current,
  existing,
  rememberAfterFace,
  type SignInParts,
  type StepResult,
  type Visitor,
} from './sign-in-steps.ts';

/** The request for a link, or its use. */
export interface Asking {
  /** Whether a link may replace the face. After the face, it is a further way. */
  readonly insteadOfFace: boolean;
  readonly visitor: Visitor;
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
  mail: Omit<LoginMail, 'expires' | 'link'> & { readonly linkTo: (token: string) => string },
): Promise<() => Promise<void>> {
  const signIn = await existing({ accounts }, key);
  requireAllowed(asking, signIn);
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
      record(audit, 'refused', user, asking).catch((error: unknown) =>
        accounts.warn(`a refused sign-in link is not in the audit trail: ${String(error)}`),
      );
    return { passed: false, errors, signIn };
  }
  await record(audit, 'used', user, asking);
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
  { identifier, userId }: SignIn,
  { visitor: { browser, address } }: Asking,
): Promise<readonly Limited[]> {
  const named = identifierKey(identifier);
  const accountId = userId ?? `${NOBODY} ${named}`;
  const known = await browsers.find(accountId, browser.token);
  return [
    { by: 'mail-link', value: known ? allowanceOf(accountId, known).value : named },
    { by: 'mail-network', value: address },
  ];
}

/** The trail names accounts by ids, which mean nothing after erasure. */
const record = (
  audit: SignInParts['audit'],
  what: 'asked' | 'used' | 'refused',
  { id }: User,
  { visitor: { address } }: Asking,
) =>
  audit.append({
    event: 'mail-link',
    actor: what === 'used' ? 'the user' : 'service',
    address: addressPrefix(address),
    clientId: ACCOUNTS.id,
    details: { what, user: id },
  });
