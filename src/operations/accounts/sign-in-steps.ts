/** Signs in step by step: name, face, second factor. Counts wrong attempts and slows them down. */
import type { Accounts } from '../../access/accounts/accounts.ts';
import type { Limited } from '../../access/accounts/attempt-limits.ts';
import { identifierKey } from '../../access/accounts/check-user.ts';
import { FRESH_MS } from '../../access/accounts/sessions.ts';
import { accountIdOf, overtaken, type SignIn } from '../../access/accounts/sign-ins.ts';
import type { User } from '../../access/accounts/user.ts';
import type { ClientSettings } from '../../access/clients/client-settings.ts';
import type { Instead, Method } from '../../access/oauth/levels.ts';
import type { ReplayGuard } from '../../access/replay.ts';
import {
  InvalidArgument,
  type JobError,
  type JobErrorCode,
  jobError,
  toServiceError,
} from '../../errors.ts';
import type { Context, OperationParts } from '../context.ts';
import type { Decision } from '../decision.ts';
import type { JobResult } from '../job.ts';
import type { CaptureReport } from '../liveness/capture-suspicions.ts';
import type { SubmittedLiveImage } from '../liveness/detect-liveness.ts';
import { judgeCapture } from '../liveness/judge-capture.ts';
import { seenByAccount } from '../liveness/replays.ts';
import { runAccountJob } from './account-job.ts';
import { countAttempt } from './count-attempt.ts';
import { faceFirst, nameFirst } from './out-of-turn.ts';
import { signIn } from './sign-in.ts';

export type SignInParts = Pick<
  OperationParts,
  'running' | 'templates' | 'refusedComparisons' | 'bookkeeping' | 'audit' | 'outbox'
> & {
  readonly accounts: Pick<
    Accounts,
    'users' | 'signIns' | 'limits' | 'browsers' | 'secondFactors' | 'erase'
  >;
  readonly replay: ReplayGuard;
};

export type Step = 'identify' | 'face' | 'second-factor' | 'done';

/** The result of a step, and the next step. */
export interface StepResult {
  readonly passed: boolean;
  readonly errors: readonly JobError[];
  /** The sign-in after the step. Undefined: nobody was named. */
  readonly signIn: SignIn | undefined;
}

const MOST_CHARACTERS = 254;

/** Begins a sign-in, whether or not the user exists. @throws InvalidArgument it cannot be a name */
export async function identify(
  { accounts }: SignInParts,
  key: string,
  identifier: string,
  { challenge, expires }: { readonly challenge: boolean; readonly expires: Date },
): Promise<SignIn> {
  const typed = identifier.trim();
  if (typed === '' || identifier.length > MOST_CHARACTERS || /\p{Cc}/u.test(typed))
    throw new InvalidArgument('identifier: expected a name or an e-mail address');
  const user = await accounts.users.findByIdentifier(identifier);
  // A disabled user looks like an unknown one.
  const userId = user?.disabled ? undefined : user?.id;
  return accounts.signIns.begin(key, { identifier, userId, expires, challenged: challenge });
}

/** What attempts are counted for: the browser if the user signed in with it before, or the name. */
async function countedFor(
  { accounts }: { readonly accounts: Pick<Accounts, 'browsers'> },
  named: Pick<SignIn, 'userId' | 'identifier'>,
  browser: string | undefined,
): Promise<Limited> {
  const own = await accounts.browsers.allowance(accountIdOf(named), browser);
  return own ?? { by: 'identifier', value: identifierKey(named.identifier) };
}

/** The next step. `signIn` is undefined before a user was named. */
export async function nextStep(
  { accounts }: { readonly accounts: Pick<Accounts, 'secondFactors'> },
  signIn: SignIn | undefined,
  /** Includes the methods that may replace the face. */
  demanded: Instead & { readonly secondFactor: boolean },
): Promise<Step> {
  if (signIn === undefined) return 'identify';
  const { methods, userId } = signIn;
  const passkey = methods.includes('passkey');
  const first =
    methods.includes('face') ||
    (passkey && demanded.passkey) ||
    (methods.includes('mail') && demanded.mail);
  if (userId === undefined || !first) return 'face';
  const second = takesPasskeyNext(signIn);
  if (methods.includes('otp') || (second && passkey)) return 'done';
  // After a passkey alone, a user with codes also gives a code.
  const kinds = await accounts.secondFactors.kinds(userId);
  const needed = demanded.secondFactor || (second ? kinds.length > 0 : kinds.includes('code'));
  return needed ? 'second-factor' : 'done';
}

/** Whether a passkey may be the second factor: not after a passkey. */
export const takesPasskeyNext = ({ methods }: Pick<SignIn, 'methods'>): boolean =>
  methods.includes('face') || methods.includes('mail');

/**
 * An attempt by face. It counts for the browser if the user signed in with it before, otherwise for
 * the name, which all browsers share. Liveness and comparison also run for users that do not exist.
 * @param address source of the request
 * @throws NotFound nobody was named; ResourceExhausted too many wrong attempts; Aborted the sign-in
 *   has begun anew or gone on without this attempt; InvalidImage; Unavailable
 */
