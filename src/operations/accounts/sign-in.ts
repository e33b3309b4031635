/** Sign-in by face: are the images of a live person, of this user, taken for this attempt? */
import type { SignIn } from '../../access/accounts/sign-ins.ts';
import type { User } from '../../access/accounts/user.ts';
import { InvalidArgument, type JobError, jobError } from '../../errors.ts';
import {
  bcidOf,
  type Context,
  type FaceParts,
  type OperationParts,
  onRunning,
  workOf,
} from '../context.ts';
import { countComparison, waitToCompare } from '../face/limit-comparisons.ts';
import { comparableTemplate } from '../face/verify.ts';
import type { JobResult } from '../job.ts';
import { requireBursts } from '../liveness/burst.ts';
import { challengeErrors } from '../liveness/challenge-errors.ts';
import type { SubmittedLiveImage } from '../liveness/detect-liveness.ts';
import { hindrancesOf } from '../liveness/hindrances.ts';
import type { JudgedCapture } from '../liveness/judge-capture.ts';
import { examineSequence } from '../liveness/live-sequence.ts';
import { replays, type SeenImages } from '../liveness/replays.ts';

export interface SignInRequest {
  /** Undefined: there is no such user, or none that may sign in now. All else goes the same way. */
  readonly user: User | undefined;
  /** Looking straight, then the head moved, with the burst of its way. */
  readonly images: readonly SubmittedLiveImage[];
  /** What the sign-in demands. */
  readonly challenge: SignIn['challenge'];
  /** Whether a point that the head follows went slowly. */
  readonly slowly?: boolean | undefined;
  /** What its camera is suspected of. */
  readonly capture: JudgedCapture;
  /** What the account was shown before. */
  readonly seen: SeenImages;
}

type Parts = Pick<
  FaceParts,
  'engine' | 'templates' | 'encoderVersion' | 'refusedComparisons' | 'audit' | 'outbox'
>;

/**
 * `accepted` when the person is live and the user. Whether there is such a user shows neither in
 * the errors nor in what is computed.
 * @throws InvalidArgument fewer than two images, no burst, unknown tag; InvalidImage; Cancelled; Unavailable
 */
export async function signIn(
  parts: Pick<OperationParts, 'running' | 'templates' | 'refusedComparisons' | 'audit' | 'outbox'>,
  context: Context,
  { user, images, challenge, slowly = false, capture, seen }: SignInRequest,
): Promise<JobResult> {
  if (images.length < 2)
    throw new InvalidArgument(`images: at least two images are needed, ${images.length} given`);
  requireBursts(images);
  const path = challenge.length > 1 ? { places: challenge, slowly } : undefined;
  if (path !== undefined && images.length > 2)
    throw new InvalidArgument('images: two are needed, with the frames between them');
  const job = onRunning(parts);
  const examined = await examineSequence(job.engine, images, workOf(context), {
    encode: 'first',
    path,
  });
  const rejections = [
    ...examined.decision.errors,
    ...(await replays(seen, images, examined.analyses)),
    ...challengeErrors(
      images.slice(1).flatMap(({ tags }) => tags),
      challenge.slice(-1),
    ),
    ...capture.errors,
  ];
  const { suspicions } = capture;
  const hindrances = hindrancesOf(examined.analyses[0]);
  if (rejections.length > 0) return { ...refused([...rejections, ...hindrances]), suspicions };
  const { recognised, exactScore } = await compareWith(
    job,
    context,
    user,
    examined.analyses[0]!.image.subject!,
  );
  const compared = { exactScore, suspicions };
  if (!recognised) return { ...refused([jobError('NotRecognised'), ...hindrances]), ...compared };
  return { status: 'SUCCEEDED', errors: [], decision: 'signed in', accepted: true, ...compared };
}

const refused = (errors: readonly JobError[]): JobResult => ({
  status: 'SUCCEEDED',
  errors,
  decision: 'not signed in',
});

/** Class that nobody has: its template is looked for, refusals counted, where there is no user. */
const NO_CLASS = 0n;

/**
 * The first image is the one compared; all were found to be of one person before. Without a
 * template it is compared with itself, so that a missing one takes no less work. A class at its
 * limit recognises nobody, which is not told apart from another face.
 */
async function compareWith(
  parts: Parts,
  context: Context,
  user: User | undefined,
  { features }: { readonly features: Float32Array },
): Promise<{ readonly recognised: boolean; readonly exactScore: number }> {
  const bcid = bcidOf(context.client, user?.classId ?? NO_CLASS);
  const before = await waitToCompare(parts, context, bcid);
  const found = await comparableTemplate(parts, bcid, workOf(context));
  const template = typeof found === 'string' ? undefined : found;
  const reference = template?.features.map(({ values }) => values) ?? [features];
  const threshold = parts.engine.threshold(
    context.client.settings.falseMatchRate,
    reference.length,
  );
  const comparison = parts.engine.compare(features, reference);
  const matches = comparison >= threshold && user !== undefined && template !== undefined;
  const after = await countComparison(parts, context, bcid, matches);
  return {
    recognised: matches && before === 0 && after === 0,
    exactScore: parts.engine.toScore(comparison, reference.length),
  };
}
