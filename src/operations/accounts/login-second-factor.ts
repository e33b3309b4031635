/** Sets up a first second factor in a login that demands one, minutes after face and movement. */
import type { Accounts } from '../../access/accounts/accounts.ts';
import type { SecondFactor } from '../../access/accounts/second-factors.ts';
import { overtaken } from '../../access/accounts/sign-ins.ts';
import type { PasskeyResponse } from '../../access/accounts/webauthn.ts';
import type { Method } from '../../access/oauth/levels.ts';
import { PermissionDenied } from '../../errors.ts';
import { notifyOwner, recordAccountChange } from './account-notices.ts';
import { addingKey, drawChallenge, takeChallenge } from './passkeys.ts';
import { wrongCode } from './second-factor.ts';
import { faceFirst, readState, type SignInDemands } from './sign-in-state.ts';
import { current, type SignInParts, type StepResult } from './sign-in-steps.ts';

type Parts = Pick<SignInParts, 'audit'> & { readonly accounts: Accounts };

/** The login in progress. */
export interface SettingUp {
  readonly uid: string;
  readonly expires: Date;
  /** What the application demands. */
  readonly demands: SignInDemands;
  /** Session of the profile in the same browser, which continues. */
  readonly session: string | undefined;
}

/** @throws PermissionDenied not demanded, or no face yet; Aborted too late, or there is one */
export async function beginCodes(parts: Parts, login: SettingUp) {
  const { user } = await due(parts, login);
  return parts.accounts.secondFactors.setUp(user.id, user.name);
}

/** @throws as `beginCodes`; InvalidArgument the code is wrong */
export async function confirmCodes(
  parts: Parts,
  login: SettingUp,
  code: string,
): Promise<StepResult> {
  const { user, signIn, alongside } = await due(parts, login);
  if (!(await parts.accounts.secondFactors.confirm(user.id, code, alongside))) throw wrongCode();
  return inForce(parts, login, { user, signIn, kind: 'code' });
}

/** Options for the browser to create a passkey. @throws as `beginCodes` */
export async function beginFirstPasskey(parts: Parts, login: SettingUp) {
  const { user } = await due(parts, login);
  const { secondFactors, signIns } = parts.accounts;
  const challenge = await drawChallenge(signIns, addingKey(login.uid), user.id);
  return secondFactors.passkeys.creation(user, challenge);
}

/** @throws as `beginCodes`; InvalidArgument; NotFound no challenge was drawn */
export async function addFirstPasskey(
  parts: Parts,
  login: SettingUp,
  response: PasskeyResponse,
  madeIn: string,
): Promise<StepResult> {
  const { user, signIn, alongside } = await due(parts, login);
  const { secondFactors, signIns } = parts.accounts;
  const challenge = await takeChallenge(signIns, addingKey(login.uid), user.id);
  await secondFactors.passkeys.add(user.id, response, challenge, madeIn, alongside);
  await recordAccountChange(parts, user, 'passkey added');
  return inForce(parts, login, { user, signIn, kind: 'passkey' });
}

type Due = Awaited<ReturnType<typeof due>>;

/**
 * The user who may set one up. `alongside` ensures, when the factor comes into force, that the
 * login is unchanged and that there is still none.
 */
async function due({ accounts }: Parts, { uid, demands }: SettingUp) {
  const { secondFactors, signIns, users } = accounts;
  if (!demands.secondFactor) throw new PermissionDenied('No second factor is demanded here.');
  const signIn = await signIns.find(uid);
  if (signIn === undefined) throw overtaken();
  const { userId, methods } = signIn;
  const user = userId === undefined ? undefined : await users.find(userId);
  if (user === undefined || !methods.includes('face')) throw faceFirst();
  if (await secondFactors.has(user.id)) throw overtaken();
  const { step } = await readState({ accounts }, signIn, demands);
  if (step !== 'second-factor-set-up') throw faceFirst();
  const alongside = secondFactors.whileNone(user.id, signIns.goingOn(uid, signIn));
  return { user, signIn, alongside };
}

const METHODS: Readonly<Record<SecondFactor, Method>> = { code: 'otp', passkey: 'passkey' };

/** Shown by being set up. Every other session and login of the user ends. Tells the owner. */
async function inForce(
  { accounts }: Parts,
  { uid, expires, session }: SettingUp,
  { user, signIn, kind }: Pick<Due, 'user' | 'signIn'> & { readonly kind: SecondFactor },
): Promise<StepResult> {
  const { sessions, signIns } = accounts;
  await sessions.endOthers(user.id, session, uid);
  await notifyOwner(accounts, user, kind === 'code' ? 'second-factor-on' : 'passkey-added');
  const methods = [...signIn.methods, METHODS[kind]];
  const passed = current(await signIns.pass(uid, signIn, methods, expires));
  return { passed: true, errors: [], signIn: passed };
}
