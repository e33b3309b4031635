/** The one log line of a call, the same for every protocol, with its level. */
import type { FastifyBaseLogger } from 'fastify';
import { type ServiceError, Unauthenticated } from '../errors.ts';
import type { RefusalRate } from './refusal-rate.ts';

export type CallLog = Pick<FastifyBaseLogger, 'debug' | 'info' | 'warn' | 'error'>;

export interface EndedCall {
  /** Address of the caller. */
  readonly address: string;
  /** The authenticated client. Undefined: none. */
  readonly client: string | undefined;
  /** Undefined: the call succeeded. */
  readonly error: ServiceError | undefined;
  /** Codes of a sign-in that was rejected. */
  readonly refused?: readonly string[];
}

/** Logs how a call ended. Refusals go to `warn`, at a bounded rate (ASVS 5.0, 16.3). */
export function logEndedCall(
  log: CallLog,
  rate: RefusalRate,
  line: Readonly<Record<string, unknown>>,
  { address, client, error, refused = [] }: EndedCall,
): void {
  const full = {
    ...line,
    ...(client === undefined ? {} : { client }),
    ...(error === undefined ? {} : { error: error.message, detail: error.detail }),
    ...(refused.length === 0 ? {} : { refused }),
  };
  const refusal = refusalOf(error, refused);
  if (error?.code === 'Internal') log.error({ ...full, err: error.cause }, 'failed');
  else if (refusal === undefined) log[client === undefined ? 'debug' : 'info'](full, 'answered');
  else {
    const unlogged = rate.next(address);
    const claimed = error instanceof Unauthenticated ? error.claimed : undefined;
    const said = { ...full, address, ...(claimed === undefined ? {} : { claimed }) };
    if (unlogged === undefined) log.debug(said, refusal);
    else log.warn({ ...said, ...(unlogged === 0 ? {} : { unlogged }) }, refusal);
  }
}

function refusalOf(error: ServiceError | undefined, refused: readonly string[]) {
  switch (error?.code) {
    case 'Unauthenticated':
      return 'refused: not authenticated';
    case 'PermissionDenied':
      return 'refused: not permitted';
    case 'ResourceExhausted':
      return 'refused: too many';
    default:
      return refused.length > 0 ? 'refused: not signed in' : undefined;
  }
}
