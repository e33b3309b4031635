/** What any face detector answers, so that one can stand in for another. */
import type { Box, Point, Similarity } from '../geometry.ts';
import type { Picture } from '../image/picture.ts';

/** A face a detector proposes, in picture pixels. */
export interface Candidate {
  /** Square around the face from brows to chin. */
  readonly box: Box;
  /** The subject's right eye and left eye, then points that differ by detector. */
  readonly points: readonly Point[];
  /** 0..1. */
  readonly confidence: number;
}

/** The kinds of detector whose outputs can be read. */
export type DetectorFamily = 'blazeface' | 'yunet';

/** The built-in one, as `models use` names it. */
export const DEFAULT_DETECTOR = 'blazeface';

export interface Detector {
  /** Side of the square views it looks at, in pixels. */
  readonly inputSize: number;
  /**
   * Candidates above `minimum` confidence (0..1), unsorted, overlapping ones not yet merged.
   * @param toPicture maps view pixels (0..inputSize) to picture pixels; its turn makes the view
   * upright
   */
  propose(picture: Picture, toPicture: Similarity, minimum: number): Promise<Candidate[]>;
}
