/** Browsers that users let be remembered: a login from one needs no more than the face. */
import type { Accounts } from '../../access/accounts/accounts.ts';
import type {
  Browser,
  NewBrowser,
  RememberedBrowser,
  SignedUpload,
} from '../../access/accounts/known-browsers.ts';
import { accountIdOf, attemptOf, type SignIn } from '../../access/accounts/sign-ins.ts';
import type { User } from '../../access/accounts/user.ts';
import { NotFound, StepNeeded } from '../../errors.ts';
import type { AuditTrail } from '../../journal/audit-trail.ts';
import { type NoticeParts, notifyOwner, recordAccountChange } from './account-notices.ts';
import type { SignedIn } from './session-access.ts';

type Parts = {
  readonly accounts: Pick<Accounts, 'browsers'> & NoticeParts;
  readonly audit: Pick<AuditTrail, 'append'>;
};

/**
 * The known browser that signed the attempt. Undefined: it is not known, or has lost its key. Call
 * before any picture is decoded. Takes the same work if there is no such user.
 * @throws StepNeeded it claims to be known, but another key signed
 */
export async function signedBy(
  { browsers }: Pick<Accounts, 'browsers'>,
  signIn: SignIn,
  { token }: Browser,
  upload: SignedUpload,
): Promise<RememberedBrowser | undefined> {
  const accountId = accountIdOf(signIn);
  const id = await browsers.find(accountId, token);
  if (id === undefined || token === undefined || upload.signature === undefined) return undefined;
  if (!(await browsers.vouches(accountId, id, attemptOf(signIn), upload)))
    throw new StepNeeded('browser-key');
  return { id, token };
}

/** Makes the browser known, if it brings a key, and tells the owner. */
export async function rememberBrowser(
  parts: Parts,
  user: User,
  { key, ...browser }: NewBrowser,
): Promise<RememberedBrowser | undefined> {
  if (key === undefined) return undefined;
  const remembered = await parts.accounts.browsers.remember(user.id, browser, key);
  await recordAccountChange(parts, user, 'browser remembered');
  await notifyOwner(parts.accounts, user, 'browser-added', browser.name);
  return remembered;
}

/** Remembers the browser of a session. @throws as `KnownBrowsers.remember` */
export async function rememberInSession(
  parts: Parts & { readonly accounts: Pick<Accounts, 'sessions'> },
  { user, token }: SignedIn,
  browser: NewBrowser,
): Promise<RememberedBrowser | undefined> {
  const remembered = await rememberBrowser(parts, user, browser);
  if (remembered !== undefined) await parts.accounts.sessions.rememberBrowser(token, remembered.id);
  return remembered;
}

/** Ends the key of a browser and its sessions. @throws NotFound */
export async function forgetBrowser(parts: Parts, user: User, name: string): Promise<void> {
  const browser = await parts.accounts.browsers.forget(user.id, name);
  if (browser === undefined) throw new NotFound('There is no such browser.');
  await recordAccountChange(parts, user, 'browser forgotten', { browser });
}
