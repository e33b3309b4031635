/** Sign-in by face: are the two images of a live person, of this user, taken for this try? */
import type { User } from '../access/accounts/user.ts';
import { InvalidArgument, type JobError, jobError } from '../errors.ts';
import { bcidOf, type Context, type OperationParts } from './context.ts';
import { examineLiveImages, type SubmittedLiveImage } from './detect-liveness.ts';
import type { JobResult } from './job.ts';
import { replays, type SeenImages } from './replays.ts';
import { comparableTemplate } from './verify.ts';

export interface SignInRequest {
  /** Undefined: there is no such user, or none that may sign in now. All else goes the same way. */
  readonly user: User | undefined;
  /** Two: looking straight, then moved. */
  readonly images: readonly SubmittedLiveImage[];
  /** Directions that the second one must answer; empty: any movement. */
  readonly challenge: readonly string[];
  /** What the account was shown before. */
  readonly seen: SeenImages;
}

type Parts = Pick<OperationParts, 'engine' | 'templates' | 'encoderVersion'>;

/**
 * `accepted` when the person is live and the user. Whether there is such a user shows neither in
 * the errors nor in what is computed.
 * @throws InvalidArgument not two images, unknown tag; InvalidImage; Cancelled; Unavailable
 */
export async function signIn(
  parts: Parts,
  context: Context,
  { user, images, challenge, seen }: SignInRequest,
): Promise<JobResult> {
  if (images.length !== 2)
    throw new InvalidArgument(`images: two images are needed, ${images.length} given`);
  const examined = await examineLiveImages(parts.engine, images, context.signal, {
    features: true,
  });
  const rejections = [
    ...examined.decision.errors,
    ...(await replays(seen, images, examined.analyses)),
    ...challengeErrors(images, challenge),
  ];
  if (rejections.length > 0) return refused(rejections);
  const recognised = await isUser(parts, context, user, examined.analyses[0]!.image.subject!);
  if (!recognised) return refused([jobError('NotRecognised')]);
  return { status: 'SUCCEEDED', errors: [], decision: 'signed in', accepted: true };
}

const refused = (errors: readonly JobError[]): JobResult => ({
  status: 'SUCCEEDED',
  errors,
  decision: 'not signed in',
});

function challengeErrors(
  [, second]: readonly SubmittedLiveImage[],
  challenge: readonly string[],
): readonly JobError[] {
  if (challenge.length === 0) return [];
  const answered = second?.tags ?? [];
  const equal =
    answered.length === challenge.length && answered.every((tag, i) => tag === challenge[i]);
  return equal
    ? []
    : [jobError('RejectedByChallengeResponse', 'The tags are not the challenge of this try.')];
}

/** Class that nobody has: its template is looked for where there is no user. */
const NO_CLASS = 0n;

/**
 * The first image is the one compared; the pair was found to be of one person before. Without a
 * template it is compared with itself, so that a missing one takes no less work.
 */
async function isUser(
  parts: Parts,
  { client, signal }: Context,
  user: User | undefined,
  { features }: { readonly features: Float32Array },
): Promise<boolean> {
  const bcid = bcidOf(client, user?.classId ?? NO_CLASS);
  const found = await comparableTemplate(parts, bcid, signal);
  const template = typeof found === 'string' ? undefined : found;
  const reference = template?.features.map(({ values }) => values) ?? [features];
  const threshold = parts.engine.threshold(client.settings.falseMatchRate, reference.length);
  const matches = parts.engine.compare(features, reference) >= threshold;
  return matches && user !== undefined && template !== undefined;
}
