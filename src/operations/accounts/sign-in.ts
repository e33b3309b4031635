/** Sign-in by face: are the images of a live person, of this user, and made for this attempt? */
import type { SignIn } from '../../access/accounts/sign-ins.ts';
import type { User } from '../../access/accounts/user.ts';
import { InvalidArgument, type JobError, jobError } from '../../errors.ts';
import {
  bcidOf,
  type Context,
  type FaceParts,
  type OperationParts,
  withEngine,
  workOf,
} from '../context.ts';
import {
  type ClassComparison,
  comparableTemplate,
  compareWithClass,
} from '../face/compare-with-class.ts';
import { waitToCompare } from '../face/limit-comparisons.ts';
import type { JobResult } from '../job.ts';
import { requireBursts } from '../liveness/burst.ts';
import { challengeErrors } from '../liveness/challenge-errors.ts';
import type { SubmittedLiveImage } from '../liveness/detect-liveness.ts';
import { hindrancesOf } from '../liveness/hindrances.ts';
import type { JudgedCapture } from '../liveness/judge-capture.ts';
import { examineSequence } from '../liveness/live-sequence.ts';
import type { ShownFace } from '../liveness/one-person.ts';
import { replays, type SeenBefore } from '../liveness/replays.ts';

export interface SignInRequest {
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

type Parts = Pick<
  FaceParts,
  | 'activeEngine'
  | 'engine'
  | 'templates'
  | 'encoderVersion'
  | 'refusedComparisons'
  | 'audit'
  | 'outbox'
>;

/**
 * `accepted` if the person is live and is the user. Neither the errors nor the work reveal whether
 * the user exists.
 * @throws InvalidArgument fewer than two images, no burst, unknown tag; InvalidImage; Cancelled;
 *   Unavailable
 */
export async function signIn(
  parts: Pick<
    OperationParts,
    'activeEngine' | 'templates' | 'refusedComparisons' | 'audit' | 'outbox'
  >,
  context: Context,
  request: SignInRequest,
): Promise<JobResult> {
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
  const hindrances = hindrancesOf(examined);
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
  parts: Parts,
  given: Context,
  { user, knownBrowser }: Pick<SignInRequest, 'user' | 'knownBrowser'>,
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
