/** Passkeys of an account: its user adds and removes them, or shows one within a session. */

import type { Accounts } from '../../access/accounts/accounts.ts';
import { countAttempt } from '../../access/accounts/attempt-limits.ts';
import { furtherWayLimit } from '../../access/accounts/known-browsers.ts';
import { CEREMONY_MS, type PasskeyResponse } from '../../access/accounts/webauthn.ts';
import { InvalidArgument, jobError, NotFound } from '../../errors.ts';
import type { AuditTrail } from '../../journal/audit-trail.ts';
import { type NoticeParts, notifyOwner, recordAccountChange } from './account-notices.ts';
import type { SignedIn } from './session-access.ts';
import { challengeFirst } from './sign-in-state.ts';

type Parts = {
  readonly accounts: Pick<Accounts, 'secondFactors' | 'sessions' | 'signIns' | 'limits'> &
    NoticeParts;
  readonly audit: Pick<AuditTrail, 'append'>;
};

/** Keeps challenges of passkeys apart from their sign-in or session. */
const passkeyKey = (key: string): string => `passkey ${key}`;

/** Draws a challenge for one response within the next minutes. */
export async function drawChallenge(
  signIns: Pick<Accounts['signIns'], 'begin'>,
  key: string,
  userId?: string,
): Promise<string> {
  const expires = new Date(Date.now() + CEREMONY_MS);
  const drawn = { identifier: '', userId, challenged: false, expires };
  return (await signIns.begin(passkeyKey(key), drawn)).nonce;
}

/** Uses up the challenge. @param userId its user @throws NotFound none, or expired */
export async function takeChallenge(
  signIns: Pick<Accounts['signIns'], 'take'>,
  key: string,
  userId?: string,
): Promise<string> {
  const drawn = await signIns.take(passkeyKey(key));
  if (drawn === undefined || (userId !== undefined && drawn.userId !== userId))
    throw challengeFirst();
  return drawn.nonce;
}

/** Sets the challenge for adding a passkey apart from the one for showing it. */
export const addingKey = (token: string): string => `add ${token}`;

/** Options for the browser to create a passkey. @throws PermissionDenied; StepNeeded */
export async function beginPasskey({ accounts }: Parts, signedIn: SignedIn) {
  const { user, token } = signedIn;
  const { secondFactors, signIns } = accounts;
  return secondFactors.passkeys.creation(
    user,
    await drawChallenge(signIns, addingKey(token), user.id),
  );
}

/** Adds a second factor; other sessions end. @throws InvalidArgument; NotFound; StepNeeded */
export async function addPasskey(
  parts: Parts,
  signedIn: SignedIn,
  response: PasskeyResponse,
  madeIn: string,
): Promise<void> {
  const { accounts } = parts;
  const { user, token } = signedIn;
  const { secondFactors, sessions, signIns } = accounts;
  const challenge = await takeChallenge(signIns, addingKey(token), user.id);
  // A reset in between has ended the session.
  await secondFactors.passkeys.add(user.id, response, challenge, madeIn, sessions.goingOn(token));
  await sessions.passSecondFactor(token);
  await sessions.endOthers(user.id, token);
  await recordAccountChange(parts, user, 'passkey added');
  await notifyOwner(accounts, user, 'passkey-added');
}

/** @throws NotFound; PermissionDenied an administrator keeps one second factor; StepNeeded */
export async function removePasskey(parts: Parts, signedIn: SignedIn, id: string): Promise<void> {
  const { accounts } = parts;
  const { user } = signedIn;
  if (!(await accounts.secondFactors.passkeys.remove(user.id, id)))
    throw new NotFound('There is no such passkey.');
  await recordAccountChange(parts, user, 'passkey removed', { passkey: id });
  await notifyOwner(accounts, user, 'passkey-removed');
}

/** Options for the browser to use a passkey within a session. @throws PermissionDenied */
export async function beginSessionPasskey({ accounts }: Parts, { user, token }: SignedIn) {
  const { secondFactors, signIns } = accounts;
  return secondFactors.passkeys.use(await drawChallenge(signIns, token, user.id), user.id);
}

/** Takes a passkey in a session that began without one. @throws InvalidArgument; NotFound */
export async function giveSessionPasskey(
  { accounts }: Parts,
  { user, token, session }: SignedIn,
  response: PasskeyResponse,
): Promise<void> {
  const { secondFactors, sessions, signIns, limits } = accounts;
  const limited = furtherWayLimit(user.id, session.browserId);
  const challenge = await takeChallenge(signIns, token, user.id);
  await countAttempt(limits, limited);
  if (!(await secondFactors.passkeys.check(user.id, response, challenge)))
    throw new InvalidArgument(`passkey: ${jobError('WrongPasskey').message}`);
  await limits.right(limited);
  await sessions.passSecondFactor(token);
}
