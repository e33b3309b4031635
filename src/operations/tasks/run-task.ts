/** Runs the task of a token on its uploaded samples, and erases them. */
import type { Answered } from '../../access/tasks/attempts.ts';
import type { Task } from '../../access/tasks/task-claims.ts';
import type { TaskPermit } from '../../access/tasks/task-tokens.ts';
import {
  ERROR_CODES,
  type ErrorCode,
  Internal,
  type JobError,
  ServiceError,
} from '../../errors.ts';
import { type Context, type OperationParts, workOf } from '../context.ts';
import { enroll } from '../face/enroll.ts';
import { verify } from '../face/verify.ts';
import type { JobResult } from '../job.ts';
import { livenessResult, type SubmittedLiveImage } from '../liveness/detect-liveness.ts';
import { requireLeastLiveness } from '../liveness/least-liveness.ts';
import { examineSequence } from '../liveness/live-sequence.ts';
import { tokenRejections } from '../liveness/token-demands.ts';
import { judgeAttempt } from '../liveness-sessions/judge-attempt.ts';
import { requirePermit } from '../permit.ts';
import { search } from '../search/search.ts';

type Parts = Omit<OperationParts, 'bookkeeping'>;

export interface TaskResult extends JobResult {
  /** Attempts left after this one. */
  readonly triesLeft: number;
}

/**
 * Runs the task on the samples of the attempt, which are erased in any case. If the answer was
 * lost, asking again returns the same.
 * @throws InvalidArgument; PermissionDenied no task token; NotFound; Cancelled; Unavailable
 */
export async function runTask(parts: Parts, context: Context): Promise<TaskResult> {
  const permit = requirePermit(context);
  const { answered, attempt } = context;
  const triesLeft = (number: number) => ({ triesLeft: permit.maxAttempts - number });
  if (answered !== undefined) return { ...asBefore(answered), ...triesLeft(answered.attempt) };
  if (attempt === undefined) throw new Internal('a task is run outside an attempt');
  const images = attempt.samples.map((sample, i) => ({
    ...sample,
    field: `samples[${i}]`,
    burst: sample.burst?.map((frame, k) => ({
      ...frame,
      field: `samples[${i}].burst[${k}].image`,
    })),
  }));
  const result = await RUN[permit.task](parts, context, images);
  return { ...result, ...triesLeft(attempt.number) };
}

/** @throws ServiceError the error that ended the attempt without a decision */
function asBefore({ success: accepted, errors }: Answered): JobResult {
  const [first] = errors;
  if (first !== undefined && Object.hasOwn(ERROR_CODES, first.errorCode))
    throw new ServiceError(first.errorCode as ErrorCode, first.message);
  const decided = { decision: 'as answered before', accepted } as const;
  return { status: 'SUCCEEDED', errors: errors as readonly JobError[], ...decided };
}

type Run = (
  parts: Parts,
  context: Context,
  images: readonly SubmittedLiveImage[],
) => Promise<JobResult>;

const RUN: Readonly<Record<Task, Run>> = {
  verify: (parts, context, images) =>
    verify(parts, context, { classId: classOf(context.permit), images, uploaded: true }),

  enroll: (parts, context, images) =>
    enroll(parts, context, { classId: classOf(context.permit), images }, { uploaded: true }),

  identify(parts, context, images) {
    // The audit trail names every search. Without a transaction id, the token's id stands in.
    const transactionId = context.transactionId ?? requirePermit(context).tokenId;
    const request = { images, tags: [], topMatches: false, uploaded: true };
    return search(parts, { ...context, transactionId }, request);
  },

  async livenessdetection({ activeEngine }, context, images) {
    requireLeastLiveness(context, images, 'samples');
    const { engine } = activeEngine.current();
    const mirrored = context.client.settings.mirroredCaptures;
    const work = workOf(context);
    const { decision } = await examineSequence(engine, images, work, { mirrored });
    const rejections = await tokenRejections(context, images, { uploaded: true });
    return livenessResult(decision, rejections);
  },

  livenesssession: judgeAttempt,
};

function classOf(permit: TaskPermit | undefined): bigint {
  if (permit?.bcid === undefined) throw new Internal('the token of this task names no class');
  return permit.bcid.classId;
}
