/** Turns any error of a request into the error body of the interface, and reveals nothing more. */
import type { FastifyError, FastifyReply } from 'fastify';
import {
  Cancelled,
  type Flaw,
  InvalidArgument,
  MemberRefused,
  type NeededStep,
  NotFound,
  ServiceError,
  StepNeeded,
  toServiceError,
} from '../../../errors.ts';

export interface ErrorBody {
  /** gRPC status code. */
  readonly code: number;
  readonly message: string;
  /** For the pages: the step to do first, or the fault of each member. */
  readonly details: readonly ErrorDetail[];
}

type ErrorDetail = { readonly step: NeededStep } | { readonly field: string; readonly flaw: Flaw };

/** A request with its own HTTP status. In other protocols, an InvalidArgument. */
export class RequestRefused extends InvalidArgument {
  readonly #status: number;

  constructor(status: number, message: string) {
    super(message);
    this.#status = status;
  }

  override get httpStatus(): number {
    return this.#status;
  }
}

export const payloadTooLarge = (limit: number) =>
  new RequestRefused(
    413,
    `The request body is larger than ${sizeText(limit)}, unpacked; send less at once.`,
  );

/** Of a form: all other bodies are counted as they arrive. Room for an ID token and an address. */
export const FORM_BYTES = 16_384;

/** Characters of a part of an address that stands for a value. */
export const LONGEST_PARAMETER = 1000;

const sizeText = (bytes: number) =>
  bytes < 1024 * 1024 ? `${bytes / 1024} KB` : `${bytes / 1024 / 1024} MB`;

/** Errors of the framework, by code, in our words. */
const FRAMEWORK_ERRORS: Readonly<Record<string, () => ServiceError>> = {
  FST_ERR_CTP_INVALID_MEDIA_TYPE: () =>
    new RequestRefused(415, 'Content-Type: expected application/json'),
  FST_ERR_CTP_BODY_TOO_LARGE: () => payloadTooLarge(FORM_BYTES),
  FST_ERR_BAD_URL: () => new InvalidArgument('The address is not well-formed.'),
  FST_ERR_MAX_PARAM_LENGTH: () =>
    new RequestRefused(
      414,
      `A part of the address is longer than ${LONGEST_PARAMETER} characters; shorten it.`,
    ),
  FST_ERR_NOT_FOUND: () => noSuchAddress(),
  ECONNRESET: () => new Cancelled(),
  ERR_STREAM_PREMATURE_CLOSE: () => new Cancelled(),
};

export function noSuchAddress(): ServiceError {
  return new NotFound('Nothing is at this address; /openapi.json lists all addresses.');
}

/** The service error that a thrown value means to the caller. */
export function asServiceError(thrown: unknown): ServiceError {
  if (thrown instanceof ServiceError) return thrown;
  const { code, statusCode } = (thrown ?? {}) as Partial<FastifyError>;
  const known = code === undefined ? undefined : FRAMEWORK_ERRORS[code];
  if (known !== undefined) return known();
  if (statusCode !== undefined && statusCode >= 400 && statusCode < 500)
    return new RequestRefused(400, 'The request is not well-formed.');
  return toServiceError(thrown);
}

/** Writes the error response: status, Retry-After, WWW-Authenticate and body. */
export function sendError(reply: FastifyReply, error: ServiceError): FastifyReply {
  const body: ErrorBody = {
    code: error.grpcCode,
    message: error.message,
    details: detailsOf(error),
  };
  return sendBody(reply, error, 'Bearer', body);
}

function detailsOf(error: ServiceError): readonly ErrorDetail[] {
  if (error instanceof StepNeeded) return [{ step: error.step }];
  if (error instanceof MemberRefused) return [{ field: error.field, flaw: error.flaw }];
  return [];
}

/** The same with the body of token API and tasks. @param challenge value of WWW-Authenticate */
export function sendMessage(
  reply: FastifyReply,
  error: ServiceError,
  challenge: string,
): FastifyReply {
  return sendBody(reply, error, challenge, { Message: error.message });
}

/** The same with another body. */
export function sendBody(
  reply: FastifyReply,
  error: ServiceError,
  challenge: string,
  body: object,
) {
  const { httpStatus } = error;
  if (httpStatus === 401) reply.header('www-authenticate', challenge);
  if (httpStatus === 429 || httpStatus === 503)
    reply.header('retry-after', Math.max(1, Math.ceil(error.retryAfter ?? 1)));
  return reply.code(httpStatus).type('application/json; charset=utf-8').send(body);
}
