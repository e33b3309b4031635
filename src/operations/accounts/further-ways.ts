import { countAttempt, type Limited } from '../../access/accounts/attempt-limits.ts';
import { furtherWayLimit } from '../../access/accounts/known-browsers.ts';
import type { SignIn } from '../../access/accounts/sign-ins.ts';
import type { User } from '../../access/accounts/user.ts';
import type { PasskeyResponse } from '../../access/accounts/webauthn.ts';
import { type Method, showsPasskey } from '../../access/oauth/levels.ts';
import { type JobErrorCode, jobError } from '../../errors.ts';
import type { Context } from '../context.ts';
import type { Decision } from '../decision.ts';
import type { JobResult } from '../job.ts';
import { runAccountJob } from './account-job.ts';
import { notifyOwner } from './account-notices.ts';
import { rememberBrowser } from './known-browsers.ts';
import { checkCode, drawChallenge, takeChallenge } from './second-factors.ts';
import {
  current,
  existing,
  faceFirst,
  type SignInParts,
  type StepResult,
  takesPasskeyNext,
  type Visitor,
} from './sign-in-state.ts';

/** An attempt by a code of an app, or a recovery code. @throws as `showFurtherWay` */
export const giveCode = (
  parts: SignInParts,
  context: Context,
  key: string,
  code: string,
  visitor: Visitor,
): Promise<StepResult> =>
  showFurtherWay(parts, context, key, visitor, {
    wrong: 'WrongCode',
    check: (user) => checkCode(parts, user, code),
  });

interface FurtherWay {
  /** The error of a wrong attempt. */
  readonly wrong: 'WrongCode' | 'WrongPasskey';
  /** What was shown. Undefined: the attempt is wrong. */
  check(user: User): Promise<Method | undefined>;
}

/**
 * An attempt by a code or a passkey, which are counted together.
 * @throws NotFound; PermissionDenied no face; ResourceExhausted; Aborted
 */
async function showFurtherWay(
  parts: SignInParts,
  context: Context,
  key: string,
  visitor: Visitor,
  { wrong, check }: FurtherWay,
): Promise<StepResult> {
  const { accounts } = parts;
  const named = await existing(parts, key);
  const { userId, methods } = named;
  const user = userId === undefined ? undefined : await accounts.users.find(userId);
  const first = takesPasskeyNext(named) || (wrong === 'WrongCode' && showsPasskey(methods));
  if (user === undefined || !first) throw faceFirst();
  const known = await accounts.browsers.find(user.id, visitor.browser.token);
  const limited = furtherWayLimit(user.id, known);
  await countAttempt(accounts.limits, limited);
  const job = { operation: 'sign-in', user } as const;
  let method: Method | undefined;
  const { errors } = await runAccountJob(parts, context, job, async () => {
    method = await check(user);
    return attempted(method !== undefined, wrong, 'second factor');
  });
  if (method === undefined) return { passed: false, errors, signIn: named };
  const signedIn = current(await accounts.signIns.pass(key, named, [...methods, method]));
  await accounts.limits.right(limited);
  const browser = await rememberAfterFace(parts, user, signedIn, visitor);
  return { passed: true, errors: [], signIn: signedIn, browser };
}

/** Remembers the browser of a user who showed the face and more. */
export const rememberAfterFace = async (
  parts: SignInParts,
  user: User,
  { methods }: SignIn,
  { browser }: Visitor,
) => (methods.includes('face') ? rememberBrowser(parts, user, browser) : undefined);

/** The job of an attempt that showed something other than a face. */
export const attempted = (right: boolean, wrong: JobErrorCode, passed: Decision): JobResult => ({
  status: 'SUCCEEDED',
  errors: right ? [] : [jobError(wrong)],
  decision: right ? passed : 'not signed in',
  accepted: right,
});

/** The user's passkey after the face, or any before it (`instead`). @throws PermissionDenied */
export async function beginPasskeyStep(
  { accounts }: SignInParts,
  key: string,
  { instead }: { readonly instead: boolean },
) {
  const { signIns, secondFactors } = accounts;
  const signIn = await signIns.find(key);
  const user = signIn && takesPasskeyNext(signIn) ? signIn.userId : undefined;
  if (user === undefined && !instead) throw faceFirst();
  return secondFactors.passkeys.use(await drawChallenge(signIns, key, user), user);
}

interface ShownPasskey {
  readonly response: PasskeyResponse;
  readonly visitor: Visitor;
  /** Expiry of a sign-in that begins with it. */
  readonly expires: Date;
}

/** Second factor after the face, else instead. @throws NotFound; ResourceExhausted; Aborted */
export async function showPasskey(
  parts: SignInParts,
  context: Context,
  key: string,
  shown: ShownPasskey,
): Promise<StepResult> {
  const signIn = await parts.accounts.signIns.find(key);
  return signIn && takesPasskeyNext(signIn)
    ? givePasskey(parts, context, key, shown)
    : signInWithPasskey(parts, context, key, shown);
}

async function givePasskey(
  parts: SignInParts,
  context: Context,
  key: string,
  { response, visitor }: ShownPasskey,
): Promise<StepResult> {
  const challenge = await takeChallenge(parts.accounts.signIns, key);
  return showFurtherWay(parts, context, key, visitor, {
    wrong: 'WrongPasskey',
    check: ({ id }) => parts.accounts.secondFactors.passkeys.check(id, response, challenge),
  });
}

/** A passkey in place of the face. It names its user, and the owner is told. */
async function signInWithPasskey(
  parts: SignInParts,
  context: Context,
  key: string,
  { response, visitor, expires }: ShownPasskey,
): Promise<StepResult> {
  const { accounts } = parts;
  const { signIns, users, limits, secondFactors } = accounts;
  const challenge = await takeChallenge(signIns, key);
  const limited: Limited = { by: 'address', value: visitor.address };
  await countAttempt(limits, limited);
  const owner = await secondFactors.passkeys.ownerOf(response);
  const user = owner === undefined ? undefined : await users.find(owner);
  const job = { operation: 'sign-in', user } as const;
  let method: Method | undefined;
  const { errors } = await runAccountJob(parts, context, job, async () => {
    method = user && (await secondFactors.passkeys.check(user.id, response, challenge));
    return attempted(method !== undefined, 'WrongPasskey', 'passkey');
  });
  if (method === undefined || user === undefined)
    return { passed: false, errors, signIn: await signIns.find(key) };
  await limits.right(limited);
  const named = { identifier: user.name, userId: user.id, challenged: false, expires };
  const signIn = current(await signIns.pass(key, await signIns.begin(key, named), [method]));
  await notifyOwner(accounts, user, 'passkey-used');
  return { passed: true, errors: [], signIn };
}
