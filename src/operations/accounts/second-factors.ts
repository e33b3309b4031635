/** Second factors and recovery codes of an account: set up, given within a session, removed. */
import type { Accounts } from '../../access/accounts/accounts.ts';
import { countAttempt } from '../../access/accounts/attempt-limits.ts';
import { furtherWayLimit } from '../../access/accounts/known-browsers.ts';
import type { SecondFactor } from '../../access/accounts/second-factors.ts';
import { overtaken } from '../../access/accounts/sign-ins.ts';
import { ACCOUNTS, type User } from '../../access/accounts/user.ts';
import { CEREMONY_MS, type PasskeyResponse } from '../../access/accounts/webauthn.ts';
import { InvalidArgument, jobError, NotFound, PermissionDenied } from '../../errors.ts';
import type { AuditTrail } from '../../journal/audit-trail.ts';
import { type NoticeParts, notifyOwner, recordAccountChange } from './account-notices.ts';
import type { SignedIn } from './session-access.ts';
import {
  challengeFirst,
  current,
  faceFirst,
  readState,
  type SignInDemands,
  type StepResult,
} from './sign-in-state.ts';

type Parts = { readonly accounts: Accounts; readonly audit: Pick<AuditTrail, 'append'> };

/** Where a factor is set up: in a session, or in a login that demands one. */
export interface SettingUp<R = unknown> {
  readonly user: User;
  /** Keeps the challenge of a new passkey apart. */
  readonly key: string;
  /** What still has to hold when the factor comes into force. */
  readonly step: ReturnType<Accounts['sessions']['goingOn']>;
  /** Records that the factor was shown by being set up; all else of the user has ended. */
  shown(kind: SecondFactor): Promise<R>;
}

/** In a session, which continues. */
export const inSession = ({ accounts }: Parts, { user, token }: SignedIn): SettingUp<void> => ({
  user,
  key: token,
  // A reset in between has ended the session.
  step: accounts.sessions.goingOn(token),
  async shown() {
    await accounts.sessions.passSecondFactor(token);
    await accounts.sessions.endOthers(user.id, token);
  },
});

/** A login in progress. */
export interface LoginInProgress {
  readonly uid: string;
  readonly expires: Date;
  /** What the application demands. */
  readonly demands: SignInDemands;
  /** Session of the profile in the same browser, which continues. */
  readonly session: string | undefined;
}

/**
 * In a login that demands a factor, minutes after the face, for a user who has none.
 * @throws PermissionDenied not demanded, or no face yet; Aborted too late, or there is one
 */
export async function inLogin(
  { accounts }: Parts,
  { uid, expires, demands, session }: LoginInProgress,
): Promise<SettingUp<StepResult>> {
  const { secondFactors, signIns, users, sessions } = accounts;
  if (!demands.secondFactor) throw new PermissionDenied('No second factor is demanded here.');
  const signIn = await signIns.find(uid);
  if (signIn === undefined) throw overtaken();
  const { userId, methods } = signIn;
  const user = userId === undefined ? undefined : await users.find(userId);
  if (user === undefined || !methods.includes('face')) throw faceFirst();
  if (await secondFactors.has(user.id)) throw overtaken();
  const { step } = await readState({ accounts }, signIn, demands);
  if (step !== 'second-factor-set-up') throw faceFirst();
  return {
    user,
    key: uid,
    step: secondFactors.whileNone(user.id, signIns.goingOn(uid, signIn)),
    async shown(kind) {
      await sessions.endOthers(user.id, session, uid);
      const more = kind === 'code' ? 'otp' : 'passkey';
      const passed = current(await signIns.pass(uid, signIn, [...methods, more], expires));
      return { passed: true, errors: [], signIn: passed };
    },
  };
}

/** Makes a secret, which `confirmCodes` puts in force. @throws InvalidArgument one is in force */
export const setUpCodes = ({ accounts }: Parts, { user }: SettingUp) =>
  accounts.secondFactors.setUp(user.id, user.name);

/** Puts the new secret in force, and tells the owner. @throws InvalidArgument the code is wrong */
export async function confirmCodes<R>(
  { accounts }: Parts,
  { user, step, shown }: SettingUp<R>,
  code: string,
): Promise<R> {
  if (!(await accounts.secondFactors.confirm(user.id, code, step))) throw wrongCode();
  try {
    return await shown('code');
  } finally {
    await notifyOwner(accounts, user, 'second-factor-on');
  }
}

/** Options for the browser to create a passkey. @throws PermissionDenied */
export async function beginPasskey({ accounts }: Parts, { user, key }: SettingUp) {
  const { secondFactors, signIns } = accounts;
  const challenge = await drawChallenge(signIns, addingKey(key), user.id);
  return secondFactors.passkeys.creation(user, challenge);
}

/** Adds the passkey, and tells the owner. @throws InvalidArgument; NotFound no challenge was drawn */
export async function addPasskey<R>(
  parts: Parts,
  { user, key, step, shown }: SettingUp<R>,
  response: PasskeyResponse,
  madeIn: string,
): Promise<R> {
  const { accounts } = parts;
  const { secondFactors, signIns } = accounts;
  const challenge = await takeChallenge(signIns, addingKey(key), user.id);
  await secondFactors.passkeys.add(user.id, response, challenge, madeIn, step);
  await recordAccountChange(parts, user, 'passkey added');
  try {
    return await shown('passkey');
  } finally {
    await notifyOwner(accounts, user, 'passkey-added');
  }
}

