/** One log line a call: who, which job, how it ended, and why it failed. */
import type { FastifyBaseLogger } from 'fastify';
import type { ServiceError } from '../../errors.ts';

export type CallLog = Pick<FastifyBaseLogger, 'debug' | 'info' | 'warn' | 'error'>;

export interface EndedCall {
  readonly jobId: string;
  /** Of the method. */
  readonly path: string;
  elapsed(): number;
  readonly address: string;
  /** Absent: nobody was authenticated. */
  readonly client?: string | undefined;
  /** Absent: it was answered. */
  readonly error?: ServiceError;
}

/** At the levels that requests over HTTP have. */
export function logCall(log: CallLog | undefined, call: EndedCall): void {
  const { jobId, path, client, error, address } = call;
  const line = {
    jobId,
    method: path.slice(1),
    status: error?.code ?? 'OK',
    ms: call.elapsed(),
    ...(client === undefined ? {} : { client }),
    ...(error === undefined ? {} : { error: error.message, detail: error.detail }),
  };
  if (error?.code === 'Internal') log?.error({ ...line, err: error.cause }, 'failed');
  else if (error?.code === 'ResourceExhausted')
    log?.warn({ ...line, address }, 'refused: too many');
  else if (client === undefined) log?.debug(line, 'answered');
  else log?.info(line, 'answered');
}
