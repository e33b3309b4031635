/** Whether the face is inside the image. */
import type { QualityAssessment } from '../analysis.ts';
import type { Point } from '../geometry.ts';
import type { Picture } from '../image/picture.ts';

/** Share of mesh points that have to lie inside the image, for every use of a face. */
const LEAST_POINTS_INSIDE = 0.95;

/** Whether enough of a face mesh (pixels of `picture`) is inside the image. */
export function fullyVisible(
  picture: Picture,
  mesh: readonly Point[],
): { readonly enough: boolean; readonly assessment: QualityAssessment } {
  const inside = mesh.filter(
    ({ x, y }) => x >= 0 && y >= 0 && x <= picture.width && y <= picture.height,
  ).length;
  const share = inside / mesh.length;
  const enough = share >= LEAST_POINTS_INSIDE;
  const message = enough
    ? 'The face is fully visible.'
    : 'The face is cut off by the edge of the image: keep the whole head inside.';
  return {
    enough,
    assessment: { check: 'FullyVisibleFace', score: share, message },
  };
}
