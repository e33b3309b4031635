/** One log line per call: caller, job, outcome, and reason for a failure. */
import type { ServiceError } from '../../errors.ts';
import { type CallLog, logEndedCall } from '../call-line.ts';
import type { RefusalRate } from '../refusal-rate.ts';

/** Where to log calls, and at what rate refusals. */
export interface CallLogParts {
  /** Absent: no logging. */
  readonly logger?: CallLog;
  readonly refusals: RefusalRate;
}

export interface EndedGrpcCall {
  readonly jobId: string;
  /** Path of the method. */
  readonly path: string;
  elapsed(): number;
  readonly address: string;
  /** Absent: no caller was authenticated. */
  readonly client?: string;
  /** Absent: the call succeeded. */
  readonly error?: ServiceError;
}

export function logCall({ logger, refusals }: CallLogParts, call: EndedGrpcCall): void {
  if (logger === undefined) return;
  const { jobId, path, client, error, address } = call;
  const line = { jobId, method: path.slice(1), status: error?.code ?? 'OK', ms: call.elapsed() };
  logEndedCall(logger, refusals, line, { address, client, error });
}
