/** Runs the task of a token on its uploaded samples, which are used up by it. */
import type { Task } from '../access/task-claims.ts';
import type { TaskPermit } from '../access/task-tokens.ts';
import { Internal, InvalidArgument } from '../errors.ts';
import type { Context, OperationParts } from './context.ts';
import { livenessResult, type SubmittedLiveImage } from './detect-liveness.ts';
import { enroll } from './enroll.ts';
import type { JobResult, Operation } from './job.ts';
import { examineSequence } from './live-sequence.ts';
import { requirePermit } from './permit.ts';
import { search } from './search.ts';
import { tokenRejections } from './token-demands.ts';
import { verifyImages } from './verify.ts';

/** The operation that each task is. */
export const TASK_OPERATIONS: Readonly<Record<Task, Operation>> = {
  verify: 'verify',
  identify: 'identify',
  enroll: 'enroll',
  livenessdetection: 'detect-liveness',
};

type Parts = Pick<OperationParts, 'engine' | 'templates' | 'encoderVersion' | 'gallery' | 'audit'>;

/**
 * The samples are gone whatever becomes of the task.
 * @throws InvalidArgument no samples; PermissionDenied no task token; NotFound; Cancelled;
 *   Unavailable
 */
export async function runTask(parts: Parts, context: Context): Promise<JobResult> {
  const permit = requirePermit(context);
  const samples = await permit.takeSamples();
  if (samples.length === 0)
    throw new InvalidArgument('No samples were uploaded with this token since its last task.');
  const images = samples.map((sample, i) => ({ ...sample, field: `samples[${i}]` }));
  return RUN[permit.task](parts, context, images);
}

type Run = (
  parts: Parts,
  context: Context,
  images: readonly SubmittedLiveImage[],
) => Promise<JobResult>;

const RUN: Readonly<Record<Task, Run>> = {
  verify: (parts, context, images) =>
    verifyImages(parts, context, { classId: classOf(context.permit), images, uploaded: true }),

  enroll: (parts, context, images) =>
    enroll(parts, context, { classId: classOf(context.permit), images }, { uploaded: true }),

  identify(parts, context, images) {
    // The audit trail names every search; the token stands for the transaction where none is given.
    const transactionId = context.transactionId ?? requirePermit(context).tokenId;
    const request = { images, tags: [], topMatches: false, uploaded: true };
    return search(parts, { ...context, transactionId }, request);
  },

  async livenessdetection({ engine }, context, images) {
    const { decision, analyses } = await examineSequence(engine, images, context.signal);
    const rejections = await tokenRejections(context, images, analyses, { uploaded: true });
    return livenessResult(decision, rejections);
  },
};

function classOf(permit: TaskPermit | undefined): bigint {
  if (permit?.bcid === undefined) throw new Internal('the token of this task names no class');
  return permit.bcid.classId;
}
