/** Analysis of a small frame between two live images. */
import type { JobErrorCode } from '../../../errors.ts';
import type { HeadPose } from '../../geometry.ts';
import type { PassiveResult } from '../liveness-analysis.ts';
import type { MotionView } from '../motion/motion-view.ts';

/** The face of a frame, to be compared. */
export interface FrameFace {
  /** As those of templates. */
  readonly features: Float32Array;
  readonly pose: HeadPose;
}

/** Everything but hash and grey is present only if the frame has exactly one suitable face. */
export interface FrameAnalysis {
  /** The reason why it shows no subject. */
  readonly problem?: JobErrorCode;
  /** Mesh and grey face, as for a live image. */
  readonly view?: MotionView;
  /** Present only on demand. */
  readonly passive?: PassiveResult;
  /** Present only on demand. */
  readonly face?: FrameFace;
  /** Difference hash of the whole upright frame, as for a live image. */
  readonly hash: Uint8Array;
  /** The whole upright frame in grey, 0..255: GREY.columns × GREY.rows. */
  readonly grey: Float64Array;
}

export const GREY = { columns: 64, rows: 80 } as const;

/** A frame and its time. */
export interface BurstFrame extends FrameAnalysis {
  /** Milliseconds after the previous live image. */
  readonly milliseconds: number;
}
