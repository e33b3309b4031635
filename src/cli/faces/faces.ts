/** The operations for commands, on a running service or on local data. */
import type { TypedContract } from '../../contract/contract.ts';
import type { Wire } from '../../contract/wire.ts';

export interface Refusal {
  readonly errorCode: string;
  readonly message: string;
}

/** Operations of a client. Every call is recorded as a job. */
export interface Faces {
  /** Calls worth making at the same time. */
  readonly lanes: number;
  /** @param request as JSON, files as bytes @throws InvalidArgument; NotFound; Unavailable */
  call<Answer>(
    contract: TypedContract<Answer>,
    request: object,
    options?: { readonly classId?: bigint; readonly transactionId?: string },
  ): Promise<Wire<Answer>>;
  close(): Promise<void>;
}

export interface TargetOptions {
  readonly url?: string;
  readonly client?: string;
  readonly key?: string;
}
