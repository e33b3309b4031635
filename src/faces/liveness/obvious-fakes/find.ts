/** Looks at one face for evidence of an obvious fake that can be shown to a person. */
import calibration from '../../calibration/pad.json' with { type: 'json' };
import type { Box } from '../../geometry.ts';
import type { Picture } from '../../image/picture.ts';
import type { EvidenceRegion, FakeEvidence } from '../liveness-analysis.ts';
import { findPictureBorder } from './picture-border.ts';
import { findPixelGrid } from './pixel-grid.ts';

/** Powers of ten by which a peak stands out that make the score 1. */
const CERTAIN_PEAK = 4;

/**
 * @param picture the upright picture
 * @param face the face box in its pixels, see `faceBox`
 * @param scale pixels of the picture per pixel of the submitted image
 * @returns the evidence of every detector, whether it speaks for a fake or not
 */
export function findObviousFakes(picture: Picture, face: Box, scale: number): FakeEvidence[] {
  return [pictureBorder(picture, face, scale), pixelGrid(picture, face, scale)];
}

function pictureBorder(picture: Picture, face: Box, scale: number): FakeEvidence {
  const { score, lines, view } = findPictureBorder(picture, face);
  const submitted = (x: number, y: number) => ({
    x: (x * view.scale + view.left) / scale,
    y: (y * view.scale + view.top) / scale,
  });
  const fake = score >= calibration.obviousFakes['picture-border'];
  return {
    detector: 'picture-border',
    score,
    fake,
    message: fake
      ? 'Straight edges enclose the face, as those of a screen or a sheet of paper do.'
      : 'No border of a screen or a sheet was found around the face.',
    regions: lines.map(
      ({ side, from, to }): EvidenceRegion => ({
        label: `${side} edge`,
        outline: [submitted(from.x, from.y), submitted(to.x, to.y)],
      }),
    ),
  };
}

function pixelGrid(picture: Picture, face: Box, scale: number): FakeEvidence {
  const peak = findPixelGrid(picture, face);
  const prominence = Math.max(1, peak?.prominence ?? 1);
  const score = Math.min(1, Math.log10(prominence) / CERTAIN_PEAK);
  const fake = score >= calibration.obviousFakes['pixel-grid'];
  const [x, y] = [face.x / scale, face.y / scale];
  const [right, bottom] = [x + face.width / scale, y + face.height / scale];
  const outline = [
    { x, y },
    { x: right, y },
    { x: right, y: bottom },
    { x, y: bottom },
  ];
  const period = peak === undefined ? 0 : 1 / Math.hypot(peak.x, peak.y) / scale;
  return {
    detector: 'pixel-grid',
    score,
    fake,
    message: fake
      ? 'A regular pattern covers the face, as the pixels of a screen or of a print make.'
      : 'No regular pattern was found in the face.',
    regions: fake ? [{ label: `pattern every ${period.toFixed(1)} pixels`, outline }] : [],
  };
}
