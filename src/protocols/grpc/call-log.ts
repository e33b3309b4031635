/** One log line a call: who, which job, how it ended, and why it failed. */
import type { ServiceError } from '../../errors.ts';
import { type CallLog, logEndedCall } from '../call-line.ts';
import type { RefusalRate } from '../refusal-rate.ts';

/** Where calls are logged, and at what rate refusals are. */
export interface CallLogParts {
  /** Absent: nothing is logged. */
  readonly logger?: CallLog;
  readonly refusals: RefusalRate;
}

export interface EndedGrpcCall {
  readonly jobId: string;
  /** Of the method. */
  readonly path: string;
  elapsed(): number;
  readonly address: string;
  /** Absent: nobody was authenticated. */
  readonly client?: string;
  /** Absent: it was answered. */
  readonly error?: ServiceError;
}

export function logCall({ logger, refusals }: CallLogParts, call: EndedGrpcCall): void {
  if (logger === undefined) return;
  const { jobId, path, client, error, address } = call;
  const line = { jobId, method: path.slice(1), status: error?.code ?? 'OK', ms: call.elapsed() };
  logEndedCall(logger, refusals, line, { address, client, error });
}
