/** The stages before a face is measured, and their errors. */
import { type JobErrorCode, ServiceError } from '../../errors.ts';

export type StageErrorCode = Extract<
  JobErrorCode,
  | 'FaceDetectionError'
  | 'FaceLandmarkExtractionError'
  | 'FaceOcclusionSegmentationError'
  | 'FaceParsingError'
>;

/** A stage failed on this image, so nothing is measured. */
export class StageFailure extends Error {
  readonly errorCode: StageErrorCode;

  constructor(errorCode: StageErrorCode, options?: ErrorOptions) {
    super(errorCode, options);
    this.errorCode = errorCode;
  }
}

/**
 * Runs a stage. @throws StageFailure with its code if it fails on this image; ServiceError as it is
 */
export async function runStage<T>(
  errorCode: StageErrorCode,
  stage: () => T | Promise<T>,
): Promise<T> {
  try {
    return await stage();
  } catch (cause) {
    if (cause instanceof ServiceError) throw cause;
    throw new StageFailure(errorCode, { cause });
  }
}
