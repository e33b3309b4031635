/** What can go wrong with a call, as types: each says whether to try again, and when. */

export interface Refusal {
  readonly status: number;
  /** gRPC status code, where the answer has one. */
  readonly code?: number | undefined;
  readonly message: string;
  /** Id of the job, by which the operator finds the call. */
  readonly jobId?: string | undefined;
  /** Seconds that the service asks to wait. */
  readonly retryAfter?: number | undefined;
}

/** Whatever goes wrong with a call. */
export class ProsoponError extends Error {
  override readonly name: string = 'ProsoponError';
}

/** There was no answer: no connection, or none in time. */
export class ConnectionError extends ProsoponError {
  override readonly name = 'ConnectionError';
}

/** The service refused. */
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

/** 400, 413, 415: the request is wrong; the message names the member. */
export class InvalidRequestError extends RefusedError {
  override readonly name = 'InvalidRequestError';
}

/** 401: key, secret or token are not valid. */
export class UnauthenticatedError extends RefusedError {
  override readonly name = 'UnauthenticatedError';
}

/** 403: client or token may not do this, or its attempts are used up. */
export class ForbiddenError extends RefusedError {
  override readonly name = 'ForbiddenError';
}

/** 404: there is no template of the class. */
export class NotFoundError extends RefusedError {
  override readonly name = 'NotFoundError';
}

/** 429: too many calls, or too many refused comparisons with the class. */
export class TooManyRequestsError extends RefusedError {
  override readonly name = 'TooManyRequestsError';
}

/** 503: overloaded, starting, or lacking a model. */
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
