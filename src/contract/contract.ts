/** What an operation is to its callers, in one record from which every protocol serves it. */
import type { Static, TSchema } from 'typebox';
import type { CallableOperation } from '../access/clients/callable-operations.ts';
import type { Context, OperationParts } from '../operations/context.ts';
import type { JobResult } from '../operations/job.ts';
import type { TokenUse } from '../operations/permit.ts';
import type { Wire } from './wire.ts';

/** Where HTTP has it, and what only HTTP has of it. */
export interface HttpCall {
  readonly method: 'GET' | 'POST' | 'PUT' | 'DELETE';
  /** With `:classId` where it is about a class. */
  readonly path: string;
  /** In the API reference. */
  readonly id: string;
  /** Statuses of refusals besides those that every operation has. */
  readonly refusals?: readonly 404[];
  /** A body that is, or may be, a bare list: its schema, and the member of the request it is. */
  readonly list?: { readonly body: TSchema; readonly member: string; readonly only: boolean };
}

export interface Contract<Request = object, Result extends JobResult = JobResult> {
  readonly operation: CallableOperation;
  readonly http: HttpCall;
  /** `Service/Method` of the proto files, where gRPC has it. */
  readonly rpc?: string;
  readonly tag: 'Face' | 'Liveness' | 'Quality' | 'Token';
  /** What a task token is to it; absent: no token permits it. */
  readonly token?: TokenUse;
  /** It looks at no image. */
  readonly imageless?: true;
  readonly summary: string;
  readonly description: string;
  /** The caller has to name the transaction this belongs to. */
  readonly transaction?: 'required';
  /** Its request holds as many images as fit. */
  readonly imageList?: true;
  /** Body, or query of a GET; absent: it takes none. */
  readonly request?: TSchema;
  readonly response: TSchema;
  readonly example: unknown;
  /** Refuses by the request as it came, before images are decoded. */
  before?(given: Request): void;
  run(parts: OperationParts, context: Context, request: Request, classId: bigint): Promise<Result>;
  /** The result with bytes, times and 64-bit numbers as what they are. */
  answer(result: Result): object;
  /** What no answer has a member for: headers over HTTP, metadata in gRPC. */
  headers?(result: Result): Readonly<Record<string, string>>;
  /** What a message of gRPC has no member for, as metadata. */
  trailer?(result: Result): Readonly<Record<string, string>>;
}

interface Typed<Request extends TSchema, Response extends TSchema, Result extends JobResult>
  extends Omit<Contract<Static<Request>, Result>, 'request' | 'response'> {
  readonly request?: Request;
  readonly response: Response;
  readonly example: Wire<Static<Response>>;
  answer(result: Result): Static<Response>;
}

/** With the type of its answer, for those who call it. */
export interface TypedContract<Answer> extends Contract {
  readonly answers?: Answer;
}

/** The contract, after what it says of itself was held against its own schemas. */
export function contract<
  Request extends TSchema,
  Response extends TSchema,
  Result extends JobResult,
>(typed: Typed<Request, Response, Result>): TypedContract<Static<Response>> {
  return typed as unknown as Contract;
}
