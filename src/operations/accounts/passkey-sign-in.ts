/** Passkeys in a sign-in: after the face, or in its place if the operator allows it. */
import { countAttempt, type Limited } from '../../access/accounts/attempt-limits.ts';
import type { PasskeyResponse } from '../../access/accounts/webauthn.ts';
import type { Method } from '../../access/oauth/levels.ts';
import type { Context } from '../context.ts';
import { runAccountJob } from './account-job.ts';
import { notifyOwner } from './account-notices.ts';
import { drawChallenge, takeChallenge } from './passkeys.ts';
import { faceFirst, takesPasskeyNext } from './sign-in-state.ts';
import {
  attempted,
  current,
  type SignInParts,
  type StepResult,
  showFurtherWay,
  type Visitor,
} from './sign-in-steps.ts';

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
