/** Obvious fakes: the pixels of a screen, or their moiré, as a peak in the spectrum of the face. */
import calibration from '../../calibration/pad.json' with { type: 'json' };
import { findDots } from '../../encoding/printing-dots.ts';
import type { Box } from '../../geometry.ts';
import type { Picture } from '../../image/picture.ts';
import type { FakeEvidence } from '../liveness-analysis.ts';

/** Prominence of a peak, in powers of ten, for a score of 1. */
const CERTAIN_PEAK = 4;

const FOUND = 'A regular pattern covers the face, as the pixels of a screen or of a print make.';
const NOTHING_FOUND = 'No regular pattern was found in the face.';

/** Without the pack, this alone stops screens whose pixels show (evaluation/reports/liveness.md). */
export function examineGrid(picture: Picture, face: Box): FakeEvidence {
  const prominence = findDots(picture, face)?.prominence ?? 0;
  const score = Math.min(1, Math.log10(Math.max(1, prominence)) / CERTAIN_PEAK);
  const fake = score >= calibration.obviousFakes.pixelGrid;
  return { detector: 'pixel-grid', score, fake, message: fake ? FOUND : NOTHING_FOUND };
}
