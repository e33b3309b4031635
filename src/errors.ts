/** The table of errors: gRPC code, HTTP status, and message for the caller. */

/** gRPC status codes of the service, with the HTTP status of each. */
export const ERROR_CODES = {
  Cancelled: { grpc: 1, http: 408 },
  InvalidArgument: { grpc: 3, http: 400 },
  DeadlineExceeded: { grpc: 4, http: 408 },
  NotFound: { grpc: 5, http: 404 },
  PermissionDenied: { grpc: 7, http: 403 },
  ResourceExhausted: { grpc: 8, http: 429 },
  Aborted: { grpc: 10, http: 409 },
  Internal: { grpc: 13, http: 500 },
  Unavailable: { grpc: 14, http: 503 },
  Unauthenticated: { grpc: 16, http: 401 },
} as const;

export type ErrorCode = keyof typeof ERROR_CODES;

const LONGEST = 200;

/** Characters of a message: room for our words beside what a caller sent. */
const LONGEST_MESSAGE = 1000;

/**
 * A text that may repeat what strangers wrote, as it is answered, logged and kept. Half characters,
 * which JSON permits, would break gRPC.
 */
export const shortened = (text: string, longest = LONGEST): string =>
  (text.length > longest ? `${text.slice(0, longest)}…` : text).toWellFormed();

/** An error that ends a call. The caller sees `message`; the log also has `detail` and `cause`. */
export class ServiceError extends Error {
  readonly code: ErrorCode;
  readonly detail: string | undefined;
  /** Seconds after which a retry makes sense (Unavailable, ResourceExhausted). */
  readonly retryAfter: number | undefined;

  constructor(
    code: ErrorCode,
    message: string,
    options: { detail?: string | undefined; retryAfter?: number | undefined; cause?: unknown } = {},
  ) {
    super(shortened(message, LONGEST_MESSAGE), { cause: options.cause });
    this.name = code;
    this.code = code;
    this.detail = options.detail && shortened(options.detail, LONGEST_MESSAGE);
    this.retryAfter = options.retryAfter;
  }

  get grpcCode(): number {
    return ERROR_CODES[this.code].grpc;
  }

  get httpStatus(): number {
    return ERROR_CODES[this.code].http;
  }
}

const errorOf = (code: ErrorCode) =>
  class extends ServiceError {
    constructor(message: string, detail?: string) {
      super(code, message, { detail });
    }
  };

/** A request member has an unacceptable value. The message begins with its name. */
export class InvalidArgument extends errorOf('InvalidArgument') {}

/** The fault of a member as a code, for pages with their own words. */
export type Flaw =
  | 'malformed'
  | 'taken'
  | 'reserved'
  | 'too-many'
  | 'guessable'
  | 'not-public'
  | 'scheme'
  | 'not-encrypted'
  | 'wildcard'
  | 'fragment'
  | 'credentials'
  | 'secret';

/** A member that a person typed into a form; `field` is its name, `redirectUris[1]`. */
export class MemberRefused extends InvalidArgument {
  readonly field: string;
  readonly flaw: Flaw;

  /** @param reason what was expected, in words that follow the name */
  constructor(field: string, reason: string, flaw: Flaw = 'malformed') {
    super(`${field}: ${reason}`);
    this.field = field;
    this.flaw = flaw;
  }
}

/** Bytes that cannot be decoded, or an image beyond the limits. `field` names the member. */
export class InvalidImage extends InvalidArgument {
  readonly reason: string;

  constructor(reason: string, field = 'image', detail?: string) {
    super(`${field}: ${reason}`, detail);
    this.reason = reason;
  }

  /** The same error for a named request member, such as `images[1].image`. */
  withField(field: string): InvalidImage {
    return new InvalidImage(this.reason, field, this.detail);
  }
}

export class NotFound extends errorOf('NotFound') {}

export class PermissionDenied extends errorOf('PermissionDenied') {}

/** Steps a signed-in user may need before a call. */
export type NeededStep =
  | 'sign-in'
  | 'second-factor'
  | 'second-factor-set-up'
  | 'known-browser'
  | 'browser-key';

const STEPS: Readonly<Record<NeededStep, string>> = {
  'sign-in': 'Sign in again: this needs a sign-in within the last ten minutes.',
  'second-factor': 'Show a further way to sign in first: a code, a passkey or a recovery code.',
  'second-factor-set-up': 'Administrators need a second factor: set one up first.',
  'known-browser': 'This needs a browser that the account knows: let this one be remembered first.',
  'browser-key': 'The signature is not of this browser, or not for this attempt: send without one.',
};

/** The session is too weak. After `step`, the same call succeeds. */
export class StepNeeded extends PermissionDenied {
  readonly step: NeededStep;

  constructor(step: NeededStep) {
    super(STEPS[step]);
    this.step = step;
  }
}

/** Credentials are missing or invalid. Callers never learn why. */
export class Unauthenticated extends ServiceError {
  /** The identity that the caller claimed, for the log. It is unproven. */
  readonly claimed: string | undefined;

  constructor(detail?: string, claimed?: string) {
    super('Unauthenticated', 'Missing or invalid authentication credentials.', { detail });
    this.claimed = claimed && shortened(claimed);
  }
}

