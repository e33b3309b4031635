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
  /** Beginning of the response. */
  readonly body?: string | undefined;
  /** Whether the service itself refused, not a proxy before it. */
  readonly byService?: boolean;
}

/** Base class of all errors of calls. */
export class ProsoponError extends Error {
  override readonly name: string = 'ProsoponError';
}

/** No response: no connection, or a timeout. */
export class ConnectionError extends ProsoponError {
  override readonly name = 'ConnectionError';
}

/** An option of the library is missing or invalid. The message names it. */
export class InvalidOptionError extends ProsoponError {
  override readonly name = 'InvalidOptionError';
}

/**
 * Something else answered, such as a proxy or a login page: a redirect, or a response that the
 * service does not give. Whether the service did what was asked is unknown.
 */
export class UnexpectedResponseError extends ProsoponError {
  override readonly name = 'UnexpectedResponseError';
  /** 0: a browser hides the redirect. */
  readonly status: number;
  /** Address of the call, without its query. */
  readonly address: string;
  /** Target of a redirect, if it is known. */
  readonly location: string | undefined;
  /** Beginning of the response. */
  readonly body: string;

  constructor(
    message: string,
    answer: {
      readonly status: number;
      readonly address: string;
      readonly location?: string | undefined;
      readonly body?: string;
    },
  ) {
    super(message);
    this.status = answer.status;
    this.address = answer.address;
    this.location = answer.location;
    this.body = answer.body ?? '';
  }
}

/** The call was refused, by the service or by a proxy before it. */
export class RefusedError extends ProsoponError {
  override readonly name: string = 'RefusedError';
  readonly status: number;
  readonly code: number | undefined;
  readonly jobId: string | undefined;
  readonly retryAfter: number | undefined;
  /** Beginning of the response. */
  readonly body: string;
  /** Whether the service itself refused, not a proxy before it. */
  readonly byService: boolean;

  constructor(refusal: Refusal) {
    super(refusal.message);
    this.status = refusal.status;
    this.code = refusal.code;
    this.jobId = refusal.jobId;
    this.retryAfter = refusal.retryAfter;
    this.body = refusal.body ?? '';
    this.byService = refusal.byService ?? false;
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
