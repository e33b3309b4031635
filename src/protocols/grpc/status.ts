/** Errors as gRPC statuses; the codes are those of the one table in errors.ts. */
import { Metadata, type StatusObject } from '@grpc/grpc-js';
import type { ServiceError } from '../../errors.ts';

/** @param trailer metadata that every answer ends with */
export function statusOf(error: ServiceError, trailer = new Metadata()): StatusObject {
  if (error.retryAfter !== undefined) trailer.set('retry-after', String(error.retryAfter));
  return { code: error.grpcCode, details: error.message, metadata: trailer };
}
