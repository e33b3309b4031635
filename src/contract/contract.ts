/** The contract of an operation: a record from which every protocol serves it. */
import type { Static, TSchema } from 'typebox';
import type { CallableOperation } from '../access/clients/callable-operations.ts';
import type { Context, OperationParts } from '../operations/context.ts';
import type { JobResult } from '../operations/job.ts';
import type { TokenUse } from '../operations/permit.ts';
import type { Wire } from './wire.ts';

/** Its address over HTTP, and members that only HTTP has. */
export interface HttpCall {
  readonly method: 'GET' | 'POST' | 'PUT' | 'DELETE';
  /** With `:classId` if it is about a class. */
  readonly path: string;
  /** Schema of what the address names beside a class: the whole request then. */
  readonly params?: TSchema;
  /** In the API reference. */
  readonly id: string;
  /** Statuses of refusals, besides those of every operation. */
  readonly refusals?: readonly 404[];
  /** A body that may be a bare list: its schema, and the request member it stands for. */
  readonly list?: { readonly body: TSchema; readonly member: string; readonly only: boolean };
}

export interface Contract<Request = object, Result extends JobResult = JobResult> {
  readonly operation: CallableOperation;
  readonly http: HttpCall;
  /** `Service/Method` of the proto files, if gRPC has it. */
  readonly rpc?: string;
  readonly tag: 'Face' | 'Liveness' | 'Quality' | 'Token';
  /** How it uses a task token; absent: no token permits it. */
  readonly token?: TokenUse;
  /** It processes no image. */
  readonly imageless?: true;
  readonly summary: string;
  readonly description: string;
  /** The caller has to name the transaction. */
  readonly transaction?: 'required';
  /** Its request may hold any number of images that fit. */
  readonly imageList?: true;
  /** Body, or query of a GET; absent: none. */
  readonly request?: TSchema;
  readonly response: TSchema;
  readonly example: unknown;
  /** Refuses a request before its images are decoded. */
  before?(given: Request): void;
  run(parts: OperationParts, context: Context, request: Request, classId: bigint): Promise<Result>;
  /** The result, with bytes, times and 64-bit numbers in their own types. */
  answer(result: Result): object;
  /** Facts that the answer has no member for: HTTP headers, or gRPC metadata. */
  headers?(result: Result): Readonly<Record<string, string>>;
  /** Facts that the gRPC message has no member for, as metadata. */
  trailer?(result: Result): Readonly<Record<string, string>>;
}

interface Typed<Request extends TSchema, Response extends TSchema, Result extends JobResult>
  extends Omit<Contract<Static<Request>, Result>, 'request' | 'response'> {
  readonly request?: Request;
  readonly response: Response;
  readonly example: Wire<Static<Response>>;
  answer(result: Result): Static<Response>;
}

/** With the type of its answer, for callers. */
export interface TypedContract<Answer> extends Contract {
  readonly answers?: Answer;
}

/** The contract. TypeScript has checked its functions against its schemas. */
export function contract<
  Request extends TSchema,
  Response extends TSchema,
  Result extends JobResult,
>(typed: Typed<Request, Response, Result>): TypedContract<Static<Response>> {
  return typed as unknown as Contract;
}
