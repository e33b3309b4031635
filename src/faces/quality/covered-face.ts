/** Finds covers of a face for operations that do not grade it in full. */
import type { Session } from '../../inference/session.ts';
import type { CoveredPart, QualityAssessment } from '../analysis.ts';
import { applySimilarity, composeSimilarities, invertSimilarity, type Point } from '../geometry.ts';
import type { Picture } from '../image/picture.ts';
import { resample } from '../image/resample.ts';
import { meshLandmarks } from './approximate/mesh-landmarks.ts';
import { coversInView, VIEW, VIEW_TO_FRAME } from './approximate/segmentation.ts';
import { readGlasses } from './approximate/trained-networks.ts';
import { coveredShares } from './covering.ts';
import { roundAway } from './mapping.ts';
import { adviceFor, MEASURES, type QualityMeasureName } from './measures.ts';
import { alignPoints } from './pixels/alignment.ts';
import { faceRegion } from './pixels/face-region.ts';
import { alignmentPoints } from './wflw.ts';

/** Share of the mouth or face from which it counts as covered. */
const COVERED = 0.5;
/** Share of mouth and nose, or of the eyes, from which a face is not enrolled. */
const MISSING = 0.5;
/** The least that the network for glasses has to say of them; alone, each takes shadows for some. */
const GLASSES = 0.25;
const PARTS = [
  ['MouthOcclusionPrevention', 'mouth'],
  ['FaceOcclusionPrevention', 'face'],
] as const satisfies readonly (readonly [QualityMeasureName, keyof typeof coveredShares])[];

export interface CoveringFound {
  /** Parts that are missing for recognition: masks, scarves, dark glasses. */
  readonly parts: readonly CoveredPart[];
  /** A mask, hand or cloth hides half of the mouth or half of the face. */
  readonly covered: boolean;
  readonly assessments: readonly QualityAssessment[];
}

/**
 * @param session what covers a face, pixel by pixel
 * @param openGlasses the network that grades covered eyes; asked only where they may be
 * @param mesh 468 points in pixels of the upright picture
 */
export async function assessCovering(
  session: Session,
  openGlasses: () => Promise<Session>,
  picture: Picture,
  mesh: readonly Point[],
): Promise<CoveringFound> {
  const landmarks = meshLandmarks(mesh);
  const toFrame = alignPoints(alignmentPoints(landmarks));
  if (toFrame === undefined) return { covered: false, parts: [], assessments: [] };
  const toPicture = composeSimilarities(VIEW_TO_FRAME, invertSimilarity(toFrame));
  const view = resample(picture, toPicture, VIEW, VIEW);
  const { covers } = await coversInView(session, view);
  const toView = invertSimilarity(toPicture);
  const inView = landmarks.map((point) => {
    const { x, y } = applySimilarity(toView, point);
    return { x: roundAway(x), y: roundAway(y) };
  });
  const face = { landmarks: inView, region: faceRegion(inView, VIEW, VIEW), covers };
  const shares = PARTS.flatMap(([measure, part]) => {
    const share = coveredShares[part](face);
    return Number.isFinite(share) ? [{ measure, share }] : [];
  });
  const parts: CoveredPart[] = coveredShares.mouthAndNose(face) > MISSING ? ['mouth and nose'] : [];
  if (
    coveredShares.eyes(face) > MISSING &&
    (await readGlasses(await openGlasses(), view)) > GLASSES
  )
    parts.push('eyes');
  return {
    parts,
    covered: shares.some(({ share }) => share > COVERED),
    assessments: shares.map(({ measure, share }) => {
      const scalarScore = MEASURES[measure].toScalar(share);
      const message = adviceFor({ measure, rawValue: share, scalarScore });
      const score = scalarScore / 100;
      return { check: measure, score, message: message || MEASURES[measure].about };
    }),
  };
}
