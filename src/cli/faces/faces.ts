/** What commands ask for, of a running service or of the local data. */
import type { TypedContract } from '../../contract/contract.ts';
import type { Wire } from '../../contract/wire.ts';

export interface Refusal {
  readonly errorCode: string;
  readonly message: string;
}

/** Operations of one client; every call is one job on the books. */
export interface Faces {
  /** Calls that are worth making at once. */
  readonly lanes: number;
  /** @param request as in JSON, files as bytes @throws InvalidArgument; NotFound; Unavailable */
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
