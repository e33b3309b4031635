/** A detector of obvious fakes. */
import type calibration from '../../calibration/pad.json';
import type { Box } from '../../geometry.ts';
import type { Picture } from '../../image/picture.ts';
import type { EvidenceRegion } from '../liveness-analysis.ts';

export interface FakeDetector {
  /** Selects the detector's threshold among the calibrated ones. */
  readonly name: keyof typeof calibration.obviousFakes;
  /** Messages to end users about a fake, and about a face without evidence. */
  readonly found: string;
  readonly nothing: string;
  /** True: evidence below the threshold is not drawn. */
  readonly drawsFakesOnly?: boolean;
  /** @param face box in pixels of the upright picture, `scale` of which make a submitted pixel */
  examine(picture: Picture, face: Box, scale: number): Examination;
}

export interface Examination {
  /** 0..1: 1 is certainly a fake. */
  readonly score: number;
  /** Evidence to draw. */
  readonly regions: readonly EvidenceRegion[];
}
