/** Passkeys in a sign-in: after the face, or in its place if the operator allows it. */
import type { Limited } from '../../access/accounts/attempt-limits.ts';
import type { PasskeyResponse } from '../../access/accounts/webauthn.ts';
import type { Context } from '../context.ts';
import { runAccountJob } from './account-job.ts';
import { type NoticeParts, notifyOwner } from './account-notices.ts';
import { countAttempt } from './count-attempt.ts';
import { faceFirst } from './out-of-turn.ts';
import { drawChallenge, takeChallenge } from './passkeys.ts';
import {
  attempted,
  current,
  giveSecondFactor,
  type SignInParts,
  type StepResult,
  takesPasskeyNext,
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
  readonly address: string;
  /** Token of the browser. Undefined: it has none. */
  readonly browser: string | undefined;
  /** Expiry of a sign-in that begins with it. */
  readonly expires: Date;
}

/** Second factor after the face, else instead. @throws NotFound; ResourceExhausted; Aborted */
export async function showPasskey(
  parts: SignInParts & { readonly accounts: NoticeParts },
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
  { response, browser }: ShownPasskey,
): Promise<StepResult> {
  const challenge = await takeChallenge(parts.accounts.signIns, key);
  return giveSecondFactor(parts, context, key, browser, {
    method: 'passkey',
    wrong: 'WrongPasskey',
    check: ({ id }) => parts.accounts.secondFactors.passkeys.check(id, response, challenge),
  });
}

/** A passkey in place of the face. It names its user, and the owner is told. */
async function signInWithPasskey(
  parts: SignInParts & { readonly accounts: NoticeParts },
  context: Context,
  key: string,
  { response, address, expires }: ShownPasskey,
): Promise<StepResult> {
  const { accounts } = parts;
  const { signIns, users, limits, secondFactors } = accounts;
  const challenge = await takeChallenge(signIns, key);
  const limited: Limited = { by: 'address', value: address };
  await countAttempt(limits, limited);
  const owner = await secondFactors.passkeys.ownerOf(response);
  const user = owner === undefined ? undefined : await users.find(owner);
  const job = { operation: 'sign-in', user } as const;
  const { accepted, errors } = await runAccountJob(parts, context, job, async () => {
    const right =
      user !== undefined && (await secondFactors.passkeys.check(user.id, response, challenge));
    return attempted(right, 'WrongPasskey', 'passkey');
  });
  if (accepted !== true || user === undefined)
    return { passed: false, errors, signIn: await signIns.find(key) };
  await limits.right(limited);
  const named = { identifier: user.name, userId: user.id, challenged: false, expires };
  const signIn = current(await signIns.pass(key, await signIns.begin(key, named), ['passkey']));
  await notifyOwner(accounts, user, 'passkey-used');
  return { passed: true, errors: [], signIn };
}
