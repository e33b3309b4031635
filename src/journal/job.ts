/** One line of the bookkeeping: a job that ran, never an image or a feature vector. */
import type { JobError } from '../errors.ts';

export type JobStatus = 'SUCCEEDED' | 'FAULTED' | 'CANCELLED';

export interface RecordedJob {
  /** GUID, also the `jobid` response header. */
  readonly jobId: string;
  readonly clientId: string;
  /** Name of the operation, such as `verify`. */
  readonly operation: string;
  readonly classId?: bigint | undefined;
  readonly referenceNumber?: string | undefined;
  readonly transactionId?: string | undefined;
  readonly status: JobStatus;
  /** Job errors of the answer, or the one service error that ended the call. */
  readonly errors: readonly (JobError | { readonly errorCode: string; readonly message: string })[];
  /** What was decided, such as `verified`, `not verified`, `NEW_TEMPLATE_CREATED`. */
  readonly decision?: string;
  /** What spoke against the camera, such as `virtual camera`. */
  readonly suspicions?: readonly string[];
  /** Of the comparison, 0..1, exact: callers are told less. */
  readonly score?: number | undefined;
  readonly started: Date;
  /** Milliseconds from receipt to answer. */
  readonly durationMs: number;
}

export interface JobFilter {
  readonly clientId?: string | undefined;
  readonly operation?: string | undefined;
  readonly status?: JobStatus | undefined;
  /** Started at or after. */
  readonly since?: Date | undefined;
  /** Started before. */
  readonly until?: Date | undefined;
  readonly limit?: number | undefined;
}
