/** Searches one face for evidence of an obvious fake that can be shown to a person. */
import calibration from '../../calibration/pad.json' with { type: 'json' };
import type { FakeEvidence } from '../liveness-analysis.ts';
import type { FakeDetector } from './detector.ts';
import { PICTURE_BORDER } from './picture-border.ts';
import { PIXEL_GRID } from './pixel-grid.ts';

const DETECTORS: readonly FakeDetector[] = [PICTURE_BORDER, PIXEL_GRID];

/** The evidence of every detector, for or against a fake; see `examine`. */
export function findObviousFakes(...face: Parameters<FakeDetector['examine']>): FakeEvidence[] {
  return DETECTORS.map((detector) => {
    const { score, regions } = detector.examine(...face);
    const fake = score >= calibration.obviousFakes[detector.name];
    const message = fake ? detector.found : detector.nothing;
    const drawn = fake || !detector.drawsFakesOnly ? regions : [];
    return { detector: detector.name, score, fake, message, regions: drawn };
  });
}
