/** The result of grading an image: the interface between quality measures and operations. */
import type { Work } from '../../scheduling/fair-queue.ts';
import type { FaceQuality } from './assess-face.ts';
import type { QualityExplanation } from './draw-explanation.ts';
import type { StageErrorCode } from './stage-failure.ts';

export interface ImageQuality extends FaceQuality {
  /** Submitted size in pixels, after EXIF. */
  readonly width: number;
  readonly height: number;
  /** The failed stage, in which case nothing was measured. */
  readonly failure?: StageErrorCode;
  /** Present if requested and a face was measured. */
  readonly explanation?: QualityExplanation;
}

/** Options for grading an image. */
export interface GradeQualityOptions extends Work {
  /** Draw what the measures looked at. */
  readonly explain?: boolean;
}
