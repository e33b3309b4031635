/** Judges an attempt of a liveness session like a login, and compares the demanded person. */
import type { LivenessSession } from '../../access/liveness-sessions/session.ts';
import type { Sample } from '../../access/tasks/sample.ts';
import {
  Internal,
  InvalidArgument,
  type JobError,
  jobError,
  PermissionDenied,
} from '../../errors.ts';
import { bcidOf, type Context, type OperationParts, withEngine, workOf } from '../context.ts';
import {
  comparableTemplate,
  compareWithClass,
  compareWithPhoto,
} from '../face/compare-with-class.ts';
import { ACCEPTED_RATE } from '../face/photo-verify.ts';
import { missingTemplate } from '../face/template-status.ts';
import { forcedErrors } from '../forced-result.ts';
import type { JobResult } from '../job.ts';
import { refuseFor, requireComparable } from '../limit-comparisons.ts';
import { requireBursts } from '../liveness/burst.ts';
import type { SubmittedLiveImage } from '../liveness/detect-liveness.ts';
import { fixableCauses } from '../liveness/fixable-causes.ts';
import { examineSequence } from '../liveness/live-sequence.ts';
import { changesOfPerson, type ShownFace } from '../liveness/one-person.ts';
import { tokenRejections } from '../liveness/token-demands.ts';
import { requirePermit } from '../permit.ts';
import { analyseImage } from '../submitted-image.ts';
import { endSession, type Judged } from './end-session.ts';

type Parts = Pick<
  OperationParts,
  'activeEngine' | 'templates' | 'refusedComparisons' | 'audit' | 'outbox' | 'livenessSessions'
>;

type UploadedImage = SubmittedLiveImage & Pick<Sample, 'suspicions'>;

/** Result of the comparison. */
interface Comparison {
  /** Null: nothing was compared. */
  readonly matched: boolean | null;
  readonly exactScore?: number | undefined;
  readonly errors: readonly JobError[];
}

/**
 * `accepted` if the person is live and matches, where a match is demanded. A success and the last
 * failure end the session, once they are recorded.
 * @throws PermissionDenied it has ended; InvalidArgument; InvalidImage; NotFound;
 *   ResourceExhausted; Cancelled; Unavailable
 */
export async function judgeAttempt(
  parts: Parts,
  context: Context,
  images: readonly UploadedImage[],
): Promise<JobResult> {
  const { attempt } = context;
  const permit = requirePermit(context);
  if (attempt === undefined) throw new Internal('a session is judged outside an attempt');
  const session = await parts.livenessSessions.find(permit.tokenId);
  if (session === undefined || session.ended !== undefined)
    throw new PermissionDenied('This session has ended.');
  const bcid = permit.bcid;
  if (bcid !== undefined) await requireComparable(parts, context, bcid);
  const job = withEngine(parts);
  // Of a sandbox client: nobody looks at the images.
  const forced = context.outcome && forcedErrors(context.outcome);
  const { errors, matched, exactScore, size }: Finding = forced
    ? { errors: forced, matched: forced.length === 0 }
    : await examine(job, context, session, images);
  const accepted = errors.length === 0;
  const judged: Judged = {
    ...{ accepted, errors, images, attempt: attempt.number, size },
    match: session.match && { ...ratesOf(context, session), matched },
    encoder: { name: job.engine.encoder.name, version: job.encoderVersion },
  };
  const ends = accepted || attempt.number >= session.maxAttempts;
  return {
    ...{ status: 'SUCCEEDED', errors, accepted, decision: accepted ? 'live' : 'not live' },
    ...(exactScore !== undefined && { exactScore }),
    ...(ends && { settle: () => endSession(parts, context, session, judged) }),
  };
}

interface Finding extends Comparison {
  readonly size?: Judged['size'];
}

async function examine(
  job: ReturnType<typeof withEngine<Parts>>,
  context: Context,
  session: LivenessSession,
  images: readonly UploadedImage[],
): Promise<Finding> {
  requireSequence(images);
  const mirrored = context.client.settings.mirroredCaptures;
  const options = { mirrored, features: true };
  const examined = await examineSequence(job.engine, images, workOf(context), options);
  const rejections = [
    ...examined.decision.errors,
    ...(await tokenRejections(context, images, { uploaded: true })),
  ];
  const compared =
    rejections.length === 0 ? await compare(job, context, session, examined.faces) : undefined;
  const refused = [...rejections, ...(compared?.errors ?? [])];
  return {
    errors: refused.length === 0 ? [] : [...refused, ...fixableCauses(examined)],
    matched: compared?.matched ?? null,
    exactScore: compared?.exactScore,
    size: examined.analyses[0]?.image,
  };
}

/** @throws InvalidArgument no movement, no burst for it, or one image for several directions */
function requireSequence(images: readonly SubmittedLiveImage[]): void {
  if (images.length < 2)
    throw new InvalidArgument(`samples: at least two are needed, ${images.length} given`);
  requireBursts(images, 'samples');
  const crowded = images.findIndex(({ tags }) => tags.length > 1);
  if (crowded >= 0)
    throw new InvalidArgument(`samples[${crowded}].tags: one sample answers one direction`);
}

/** Calibration of the comparison, and the false-match rate of its threshold. */
const ratesOf = ({ client }: Context, { match }: LivenessSession) =>
  match?.with === 'photo'
    ? { with: 'photo', photoSha256: match.photoSha256, falseMatchRate: ACCEPTED_RATE }
    : {
        with: 'class',
        classId: String(match?.classId),
        falseMatchRate: client.settings.falseMatchRate,
      };

/** Undefined: no match is demanded. @throws NotFound; ResourceExhausted */
async function compare(
  job: ReturnType<typeof withEngine<Parts>>,
  context: Context,
  { match }: LivenessSession,
  faces: readonly ShownFace[],
): Promise<Comparison | undefined> {
  const { engine } = job;
  if (match === undefined) {
    const errors = changesOfPerson(engine, faces);
    return errors.length === 0 ? undefined : { matched: null, errors };
  }
  if (match.with === 'photo') {
    const photo = { bytes: match.photo, field: 'photo' };
    const options = { idPhoto: true, ...workOf(context) };
    const { subject } = await analyseImage(engine, photo, options);
    // Another engine may have replaced the one that found the face in the photo.
    if (subject === undefined) return { matched: null, errors: [jobError('FaceNotFound')] };
    return compareWithPhoto(engine, faces, subject.features, ACCEPTED_RATE);
  }
  const bcid = bcidOf(context.client, match.classId);
  const template = await comparableTemplate(job, bcid, workOf(context));
  if (template === undefined) throw missingTemplate(match.classId);
  if (typeof template === 'string') return { matched: null, errors: [jobError(template)] };
  const compared = await compareWithClass(job, context, { bcid, template }, faces);
  refuseFor(context, compared.wait);
  return compared;
}
