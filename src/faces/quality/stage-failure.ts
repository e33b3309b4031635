/** The stages a face goes through before it is measured, and the error of each. */
import type { JobErrorCode } from '../../errors.ts';

export type StageErrorCode = Extract<JobErrorCode, 'FaceDetectionError' | 'UnknownError'>;

/** A stage could not do its work on this image: nothing is measured. */
export class StageFailure extends Error {
  readonly errorCode: StageErrorCode;

  constructor(errorCode: StageErrorCode) {
    super(errorCode);
    this.errorCode = errorCode;
  }
}