export class Cancelled extends ServiceError {
  constructor(message = 'The client cancelled the request.') {
    super('Cancelled', message);
  }
}

export class DeadlineExceeded extends errorOf('DeadlineExceeded') {}

/** A quota or rate of the caller is used up. */
export class ResourceExhausted extends ServiceError {
  constructor(message: string, retryAfter?: number) {
    super('ResourceExhausted', message, { retryAfter });
  }
}

/** Another call changed what this call relies on. It must start over. */
export class Aborted extends errorOf('Aborted') {}

/** The service cannot do this now: starting, overloaded, or a model is not installed. */
export class Unavailable extends ServiceError {
  constructor(message: string, retryAfter = 1) {
    super('Unavailable', message, { retryAfter });
  }
}

/** The error of a part that is already closed. */
export const shuttingDown = () => new Unavailable('The service is shutting down.');

/** An unexpected fault. Callers learn no details. */
export class Internal extends ServiceError {
  constructor(cause?: unknown) {
    super('Internal', 'The service failed unexpectedly.', { cause });
  }
}

/** The service did not write this stored record, so it was not used. `row` names it for the log. */
export class RecordRefused extends ServiceError {
  constructor(row: string) {
    super('Internal', 'A stored record failed its integrity check and was not used.', {
      detail: `${row} was changed behind the service's back`,
    });
  }
}

/** Any thrown value as a ServiceError. Unknown ones become Internal, and keep their cause. */
export function toServiceError(thrown: unknown): ServiceError {
  return thrown instanceof ServiceError ? thrown : new Internal(thrown);
}

/** For `catch`: an error of that kind means that nothing was found. Others are rethrown. */
export const noneIf =
  (kind: abstract new (...given: never[]) => Error) =>
  (error: unknown): undefined => {
    if (!(error instanceof kind)) throw error;
  };

/** A biometric "no", or a failed step for an image; part of a successful answer. */
export interface JobError {
  readonly errorCode: JobErrorCode;
  readonly message: string;
}

/** Codes of a job's `errors`, with messages for end users. */
export const JOB_ERRORS = {
  FaceNotFound: 'No suitable face was found in the image.',
  MultipleFacesFound: 'More than one face was found in the image.',
  ThumbnailExtractionFailed:
    'The face could not be extracted, typically because it is too close to the edge of the image.',
  DifferentFeatureVersions:
    'The stored template was made by another encoder version and cannot be compared.',
  TemplateCorrupted: 'The stored template failed its integrity check and was not used.',
  AlreadyEnrolled: 'This person is already enrolled in another class.',
  QualityTooLow: 'The image does not meet the quality demanded for enrolment.',
  RejectedByObviousFakeDetector: 'The image clearly does not show a live person.',
  RejectedByPassiveLiveDetection: 'The image does not appear to show a live person.',
  RejectedByActiveLiveDetection:
    'The head did not move between the two images as a live one does: turn it a little further.',
  RejectedByChallengeResponse: 'The head did not move in the direction that was asked for.',
  FaceCovered: 'Something covers the face: take off mask, scarf or dark glasses.',
  EyesClosed: 'The eyes seem to be closed: open both.',
  TurnFurther: 'The head turned too little: turn it by 15 to 25 degrees.',
  TurnSlower: 'The head turned too fast for the camera: turn it more slowly.',
  DocumentNotAuthentic: 'No trusted issuer signed the photo of the document.',
  NotRecognised:
    'The face was not recognised, or there were too many wrong attempts: wait a moment, then try again.',
  WrongCode: 'The code is wrong, or it was used before.',
  WrongLink: 'The link has expired, was used before, or belongs to another login.',
  WrongPasskey: 'The passkey does not belong to this account, or the answer came too late.',
  FailureToAcquire: 'The video does not show one face long enough to decide.',
  FaceDetectionError: 'No face could be graded: it must face the camera and fill 7 % of the width.',
  FaceLandmarkExtractionError: 'The landmarks of the face could not be found.',
  FaceOcclusionSegmentationError: 'It could not be determined what covers the face.',
  FaceParsingError: 'The parts of the face could not be distinguished.',
  QualityAssessmentError: 'Not every quality measure could be computed.',
  UnknownError: 'The face could not be graded.',
} as const;

/**
 * The message of a challenge that is met with left and right swapped. The bookkeeping counts it.
 * @param mirroredCaptures the client's setting, which may be wrong
 */
export const otherSide = (mirroredCaptures: boolean): string =>
  'The head moved to the other side than it was asked to. If it always does, set ' +
  `mirroredCaptures=${!mirroredCaptures} for this client.`;

export type JobErrorCode = keyof typeof JOB_ERRORS;

/** The job error of that code, with its standard message or a more specific one. */
export function jobError(errorCode: JobErrorCode, message?: string): JobError {
  return { errorCode, message: message ?? JOB_ERRORS[errorCode] };
}

/** The reason inside errors that only wrap it, such as those of a failed fetch. */
export function innermost(error: unknown): unknown {
  let inner = error;
  while (inner instanceof Error && inner.cause !== undefined) inner = inner.cause;
  return inner instanceof AggregateError ? inner.errors[0] : inner;
}