/** @throws NotFound; PermissionDenied an administrator keeps one second factor */
export async function removePasskey(parts: Parts, { user }: SignedIn, id: string): Promise<void> {
  const { accounts } = parts;
  if (!(await accounts.secondFactors.passkeys.remove(user.id, id)))
    throw new NotFound('There is no such passkey.');
  await recordAccountChange(parts, user, 'passkey removed', { passkey: id });
  await notifyOwner(accounts, user, 'passkey-removed');
}

/** @throws NotFound; InvalidArgument wrong; ResourceExhausted; PermissionDenied administrator */
export async function removeCodes(
  accounts: Accounts,
  { user, session }: SignedIn,
  code: string,
): Promise<void> {
  const { secondFactors, limits } = accounts;
  if (!(await secondFactors.kinds(user.id)).includes('code'))
    throw new NotFound('There is no authenticator app.');
  const limited = furtherWayLimit(user.id, session.browserId);
  await countAttempt(limits, limited);
  if (!(await secondFactors.check(user.id, code))) throw wrongCode();
  await limits.right(limited);
  await secondFactors.remove(user.id);
  await notifyOwner(accounts, user, 'second-factor-off');
}

/** For lost ways in, or a stolen account. Ends codes, passkeys, known browsers and all sessions. */
export async function resetSecondFactor(
  accounts: Pick<Accounts, 'sessions' | 'browsers' | 'secondFactors'> & NoticeParts,
  audit: Pick<AuditTrail, 'append'>,
  user: User,
  actor: string,
): Promise<void> {
  const erased = new Date();
  // In this order, because an intruder could set up another factor in between.
  await accounts.sessions.endAll(user.id);
  await accounts.browsers.forgetAll(user.id);
  await accounts.secondFactors.removeAll(user.id);
  // What began in between, in a browser that was still known.
  await accounts.sessions.endAll(user.id);
  const details = { what: 'second factor', user: user.id, erased };
  await audit.append({ event: 'erasure', actor, clientId: ACCOUNTS.id, details });
  await notifyOwner(accounts, user, 'second-factor-off');
}

/**
 * Takes a code, or a recovery code, in a session that began without a further way.
 * @throws InvalidArgument; ResourceExhausted
 */
export const giveSessionCode = (
  { accounts }: Parts,
  signedIn: SignedIn,
  code: string,
): Promise<void> =>
  giveInSession(accounts, signedIn, async (user) => {
    if ((await checkCode({ accounts }, user, code)) === undefined) throw wrongCode();
  });

/** Options for the browser to use a passkey within a session. @throws PermissionDenied */
export async function beginSessionPasskey({ accounts }: Parts, { user, token }: SignedIn) {
  const { secondFactors, signIns } = accounts;
  return secondFactors.passkeys.use(await drawChallenge(signIns, token, user.id), user.id);
}

/** Takes a passkey in a session that began without one. @throws InvalidArgument; NotFound */
export async function giveSessionPasskey(
  { accounts }: Parts,
  signedIn: SignedIn,
  response: PasskeyResponse,
): Promise<void> {
  const { secondFactors, signIns } = accounts;
  const challenge = await takeChallenge(signIns, signedIn.token, signedIn.user.id);
  await giveInSession(accounts, signedIn, async ({ id }) => {
    if (!(await secondFactors.passkeys.check(id, response, challenge)))
      throw new InvalidArgument(`passkey: ${jobError('WrongPasskey').message}`);
  });
}

/** Counts the attempt as wrong while `check` throws. */
async function giveInSession(
  { limits, sessions }: Pick<Accounts, 'limits' | 'sessions'>,
  { user, token, session }: SignedIn,
  check: (user: User) => Promise<void>,
): Promise<void> {
  const limited = furtherWayLimit(user.id, session.browserId);
  await countAttempt(limits, limited);
  await check(user);
  await limits.right(limited);
  await sessions.passSecondFactor(token);
}

/** The kind of code. Undefined: it is wrong, or was used before. */
export async function checkCode(
  { accounts }: { readonly accounts: Pick<Accounts, 'secondFactors'> & NoticeParts },
  user: User,
  code: string,
): Promise<'otp' | 'recovery' | undefined> {
  const { secondFactors } = accounts;
  if (await secondFactors.check(user.id, code)) return 'otp';
  if (!(await secondFactors.recovery.use(user.id, code))) return undefined;
  await notifyOwner(accounts, user, 'recovery-code-used');
  return 'recovery';
}

const wrongCode = () => new InvalidArgument(`code: ${jobError('WrongCode').message}`);

/** Makes recovery codes in place of earlier ones. @throws Unauthenticated the session has ended */
export async function makeRecoveryCodes(
  parts: Pick<Parts, 'audit'> & {
    readonly accounts: Pick<Accounts, 'secondFactors' | 'sessions'> & NoticeParts;
  },
  { user, token }: SignedIn,
): Promise<readonly string[]> {
  const { secondFactors, sessions } = parts.accounts;
  const made = new Date().toISOString();
  const codes = await secondFactors.recovery.make(user.id, sessions.goingOn(token));
  await recordAccountChange(parts, user, 'recovery codes made', { made });
  await notifyOwner(parts.accounts, user, 'recovery-codes-made');
  return codes;
}

/** Keeps challenges of passkeys apart from their sign-in or session. */
const passkeyKey = (key: string): string => `passkey ${key}`;

/** Sets the challenge for adding a passkey apart from the one for showing it. */
const addingKey = (key: string): string => `add ${key}`;

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
