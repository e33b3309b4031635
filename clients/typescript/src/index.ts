/** Client of Prosopon: `Prosopon` for application servers, `Task` for holders of a task token. */
export type {
  ChallengeAnswer,
  ClassId,
  CreatedLivenessSession,
  EnrollAnswer,
  LivenessAnswer,
  LivenessSession,
  OwnLivenessSession,
  PhotoVerifyAnswer,
  QualityAnswer,
  SearchAnswer,
  TaskAnswer,
  TaskResult,
  TemplateStatus,
  UploadAnswer,
  VerifyAnswer,
} from './answers.ts';
export { type BurstFrame, type Picture, toBase64 } from './base64.ts';
export {
  ConnectionError,
  ForbiddenError,
  InvalidOptionError,
  InvalidRequestError,
  NotFoundError,
  ProsoponError,
  RefusedError,
  TooManyRequestsError,
  UnauthenticatedError,
  UnavailableError,
  UnexpectedResponseError,
} from './errors.ts';
export type { CallOptions, HttpOptions } from './http.ts';
export {
  type ExpectedResult,
  type LivenessResult,
  type LivenessSessionOptions,
  verifyLivenessResult,
} from './liveness.ts';
export type { components, operations, paths } from './openapi.ts';
export {
  type LivePicture,
  type PhotoVerifyOptions,
  Prosopon,
  type ProsoponOptions,
  type SearchOptions,
  type TaskTokenOptions,
} from './prosopon.ts';
export { Task, type TaskName, type TaskOptions, type UploadOptions } from './task.ts';
