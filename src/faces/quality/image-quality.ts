/** What grading an image comes to: the seam between the quality measures and operations. */
import type { Work } from '../../scheduling/fair-queue.ts';
import type { FaceQuality } from './assess-face.ts';
import type { QualityExplanation } from './draw-explanation.ts';
import type { StageErrorCode } from './stage-failure.ts';

export interface ImageQuality extends FaceQuality {
  /** Submitted size in pixels, after EXIF. */
  readonly width: number;
  readonly height: number;
  /** The stage that failed; then nothing was measured. */
  readonly failure?: StageErrorCode;
  /** Present when asked for, and a face was measured. */
  readonly explanation?: QualityExplanation;
}

/** How an image is to be graded. */
export interface GradeQualityOptions extends Work {
  /** Draw what the measures looked at. */
  readonly explain?: boolean;
}
