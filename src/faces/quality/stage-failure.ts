/** The stages before a face is measured, and their errors. */
import type { JobErrorCode } from '../../errors.ts';

export type StageErrorCode = Extract<JobErrorCode, 'FaceDetectionError' | 'UnknownError'>;

/** A stage failed on this image, so nothing is measured. */
export class StageFailure extends Error {
  readonly errorCode: StageErrorCode;

  constructor(errorCode: StageErrorCode) {
    super(errorCode);
    this.errorCode = errorCode;
  }
}
