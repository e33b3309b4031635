/** A small frame between two live images: what is kept of it. */
import type { JobErrorCode } from '../../../errors.ts';
import type { PassiveResult } from '../liveness-analysis.ts';
import type { MotionView } from '../motion/motion-view.ts';

/** All but the hash and the grey only where the frame has exactly one suitable face. */
export interface FrameAnalysis {
  /** Why it shows no subject. */
  readonly problem?: JobErrorCode;
  /** Mesh and face in grey, as of a live image. */
  readonly view?: MotionView;
  /** Only where it was asked for. */
  readonly passive?: PassiveResult;
  /** Difference hash of the whole upright picture, as of a live image. */
  readonly hash: Uint8Array;
  /** The whole upright picture in grey, 0..255: GREY.columns × GREY.rows. */
  readonly grey: Float64Array;
}

export const GREY = { columns: 64, rows: 80 } as const;

/** A frame and when it was taken. */
export interface BurstFrame extends FrameAnalysis {
  /** Milliseconds after the live image before. */
  readonly milliseconds: number;
}
