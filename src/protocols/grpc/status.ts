/** Errors as gRPC statuses, with the codes of the one table in errors.ts. */
import { Metadata, type StatusObject } from '@grpc/grpc-js';
import type { ServiceError } from '../../errors.ts';

/** @param trailer metadata at the end of every response */
export function statusOf(error: ServiceError, trailer = new Metadata()): StatusObject {
  if (error.retryAfter !== undefined) trailer.set('retry-after', String(error.retryAfter));
  return { code: error.grpcCode, details: error.message, metadata: trailer };
}
