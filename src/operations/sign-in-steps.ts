/** Signing in step by step: name, face, second factor; wrong tries are counted and slowed down. */
import type { Accounts } from '../access/accounts/accounts.ts';
import type { Limited } from '../access/accounts/attempt-limits.ts';
import { identifierKey } from '../access/accounts/check-user.ts';
import type { SignIn } from '../access/accounts/sign-ins.ts';
import type { User } from '../access/accounts/user.ts';
import type { Method } from '../access/oauth/levels.ts';
import type { ReplayGuard } from '../access/replay.ts';
import {
  InvalidArgument,
  type JobError,
  jobError,
  NotFound,
  PermissionDenied,
  ResourceExhausted,
  toServiceError,
} from '../errors.ts';
import type { Context, OperationParts } from './context.ts';
import type { SubmittedLiveImage } from './detect-liveness.ts';
import { runJob } from './job.ts';
import { seenByAccount } from './replays.ts';
import { signIn } from './sign-in.ts';

export type SignInParts = Pick<
  OperationParts,
  'engine' | 'templates' | 'encoderVersion' | 'bookkeeping' | 'audit'
> & {
  readonly accounts: Pick<Accounts, 'users' | 'signIns' | 'limits' | 'secondFactors'>;
  readonly replay: ReplayGuard;
};

export type Step = 'identify' | 'face' | 'second-factor' | 'done';

/** How a step ended and what comes next. */
export interface StepResult {
  readonly passed: boolean;
  readonly errors: readonly JobError[];
}

const MOST_CHARACTERS = 254;

/** Begins, whether there is such a user or not. @throws InvalidArgument no name at all */
export async function identify(
  { accounts }: SignInParts,
  key: string,
  identifier: string,
  { challenge, expires }: { readonly challenge: boolean; readonly expires: Date },
): Promise<SignIn> {
  if (identifier.trim() === '' || identifier.length > MOST_CHARACTERS)
    throw new InvalidArgument('identifier: expected a name or an e-mail address');
  const user = await accounts.users.findByIdentifier(identifier);
  const userId = user?.id;
  return accounts.signIns.begin(key, { identifier, userId, challenged: challenge, expires });
}

/** What comes next; `signIn` is undefined before anybody was named. */
export async function nextStep(
  { accounts }: Pick<SignInParts, 'accounts'>,
  signIn: SignIn | undefined,
  demanded: { readonly secondFactor: boolean },
): Promise<Step> {
  if (signIn === undefined) return 'identify';
  const { methods, userId } = signIn;
  if (!methods.includes('face') || userId === undefined) return 'face';
  if (methods.includes('otp')) return 'done';
  const needed = demanded.secondFactor || (await accounts.secondFactors.has(userId));
  return needed ? 'second-factor' : 'done';
}

/**
 * A try by face. Liveness and comparison run in the same way for users that do not exist.
 * @param address where the request comes from
 * @throws NotFound nobody was named; ResourceExhausted too many wrong tries; InvalidImage; Unavailable
 */
export async function showFace(
  parts: SignInParts,
  context: Context,
  key: string,
  request: {
    readonly images: readonly SubmittedLiveImage[];
    readonly address: string;
    readonly secondFactor: boolean;
  },
): Promise<StepResult> {
  const { accounts } = parts;
  const { limits } = accounts;
  const current = await existing(parts, key);
  const { identifier, userId, challenge } = current;
  const seen: readonly Limited[] = [
    { by: 'identifier', value: identifierKey(identifier) },
    { by: 'address', value: request.address },
  ];
  await countTry(limits, seen);
  if (!(await accounts.signIns.countTry(key, current)))
    throw new ResourceExhausted('Another try is running: wait for its end.', 1);

  // Counted apart, because a lock of the user under another name would tell that the user exists.
  // Where there is no user the same is done in the name of one who never was.
  const accountId = userId ?? `nobody ${identifierKey(identifier)}`;
  const hidden: Limited = { by: 'user', value: accountId };
  const locked = (await limits.begin(hidden)) > 0;
  const found = await accounts.users.find(accountId);
  const user = locked ? undefined : found;
  const counted = locked ? seen : [...seen, hidden];
  const job = {
    operation: 'sign-in' as const,
    ...(user === undefined ? {} : { classId: user.classId }),
  };
  const result = await runJob(parts, context, job, (admitted) =>
    signIn(parts, admitted, {
      user,
      images: request.images,
      challenge,
      seen: seenByAccount(parts.replay, accountId),
    }),
  ).catch(async (error: unknown) => {
    if (toServiceError(error).code === 'Unavailable') await limits.undo(...counted);
    throw error;
  });
  if (result.accepted !== true || user === undefined)
    return { passed: false, errors: result.errors };
  await limits.right(...counted);
  await requireSecondFactor(parts, user, request.secondFactor);
  const methods: readonly Method[] = challenge.length === 0 ? ['face'] : ['face', 'challenge'];
  await accounts.signIns.pass(key, methods);
  return { passed: true, errors: [] };
}

/** A try of the second factor. @throws NotFound; PermissionDenied no face yet; ResourceExhausted */
export async function giveCode(
  parts: SignInParts,
  context: Context,
  key: string,
  code: string,
): Promise<StepResult> {
  const { accounts } = parts;
  const { userId, methods } = await existing(parts, key);
  const user = userId === undefined ? undefined : await accounts.users.find(userId);
  if (user === undefined || !methods.includes('face'))
    throw new PermissionDenied('The face comes first.');
  const limited: readonly Limited[] = [{ by: 'user', value: user.id }];
  await countTry(accounts.limits, limited);
  const job = { operation: 'sign-in', classId: user.classId } as const;
  const { accepted = false, errors } = await runJob(parts, context, job, async () => {
    const right = await accounts.secondFactors.check(user.id, code);
    return {
      status: 'SUCCEEDED',
      errors: right ? [] : [jobError('WrongCode')],
      decision: right ? 'second factor' : 'not signed in',
      accepted: right,
    };
  });
  if (accepted) {
    await accounts.limits.right(...limited);
    await accounts.signIns.pass(key, [...methods, 'otp']);
  }
  return { passed: accepted, errors };
}

async function existing({ accounts }: SignInParts, key: string): Promise<SignIn> {
  const found = await accounts.signIns.find(key);
  if (found === undefined) throw new NotFound('Say first who you are.');
  return found;
}

async function countTry(
  limits: SignInParts['accounts']['limits'],
  limited: readonly Limited[],
): Promise<void> {
  const wait = await limits.begin(...limited);
  if (wait > 0) throw new ResourceExhausted(`Too many wrong tries: wait ${wait} seconds.`, wait);
}

/** Somebody whose face was just recognised may know that a second factor is missing. */
async function requireSecondFactor(
  { accounts }: SignInParts,
  user: User,
  demanded: boolean,
): Promise<void> {
  if (demanded && !(await accounts.secondFactors.has(user.id)))
    throw new PermissionDenied(
      'This application demands a second factor: set one up in your account first.',
    );
}
