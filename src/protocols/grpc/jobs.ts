/** A unary method as the job of an operation: context, metadata, cancellation, errors. */
import type { handleUnaryCall, Metadata, ServerUnaryCall } from '@grpc/grpc-js';
import { InvalidArgument, toServiceError } from '../../errors.ts';
import type { Context, OperationParts } from '../../operations/context.ts';
import {
  type Job,
  type JobResult,
  type Operation,
  recordFailure,
  runJob,
} from '../../operations/job.ts';
import { parseClassId } from '../class-id.ts';
import { headerText } from '../header-text.ts';
import type { Metrics } from '../metrics.ts';
import { logCall } from './call-log.ts';
import type { AdmissionParts, Callers } from './callers.ts';
import { createMessagesInWork, type MessagesInWork } from './messages-in-work.ts';
import { statusOf } from './status.ts';

/** What methods are made of. */
export interface GrpcParts extends OperationParts, AdmissionParts {
  readonly metrics: Metrics;
}

/** How a method runs its operation; `R` is the operation's result. */
export interface Method<Request, R extends JobResult, Response> {
  readonly operation: Operation;
  /** The caller has to name the transaction this belongs to. */
  readonly transaction?: 'required';
  /** Decimal text of the class that the request is about. */
  readonly classId?: (request: Request) => string;
  run(parts: OperationParts, context: Context, request: Request, classId: bigint): Promise<R>;
  answer(result: R): Response;
  /** Metadata that this result ends with. */
  readonly trailer?: (result: R) => Readonly<Record<string, string>>;
}

/** Makes handlers of methods; `parts` are read at each call, because the engine can be replaced. */
export type Handle = <Request, R extends JobResult, Response>(
  method: Method<Request, R, Response>,
) => handleUnaryCall<Request, Response>;

export function createHandle(parts: () => GrpcParts, callers: Callers): Handle {
  const messages = createMessagesInWork();
  return (method) => (call, callback) => {
    const current = parts();
    const { caller, ...arrival } = callers.admitted(call.metadata);
    const { jobId, received, header, trailer } = arrival;
    const address = call.getPeer();
    const end = { ...arrival, path: call.getPath(), address, client: caller.client.id };
    const context = { ...caller, jobId, received, signal: goneSignal(call) };
    runMethod({ ...current, messages }, method, call, context, header)
      .then((result) => {
        logCall(current.logger, end);
        callback(null, method.answer(result), trailer(method.trailer?.(result)));
      })
      .catch((thrown: unknown) => {
        const error = toServiceError(thrown);
        logCall(current.logger, { ...end, error });
        callback(statusOf(error, trailer()));
      });
  };
}

/** Everything up to the result; `header` is completed and sent as soon as it is known. */
async function runMethod<Request, R extends JobResult, Response>(
  parts: GrpcParts & { readonly messages: MessagesInWork },
  method: Method<Request, R, Response>,
  call: ServerUnaryCall<Request, Response>,
  anonymous: Context,
  header: Metadata,
): Promise<R> {
  const { operation } = method;
  let context = anonymous;
  let job: Job = { operation };
  let classId = 0n;
  let release: () => void;
  try {
    parts.rates.client(context.client.id);
    context = withReferences(anonymous, call.metadata, header, method.transaction);
    call.sendMetadata(header);
    if (method.classId !== undefined) {
      classId = parseClassId(method.classId(call.request));
      job = { operation, classId };
    }
    release = parts.messages.hold(call.request);
  } catch (error) {
    throw await recordFailure(parts, context, job, error);
  }
  return runJob(parts, context, job, (admitted) =>
    method.run(parts, admitted, call.request, classId),
  ).finally(release);
}

/** Aborts when the caller cancels, is gone, or its deadline is over. */
function goneSignal(call: ServerUnaryCall<unknown, unknown>): AbortSignal {
  const gone = new AbortController();
  if (call.cancelled) gone.abort();
  call.once('cancelled', () => gone.abort());
  return gone.signal;
}

function withReferences(
  context: Context,
  metadata: Metadata,
  header: Metadata,
  transaction: 'required' | undefined,
): Context {
  const referenceNumber = echoed(metadata, header, 'reference-number', 'Reference-Number');
  const named = { ...context, ...(referenceNumber === undefined ? {} : { referenceNumber }) };
  if (transaction === undefined) return named;
  const transactionId = echoed(metadata, header, 'transaction-id', 'Transaction-ID');
  if (transactionId === undefined)
    throw new InvalidArgument('Transaction-ID: mandatory for this operation');
  return { ...named, transactionId };
}

function echoed(metadata: Metadata, header: Metadata, key: string, name: string) {
  const [given] = metadata.get(key);
  const text = headerText(given === undefined ? undefined : String(given), name);
  if (text !== undefined) header.set(key, text);
  return text;
}
