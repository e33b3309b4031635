/** Records of jobs, and their form in a row. */
import type { JobError } from '../errors.ts';
import type { JobStatus } from './column-values.ts';
import type { Schema } from './schema.ts';

/** The outcome of a job, in the words of its operation. */
export interface JobOutcome {
  readonly status: JobStatus;
  /** Job errors of the answer, or the single service error that ended the call. */
  readonly errors: readonly (JobError | { readonly errorCode: string; readonly message: string })[];
  /** The decision, such as `verified`, `not verified`, `NEW_TEMPLATE_CREATED`. */
  readonly decision?: string;
  /** Suspicions against the camera, such as `virtual camera`; only for the operator. */
  readonly suspicions?: readonly string[];
}

export interface RecordedJob extends JobOutcome {
  /** GUID, also the `jobid` response header. */
  readonly jobId: string;
  readonly clientId: string;
  /** Name of the operation, such as `verify`. */
  readonly operation: string;
  readonly classId?: bigint | undefined;
  readonly referenceNumber?: string | undefined;
  readonly transactionId?: string | undefined;
  /** Exact comparison score, 0..1. Callers get a coarser score. */
  readonly score?: number | undefined;
  readonly started: Date;
  /** Milliseconds from receipt to answer. */
  readonly durationMs: number;
}

export function toRow(job: RecordedJob): Schema['jobs'] {
  return {
    job_id: job.jobId,
    client_id: job.clientId,
    operation: job.operation,
    class_id: job.classId ?? null,
    reference_number: job.referenceNumber ?? null,
    transaction_id: job.transactionId ?? null,
    status: job.status,
    errors: JSON.stringify(job.errors),
    decision: job.decision ?? null,
    suspicions: job.suspicions?.length ? JSON.stringify(job.suspicions) : null,
    score: job.score ?? null,
    started: job.started.toISOString(),
    duration_ms: job.durationMs,
  };
}

export function toJob(row: Schema['jobs']): RecordedJob {
  return {
    jobId: row.job_id,
    clientId: row.client_id,
    operation: row.operation,
    ...(row.class_id !== null && { classId: row.class_id }),
    ...(row.reference_number !== null && { referenceNumber: row.reference_number }),
    ...(row.transaction_id !== null && { transactionId: row.transaction_id }),
    status: row.status,
    errors: JSON.parse(row.errors),
    ...(row.decision !== null && { decision: row.decision }),
    ...(row.suspicions !== null && { suspicions: JSON.parse(row.suspicions) }),
    ...(row.score !== null && { score: row.score }),
    started: new Date(row.started),
    durationMs: row.duration_ms,
  };
}