export async function showFace(
  parts: SignInParts,
  context: Context,
  key: string,
  request: {
    readonly images: readonly SubmittedLiveImage[];
    readonly capture?: CaptureReport | undefined;
    /** The application's reaction to a suspicious camera. */
    readonly suspiciousCapture: ClientSettings['suspiciousCapture'];
    readonly address: string;
    /** Token of the browser, if it has one. */
    readonly browser?: string | undefined;
    readonly secondFactor: boolean;
  },
): Promise<StepResult> {
  const { accounts } = parts;
  const { limits } = accounts;
  const named = await existing(parts, key);
  const { userId, challenge } = named;
  // Without a user, everything happens in the name of one who never existed.
  const accountId = accountIdOf(named);
  const ours = await countedFor(parts, named, request.browser);
  const seen: readonly Limited[] = [ours, { by: 'address', value: request.address }];
  await countAttempt(limits, ...seen);
  const counting = current(await accounts.signIns.countAttempt(key, named));

  // Counted separately: a lock of the user under another name would reveal that the user exists.
  const hidden: readonly Limited[] =
    ours.by === 'browser' ? [] : [{ by: 'user', value: accountId }];
  const locked = hidden.length > 0 && (await limits.begin(...hidden)) > 0;
  const found = await accounts.users.find(accountId);
  const user = locked ? undefined : found;
  const counted = locked ? seen : [...seen, ...hidden];
  const job = { operation: 'sign-in', user, accountId: userId } as const;
  const result = await runAccountJob(parts, context, job, (admitted) =>
    signIn(parts, admitted, {
      user,
      images: request.images,
      challenge,
      capture: judgeCapture(request.capture, request),
      seen: seenByAccount(parts.replay, accountId),
    }),
  ).catch(async (error: unknown) => {
    if (toServiceError(error).code === 'Unavailable') {
      await limits.undo(...counted);
      await accounts.signIns.askAgain(key, counting, challenge);
    }
    throw error;
  });
  if (result.accepted !== true || user === undefined)
    return { passed: false, errors: result.errors, signIn: counting };
  const methods: readonly Method[] = challenge.length === 0 ? ['face'] : ['face', 'challenge'];
  const face = { userId: user.id, expires: counting.expires };
  const until = await faceCountsUntil(parts, face, request.secondFactor);
  const signedIn = current(await accounts.signIns.pass(key, counting, methods, until));
  await limits.right(...counted);
  return { passed: true, errors: [], signIn: signedIn };
}

/** An attempt by code. @throws NotFound; PermissionDenied no face; ResourceExhausted; Aborted */
export const giveCode = (
  parts: SignInParts,
  context: Context,
  key: string,
  code: string,
  browser?: string,
): Promise<StepResult> =>
  giveSecondFactor(parts, context, key, browser, {
    method: 'otp',
    wrong: 'WrongCode',
    check: ({ id }) => parts.accounts.secondFactors.check(id, code),
  });

interface SecondFactorAttempt {
  readonly method: 'otp' | 'passkey';
  /** The error of a wrong attempt. */
  readonly wrong: 'WrongCode' | 'WrongPasskey';
  check(user: User): Promise<boolean>;
}

/** An attempt by any second factor. All are counted together. */
export async function giveSecondFactor(
  parts: SignInParts,
  context: Context,
  key: string,
  browser: string | undefined,
  { method, wrong, check }: SecondFactorAttempt,
): Promise<StepResult> {
  const { accounts } = parts;
  const named = await existing(parts, key);
  const { userId, methods } = named;
  const user = userId === undefined ? undefined : await accounts.users.find(userId);
  const first = takesPasskeyNext(named) || (method === 'otp' && methods.includes('passkey'));
  if (user === undefined || !first) throw faceFirst();
  const own = await accounts.browsers.allowance(user.id, browser);
  const limited: readonly Limited[] = [own ?? { by: 'code', value: user.id }];
  await countAttempt(accounts.limits, ...limited);
  const job = { operation: 'sign-in', user } as const;
  const { accepted = false, errors } = await runAccountJob(parts, context, job, async () => {
    return attempted(await check(user), wrong, 'second factor');
  });
  if (!accepted) return { passed: false, errors, signIn: named };
  const signedIn = current(await accounts.signIns.pass(key, named, [...methods, method]));
  await accounts.limits.right(...limited);
  return { passed: true, errors: [], signIn: signedIn };
}

/** Expiry of a shown face: the end of the login, or minutes if a second factor has to be set up. */
export async function faceCountsUntil(
  { accounts }: { readonly accounts: Pick<Accounts, 'secondFactors'> },
  { userId, expires }: { readonly userId: string; readonly expires: Date },
  demanded: boolean,
  shown = new Date(),
): Promise<Date> {
  if (!demanded || (await accounts.secondFactors.has(userId))) return expires;
  return new Date(Math.min(shown.getTime() + FRESH_MS, expires.getTime()));
}

/** The job of an attempt that showed something other than a face. */
export const attempted = (right: boolean, wrong: JobErrorCode, passed: Decision): JobResult => ({
  status: 'SUCCEEDED',
  errors: right ? [] : [jobError(wrong)],
  decision: right ? passed : 'not signed in',
  accepted: right,
});

/** The sign-in after a change. @throws Aborted it has changed since it was read */
export function current<T>(changed: T | undefined): T {
  if (changed === undefined) throw overtaken();
  return changed;
}

/** Call before receiving images. @throws NotFound nobody was named */
export async function requireNamed(
  parts: Pick<SignInParts, 'accounts'>,
  key: string,
): Promise<void> {
  await existing(parts, key);
}

/** The sign-in in progress. @throws NotFound nobody was named */
export async function existing(
  { accounts }: { readonly accounts: Pick<Accounts, 'signIns'> },
  key: string,
): Promise<SignIn> {
  const found = await accounts.signIns.find(key);
  if (found === undefined) throw nameFirst();
  return found;
}
