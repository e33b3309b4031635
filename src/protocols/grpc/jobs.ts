/** Runs a unary method as the job of an operation: class id, response, errors. */
import type { handleUnaryCall, ServerUnaryCall } from '@grpc/grpc-js';
import { callContract, jobOf } from '../../contract/call.ts';
import type { Contract } from '../../contract/contract.ts';
import { ServiceError, toServiceError } from '../../errors.ts';
import type { OperationParts } from '../../operations/context.ts';
import { type JobResult, recordFailure } from '../../operations/job.ts';
import { type CallSpan, markFailed, startCallSpan } from '../../tracing/spans.ts';
import { parseClassId } from '../class-id.ts';
import type { Metrics } from '../metrics.ts';
import { logCall } from './call-log.ts';
import type { AdmissionParts, AdmittedCall, Callers } from './callers.ts';
import { MESSAGE_NOTATION, messageOf } from './messages.ts';
import { statusOf } from './status.ts';

/** Everything that methods need. */
export interface GrpcParts extends OperationParts, AdmissionParts {
  readonly metrics: Metrics;
}

/** Serves contracts. */
export type Handle = (contract: Contract) => handleUnaryCall<object, object>;

export function createHandle(parts: GrpcParts, callers: Callers): Handle {
  return (contract) => (call, callback) => {
    const admitted = callers.admitted(call.metadata);
    const { trailer, context } = admitted;
    const end = { ...admitted, path: call.getPath(), client: context.client.id };
    const span = callSpan(call, context.jobId);
    span
      .run(() => runCall(parts, contract, call, admitted))
      .then((result) => {
        logCall(parts, end);
        const message = messageOf(contract.answer(result));
        callback(
          null,
          message,
          trailer({ ...contract.headers?.(result), ...contract.trailer?.(result) }),
        );
      })
      .catch((thrown: unknown) => {
        const error = toServiceError(thrown);
        logCall(parts, { ...end, error });
        markFailed(span.span, error.code);
        callback(statusOf(error, trailer()));
      })
      .finally(() => span.span.end());
  };
}

function callSpan(call: ServerUnaryCall<object, object>, jobId: string): CallSpan {
  const path = call.getPath();
  return startCallSpan(path.slice(1), call.metadata.getMap(), {
    'rpc.system': 'grpc',
    'rpc.method': path.slice(1),
    'prosopon.job.id': jobId,
  });
}

/** Everything up to the result. Sends the header as soon as it is complete. */
async function runCall(
  parts: GrpcParts,
  contract: Contract,
  call: ServerUnaryCall<object, object>,
  { context, header }: AdmittedCall,
): Promise<JobResult> {
  const { request: given } = call;
  let classId = 0n;
  call.sendMetadata(header);
  try {
    if (given instanceof ServiceError) throw given;
    if ('classId' in given) classId = parseClassId(String(given.classId));
  } catch (error) {
    throw await recordFailure(parts, context, jobOf(contract), error);
  }
  return callContract(parts, context, contract, { given, notation: MESSAGE_NOTATION, classId });
}
