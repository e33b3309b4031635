/** Errors of calls, as types. Each tells whether to try again, and when. */

export interface Refusal {
  readonly status: number;
  /** gRPC status code, if the response has one. */
  readonly code?: number | undefined;
  readonly message: string;
  /** Id of the job. The operator finds the call by it. */
  readonly jobId?: string | undefined;
  /** Seconds to wait, as the service asks. */
  readonly retryAfter?: number | undefined;
}

/** Base class of all errors of calls. */
export class ProsoponError extends Error {
  override readonly name: string = 'ProsoponError';
}

/** No response: no connection, or a timeout. */
export class ConnectionError extends ProsoponError {
  override readonly name = 'ConnectionError';
}

/** The service refused the call. */
export class RefusedError extends ProsoponError {
  override readonly name: string = 'RefusedError';
  readonly status: number;
  readonly code: number | undefined;
  readonly jobId: string | undefined;
  readonly retryAfter: number | undefined;

  constructor(refusal: Refusal) {
    super(refusal.message);
    this.status = refusal.status;
    this.code = refusal.code;
    this.jobId = refusal.jobId;
    this.retryAfter = refusal.retryAfter;
  }
}

/** 400, 413, 415: the request is invalid. The message names the member. */
export class InvalidRequestError extends RefusedError {
  override readonly name = 'InvalidRequestError';
}

/** 401: key, secret or token is invalid. */
export class UnauthenticatedError extends RefusedError {
  override readonly name = 'UnauthenticatedError';
}

/** 403: client or token may not do this, or no attempts are left. */
export class ForbiddenError extends RefusedError {
  override readonly name = 'ForbiddenError';
}

/** 404: the class has no template. */
export class NotFoundError extends RefusedError {
  override readonly name = 'NotFoundError';
}

/** 429: too many calls, or too many refused comparisons with the class. */
export class TooManyRequestsError extends RefusedError {
  override readonly name = 'TooManyRequestsError';
}

/** 503: the service is overloaded, starting, or lacks a model. */
export class UnavailableError extends RefusedError {
  override readonly name = 'UnavailableError';
}

const BY_STATUS: Readonly<Record<number, new (refusal: Refusal) => RefusedError>> = {
  400: InvalidRequestError,
  401: UnauthenticatedError,
  403: ForbiddenError,
  404: NotFoundError,
  413: InvalidRequestError,
  415: InvalidRequestError,
  429: TooManyRequestsError,
  503: UnavailableError,
};

export const refusedError = (refusal: Refusal): RefusedError =>
  new (BY_STATUS[refusal.status] ?? RefusedError)(refusal);
