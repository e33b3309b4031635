/** Signs in by face: a name, then images of a live person, who is the user, made for this attempt. */

import type { Accounts } from '../../access/accounts/accounts.ts';
import { countAttempt, type Limited } from '../../access/accounts/attempt-limits.ts';
import { identifierKey } from '../../access/accounts/check-user.ts';
import { allowanceOf, type SignedUpload } from '../../access/accounts/known-browsers.ts';
import { FRESH_MS } from '../../access/accounts/sessions.ts';
import { accountIdOf, type SignIn } from '../../access/accounts/sign-ins.ts';
import type { User } from '../../access/accounts/user.ts';
import type { ClientSettings } from '../../access/clients/client-settings.ts';
import type { Method } from '../../access/oauth/levels.ts';
import { InvalidArgument, type JobError, jobError, toServiceError } from '../../errors.ts';
import { bcidOf, type Context, withEngine, workOf } from '../context.ts';
import {
  type ClassComparison,
  comparableTemplate,
  compareWithClass,
} from '../face/compare-with-class.ts';
import type { JobResult } from '../job.ts';
import { waitToCompare } from '../limit-comparisons.ts';
import { requireBursts } from '../liveness/burst.ts';
import type { CaptureReport } from '../liveness/capture-suspicions.ts';
import { challengeErrors } from '../liveness/challenge-errors.ts';
import type { SubmittedLiveImage } from '../liveness/detect-liveness.ts';
import { fixableCauses } from '../liveness/fixable-causes.ts';
import { type JudgedCapture, judgeCapture } from '../liveness/judge-capture.ts';
import { examineSequence } from '../liveness/live-sequence.ts';
import type { ShownFace } from '../liveness/one-person.ts';
import { replays, type SeenBefore, seenByAccount } from '../liveness/replays.ts';
import { runAccountJob } from './account-job.ts';
import { signedBy } from './known-browsers.ts';
import {
  current,
  existing,
  type SignInParts,
  type StepResult,
  type Visitor,
} from './sign-in-state.ts';

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
    return judge(parts, admitted, {
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

interface Attempt {
  /** Undefined: no such user, or none that may sign in now. Everything else stays the same. */
  readonly user: User | undefined;
  /** Looking straight, then the head moved, with a burst between. */
  readonly images: readonly SubmittedLiveImage[];
  /** The demand of the sign-in. */
  readonly challenge: SignIn['challenge'];
  /** Whether a known browser makes the attempt: its refusals count for it alone. */
  readonly knownBrowser: boolean;
  /** The judgement on the camera. */
  readonly capture: JudgedCapture;
  /** Images that the account was shown before. */
  readonly seen: SeenBefore;
}

/**
 * `accepted` if the person is live and is the user. Neither the errors nor the work reveal whether
 * the user exists.
 * @throws InvalidArgument fewer than two images, no burst, unknown tag; InvalidImage; Cancelled;
 *   Unavailable
 */
async function judge(parts: SignInParts, context: Context, request: Attempt): Promise<JobResult> {
  const { user, images, challenge, capture, seen } = request;
  if (images.length < 2)
    throw new InvalidArgument(`images: at least two images are needed, ${images.length} given`);
  requireBursts(images);
  const job = withEngine(parts);
  const options = { features: true };
  const examined = await examineSequence(job.engine, images, workOf(context), options);
  const rejections = [
    ...examined.decision.errors,
    ...(await replays(seen, images)),
    ...challengeErrors(images, challenge),
    ...capture.errors,
  ];
  const { suspicions } = capture;
  const hindrances = fixableCauses(examined);
  if (rejections.length > 0) return { ...refused([...rejections, ...hindrances]), suspicions };
  const { matched, errors, exactScore } = await compareWith(job, context, request, examined.faces);
  const compared = { ...(exactScore !== undefined && { exactScore }), suspicions };
  if (!matched || user === undefined)
    return { ...refused([...errors, ...hindrances]), ...compared };
  const decision = request.knownBrowser ? 'signed in, known browser' : 'signed in';
  return { status: 'SUCCEEDED', errors: [], decision, accepted: true, ...compared };
}

const refused = (errors: readonly JobError[]): JobResult => ({
  status: 'SUCCEEDED',
  errors,
  decision: 'not signed in',
});

/**
 * A class that nobody has. It stands in where there is no user: its template is looked for, its
 * refusals are counted.
 */
const NO_CLASS = 0n;

/**
 * A class at its limit recognises nobody, which looks the same as another face. A known browser has
 * attempts of its own, so it takes no part in that limit, which strangers can reach.
 */
async function compareWith(
  parts: ReturnType<typeof withEngine<SignInParts>>,
  given: Context,
  { user, knownBrowser }: Pick<Attempt, 'user' | 'knownBrowser'>,
  faces: readonly ShownFace[],
): Promise<ClassComparison> {
  const context = knownBrowser ? withoutClassLimit(given) : given;
  const bcid = bcidOf(context.client, user?.classId ?? NO_CLASS);
  const before = await waitToCompare(parts, context, bcid);
  const found = await comparableTemplate(parts, bcid, workOf(context));
  const template = typeof found === 'string' || user === undefined ? undefined : found;
  const compared = await compareWithClass(parts, context, { bcid, template }, faces);
  if (before === 0) return compared;
  return { ...compared, matched: false, errors: [jobError('NotRecognised')] };
}

const withoutClassLimit = (context: Context): Context => ({
  ...context,
  client: { ...context.client, settings: { ...context.client.settings, failedVerifications: 0 } },
});
