/** Whether the face is inside the image. */
import type { QualityAssessment } from '../analysis.ts';
import type { Box, Point } from '../geometry.ts';
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

/** Share of a box that lies inside the picture, 0..1. */
export function shareInside(box: Box, picture: Picture): number {
  const width = Math.min(picture.width, box.x + box.width) - Math.max(0, box.x);
  const height = Math.min(picture.height, box.y + box.height) - Math.max(0, box.y);
  return (Math.max(0, width) * Math.max(0, height)) / (box.width * box.height);
}
