/** Runs an operation: checks permission, runs it, records the outcome. */
import { Cancelled, JOB_ERRORS, type JobError, ServiceError, toServiceError } from '../errors.ts';
import type { JobOutcome, RecordedJob } from '../journal/bookkeeping.ts';
import { TemplateCorrupted } from '../templates/template.ts';
import { rememberJob } from '../tracing/recent-jobs.ts';
import { traced } from '../tracing/spans.ts';
import { auditOrigin, type Context, type OperationParts } from './context.ts';
import type { Decision } from './decision.ts';
import { admit, type Job } from './permit.ts';

/** What every operation answers. A biometric "no" is SUCCEEDED; FAULTED: nothing was decided. */
export interface JobResult extends JobOutcome {
  readonly errors: readonly JobError[];
  readonly decision: Decision;
  /** Whether a task token has got what it asks for: verified, live, enrolled. Absent: no. */
  readonly accepted?: boolean;
  /** Of the comparison, 0..1: for the bookkeeping only. Absent: nothing was compared. */
  readonly exactScore?: number;
  /** Classes that were identified. */
  readonly classIds?: readonly bigint[];
  /** Completes the result before it is recorded and answered. If it throws, the job has failed. */
  settle?(): Promise<void>;
}

/** Where jobs are recorded. */
export type JobParts = Pick<OperationParts, 'bookkeeping' | 'audit'>;

/**
 * Runs `operate` if client and token permit it, and records its outcome. No result is returned that
 * could not be recorded, and every outcome ends the attempt of the token. `operate` must use the
 * context it is given, which holds that attempt.
 * @throws ServiceError what `operate` threw, as a service error; PermissionDenied
 */
export async function runJob<R extends JobResult>(
  parts: JobParts,
  context: Context,
  job: Job,
  operate: (context: Context) => Promise<R>,
): Promise<R> {
  const { client, jobId } = context;
  const attributes = { 'prosopon.client': client.id, 'prosopon.job.id': jobId };
  return rememberJob(jobId, () =>
    traced(`job ${job.operation}`, attributes, async (span) => {
      const result = await runAndRecord(parts, context, job, operate);
      span.setAttribute('prosopon.job.status', result.status);
      return result;
    }),
  );
}

async function runAndRecord<R extends JobResult>(
  parts: JobParts,
  context: Context,
  job: Job,
  operate: (context: Context) => Promise<R>,
): Promise<R> {
  let admitted = context;
  let result: R;
  try {
    admitted = await admit(context, job);
    result = await operate(admitted);
    await result.settle?.();
    if (result.errors.some(({ errorCode }) => errorCode === 'TemplateCorrupted'))
      await auditCorrupted(parts, context, job);
    // The score of an answer is the disclosed one.
    await parts.bookkeeping.record({ ...result, ...begun(context, job), score: result.exactScore });
  } catch (thrown) {
    throw await recordFailure(parts, admitted, job, thrown);
  }
  await endAttempt(admitted, job, result);
  return result;
}

/** Rows that may wait while the surplus is refused; beyond them it waits, too. */
const MOST_UNWRITTEN = 1000;

/**
 * Records a failed job, ends its attempt and returns the caller's error. If that fails, too, the
 * error's detail says so. Calls refused for overload do not wait for it, so that they get their
 * answer at once.
 */
export async function recordFailure(
  parts: JobParts,
  context: Context,
  job: Job,
  thrown: unknown,
): Promise<ServiceError> {
  const error = asServiceError(thrown, context.signal);
  const written = rememberJob(context.jobId, () =>
    writeFailure(parts, context, job, thrown, error),
  );
  const isSurplus = error.code === 'Unavailable' && context.attempt === undefined;
  return isSurplus && parts.bookkeeping.unwritten() <= MOST_UNWRITTEN ? error : written;
}

async function writeFailure(
  parts: JobParts,
  context: Context,
  job: Job,
  thrown: unknown,
  error: ServiceError,
): Promise<ServiceError> {
  const status = error.code === 'Cancelled' ? 'CANCELLED' : 'FAULTED';
  const errorCode = thrown instanceof TemplateCorrupted ? thrown.name : error.code;
  const errors = [{ errorCode, message: error.message }];
  const writing = await Promise.allSettled([
    thrown instanceof TemplateCorrupted && auditCorrupted(parts, context, job),
    parts.bookkeeping.record({ ...begun(context, job), status, errors }),
    endAttempt(context, job, { errors }),
  ]);
  const failed = writing.find((one) => one.status === 'rejected');
  if (failed === undefined) return error;
  const detail = `${error.detail ?? ''} [not recorded: ${failed.reason}]`.trim();
  const cause = error.cause ?? error;
  return new ServiceError(error.code, error.message, {
    detail,
    cause,
    retryAfter: error.retryAfter,
  });
}

/** A template that fails its check is a finding; a search names its own in its entry. */
async function auditCorrupted({ audit }: JobParts, context: Context, job: Job): Promise<void> {
  const { operation, classId } = job;
  if (classId === undefined || context.outcome !== undefined) return;
  const { storage, partition } = context.client;
  await audit.append({
    event: 'template-corrupted',
    ...auditOrigin(context),
    details: { operation, storage, partition, classId },
  });
}

/** Records the outcome for the application that requested the token, if there is one. */
async function endAttempt(
  { attempt, jobId }: Context,
  { operation }: Job,
  result: Pick<RecordedJob, 'errors'> & Pick<JobResult, 'accepted' | 'classIds'>,
): Promise<void> {
  const { accepted = false, classIds = [], errors } = result;
  const finished = new Date();
  await attempt?.end({ operation, jobId, success: accepted, errors, classIds, finished });
}

function asServiceError(thrown: unknown, signal: AbortSignal): ServiceError {
  if (thrown instanceof TemplateCorrupted)
    return new ServiceError('Internal', JOB_ERRORS.TemplateCorrupted, { cause: thrown });
  if (thrown instanceof ServiceError) return thrown;
  return signal.aborted ? new Cancelled() : toServiceError(thrown);
}

function begun(context: Context, job: Job): Omit<RecordedJob, 'status' | 'errors'> {
  const { jobId, client, received, referenceNumber, transactionId } = context;
  return {
    jobId,
    clientId: client.id,
    ...{ operation: job.operation, classId: job.classId, referenceNumber, transactionId },
    started: received,
    durationMs: Math.max(0, Date.now() - received.getTime()),
  };
}
