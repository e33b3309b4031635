/** Signs in step by step: name, face, a further way. Counts wrong attempts and slows them down. */
import type { Accounts } from '../../access/accounts/accounts.ts';
import { countAttempt, type Limited } from '../../access/accounts/attempt-limits.ts';
import { identifierKey } from '../../access/accounts/check-user.ts';
import {
  allowanceOf,
  furtherWayLimit,
  type SignedUpload,
} from '../../access/accounts/known-browsers.ts';
import { FRESH_MS } from '../../access/accounts/sessions.ts';
import { accountIdOf, overtaken, type SignIn } from '../../access/accounts/sign-ins.ts';
import type { User } from '../../access/accounts/user.ts';
import type { ClientSettings } from '../../access/clients/client-settings.ts';
import { type Method, showsPasskey } from '../../access/oauth/levels.ts';
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
import { type NoticeParts, notifyOwner } from './account-notices.ts';
import {
  type NewBrowser,
  type RememberedBrowser,
  rememberBrowser,
  signedBy,
} from './known-browsers.ts';
import { signIn } from './sign-in.ts';
import { faceFirst, nameFirst, takesPasskeyNext } from './sign-in-state.ts';

export type SignInParts = Pick<
  OperationParts,
  'activeEngine' | 'templates' | 'refusedComparisons' | 'bookkeeping' | 'audit' | 'outbox'
> & {
  readonly accounts: Pick<
    Accounts,
    'users' | 'signIns' | 'limits' | 'browsers' | 'secondFactors' | 'canMail' | 'erase'
  > &
    NoticeParts;
  readonly replay: ReplayGuard;
};

/** Who makes an attempt. */
export interface Visitor {
  /** Source of the request. */
  readonly address: string;
  /** With a key: the user wants it to be remembered. */
  readonly browser: NewBrowser;
}

/** The result of a step. */
export interface StepResult {
  readonly passed: boolean;
  readonly errors: readonly JobError[];
  /** The sign-in after the step. Undefined: nobody was named. */
  readonly signIn: SignIn | undefined;
  /** The known browser that took the step, or that is known from now on. */
  readonly browser?: RememberedBrowser | undefined;
}

const MOST_CHARACTERS = 254;

/** Begins a sign-in, whether or not the user exists. @throws InvalidArgument it cannot be a name */
export async function identify(
  { accounts }: SignInParts,
  key: string,
  identifier: string,
  { expires }: { readonly expires: Date },
): Promise<SignIn> {
  const typed = identifier.trim();
  if (typed === '' || identifier.length > MOST_CHARACTERS || /\p{Cc}/u.test(typed))
    throw new InvalidArgument('identifier: expected a name or an e-mail address');
  const user = await accounts.users.findByIdentifier(identifier);
  // A disabled user looks like an unknown one.
  const userId = user?.disabled ? undefined : user?.id;
  return accounts.signIns.begin(key, { identifier, userId, expires, challenged: true });
}

/**
 * What attempts are counted for: a known browser alone, or the name, which all other browsers
 * share. Strangers can neither use up the attempts of a known browser nor make it wait.
 */
function limitedBy(
  named: Pick<SignIn, 'userId' | 'identifier'>,
  known: string | undefined,
): readonly [Limited] {
  if (known !== undefined) return [allowanceOf(accountIdOf(named), known)];
  return [{ by: 'identifier', value: identifierKey(named.identifier) }];
}

/** An attempt by face, as it was captured. */
export interface CapturedFace {
  readonly images: readonly SubmittedLiveImage[];
  readonly capture?: CaptureReport | undefined;
}

/**
 * An attempt by face. Liveness and comparison also run for users that do not exist.
 * @throws NotFound nobody was named; StepNeeded the browser's signature is wrong; ResourceExhausted
 *   too many wrong attempts; Aborted the sign-in has begun anew or gone on without this attempt;
 *   InvalidImage; Unavailable
 */
export async function showFace(
  parts: SignInParts,
  context: Context,
  key: string,
  request: {
    readonly upload: SignedUpload;
    /** Reads the upload. */
    readonly captured: () => CapturedFace;
    /** The application's reaction to a suspicious camera. */
    readonly suspiciousCapture: ClientSettings['suspiciousCapture'];
    readonly visitor: Visitor;
    readonly secondFactor: boolean;
  },
): Promise<StepResult> {
  const { accounts } = parts;
  const { limits } = accounts;
  const { visitor } = request;
  const named = await existing(parts, key);
  const { userId, challenge } = named;
  // Without a user, everything happens in the name of one who never existed.
  const accountId = accountIdOf(named);
  const browser = await signedBy(accounts, named, visitor.browser, request.upload).catch(
    async (error: unknown) => {
      await countAttempt(limits, { by: 'address', value: visitor.address });
      throw error;
    },
  );
  const [ours] = limitedBy(named, browser?.id);
  const seen: readonly Limited[] =
    browser === undefined ? [ours, { by: 'address', value: visitor.address }] : [ours];
  await countAttempt(limits, ...seen);
  const counting = current(await accounts.signIns.countAttempt(key, named));

  // Counted separately: a lock of the user under another name would reveal that the user exists.
  const hidden: readonly Limited[] =
    browser === undefined ? [{ by: 'user', value: accountId }] : [];
  const locked = hidden.length > 0 && (await limits.begin(...hidden)) > 0;
  const found = await accounts.users.find(accountId);
  const user = locked ? undefined : found;
  const counted = locked ? seen : [...seen, ...hidden];
  const job = { operation: 'sign-in', user, accountId: userId } as const;
  const result = await runAccountJob(parts, context, job, (admitted) => {
    const { images, capture } = request.captured();
    return signIn(parts, admitted, {
      ...{ user, images, challenge },
      knownBrowser: browser !== undefined,
      capture: judgeCapture(capture, request),
      seen: seenByAccount(parts.replay, accountId),
    });
  }).catch(async (error: unknown) => {
    // Nothing was judged, so the same movement will do.
    await accounts.signIns.askAgain(key, counting, challenge);
    if (toServiceError(error).code === 'Unavailable') await limits.undo(...counted);
    throw error;
  });
  if (result.accepted !== true || user === undefined)
    return { passed: false, errors: result.errors, signIn: counting };
  const methods: readonly Method[] = browser === undefined ? ['face'] : ['face', 'browser'];
  const face = { userId: user.id, expires: counting.expires };
  const until = await faceCountsUntil(parts, face, request.secondFactor);
  const signedIn = current(await accounts.signIns.pass(key, counting, methods, until));
  await limits.right(...counted);
  if (browser !== undefined) await accounts.browsers.used(user.id, browser.id);
  return { passed: true, errors: [], signIn: signedIn, browser };
}

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
export async function showFurtherWay(
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
  { methods }: Pick<SignIn, 'methods'>,
  { browser }: Visitor,
): Promise<RememberedBrowser | undefined> =>
  methods.includes('face') ? rememberBrowser(parts, user, browser) : undefined;

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

/** The sign-in in progress. @throws NotFound nobody was named */
export async function existing(
  { accounts }: { readonly accounts: Pick<Accounts, 'signIns'> },
  key: string,
): Promise<SignIn> {
  const found = await accounts.signIns.find(key);
  if (found === undefined) throw nameFirst();
  return found;
}
