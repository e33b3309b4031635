/** Points and distances of the 98 landmarks (WFLW numbering) that measures are defined by. */
import { distance, type Point } from '../geometry.ts';
import { roundAway } from './mapping.ts';

export const CHIN = 16;
const NOSE_TIP = 54;
const IMAGE_LEFT_EYE = [60, 64] as const;
const IMAGE_RIGHT_EYE = [68, 72] as const;
const MOUTH_CORNERS = [76, 82] as const;
const MOUTH_MIDDLE = [90, 94] as const;

/** Mean of points, each coordinate rounded half away from zero. */
function roundedMiddle(...points: readonly Point[]): Point {
  const mean = (of: (point: Point) => number) =>
    roundAway(points.reduce((sum, point) => sum + of(point), 0) / points.length);
  return { x: mean(({ x }) => x), y: mean(({ y }) => y) };
}

const pick = (landmarks: readonly Point[], indices: readonly number[]) =>
  indices.map((i) => landmarks[i]!);

export function eyeCentres(landmarks: readonly Point[]) {
  return {
    /** The eye at smaller x: the subject's right eye. */
    imageLeft: roundedMiddle(...pick(landmarks, IMAGE_LEFT_EYE)),
    imageRight: roundedMiddle(...pick(landmarks, IMAGE_RIGHT_EYE)),
  };
}

/** The five points that alignment uses, in its order. */
export function alignmentPoints(landmarks: readonly Point[]): Point[] {
  const { imageLeft, imageRight } = eyeCentres(landmarks);
  return [imageLeft, imageRight, landmarks[NOSE_TIP]!, ...pick(landmarks, MOUTH_CORNERS)];
}

/** The middle of the eyes, rounded. */
export function eyesMiddle(landmarks: readonly Point[]): Point {
  const { imageLeft, imageRight } = eyeCentres(landmarks);
  return roundedMiddle(imageLeft, imageRight);
}

/** T: distance of the chin from the unrounded middle of the eye centres. */
export function eyesToChin(landmarks: readonly Point[]): number {
  const { imageLeft, imageRight } = eyeCentres(landmarks);
  const middle = { x: (imageLeft.x + imageRight.x) / 2, y: (imageLeft.y + imageRight.y) / 2 };
  return distance(landmarks[CHIN]!, middle);
}

/** Distance of the eye centres, as the image shows it. */
export function plainEyeDistance(landmarks: readonly Point[]): number {
  const { imageLeft, imageRight } = eyeCentres(landmarks);
  return distance(imageLeft, imageRight);
}

/** Distance of the eye centres without yaw (degrees); NaN in profile. */
export function eyeDistance(landmarks: readonly Point[], yaw: number): number {
  const cosine = Math.cos((yaw * Math.PI) / 180);
  return Math.abs(cosine) < 1e-6 ? Number.NaN : plainEyeDistance(landmarks) / cosine;
}

/** The squares of the inner cheeks, image-left and image-right: top left corners and side. */
export function cheekSquares(landmarks: readonly Point[]): {
  readonly corners: readonly [Point, Point];
  readonly side: number;
} {
  const { imageLeft, imageRight } = eyeCentres(landmarks);
  const side = Math.trunc(0.3 * plainEyeDistance(landmarks));
  const mouth = roundedMiddle(...pick(landmarks, MOUTH_MIDDLE));
  const down = Math.trunc(distance(eyesMiddle(landmarks), mouth) / 2);
  return {
    corners: [
      { x: imageLeft.x, y: imageLeft.y + down },
      { x: imageRight.x - side, y: imageRight.y + down },
    ],
    side,
  };
}

/** The longest distance among pairs of landmarks. */
export function widest(
  landmarks: readonly Point[],
  pairs: readonly (readonly [number, number])[],
): number {
  return Math.max(...pairs.map(([i, j]) => distance(landmarks[i]!, landmarks[j]!)));
}
