/** What a detector of obvious fakes is. */
import type calibration from '../../calibration/pad.json';
import type { Box } from '../../geometry.ts';
import type { Picture } from '../../image/picture.ts';
import type { EvidenceRegion } from '../liveness-analysis.ts';

export interface FakeDetector {
  /** By which its threshold is found among the calibrated ones. */
  readonly name: keyof typeof calibration.obviousFakes;
  /** What an end user can be told of a fake, and of a face without evidence. */
  readonly found: string;
  readonly nothing: string;
  /** True: what stays below the threshold is not drawn. */
  readonly drawsFakesOnly?: boolean;
  /** @param face box in pixels of the upright picture, `scale` of which make a submitted pixel */
  examine(picture: Picture, face: Box, scale: number): Examination;
}

export interface Examination {
  /** 0..1: 1 is certainly a fake. */
  readonly score: number;
  /** What can be drawn. */
  readonly regions: readonly EvidenceRegion[];
}
