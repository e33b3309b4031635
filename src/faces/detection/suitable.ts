/** Decides which detected faces count, and what to tell the user about the others. */
import type { QualityAssessment } from '../analysis.ts';
import type { Box } from '../geometry.ts';
import type { Picture } from '../image/picture.ts';
import { BYSTANDER_RATIO, type DetectedFace, meshWidth } from './detect.ts';

/** Narrower faces (pixels of the submitted image, cheek to cheek) hold too little to compare. */
const LEAST_WIDTH = 24;
/** A face to the side that is this much smaller than the central face is a bystander too. */
const SIDE_RATIO = 0.8;
/** Distances from the middle of the image in diagonals: subjects are nearer, bystanders further. */
const MIDDLE = 0.12;
const SIDE = 0.2;
const ASKEW =
  'A face was ignored because its eyes were not clear: show it upright, from the front.';
/** Beside a whole face, a face with less than this share inside the image is a bystander. */
const LEAST_INSIDE = 0.95;

/** Splits faces (largest first, in `picture`) into suitable faces and reasons for the others. */
export function chooseSuitable(
  faces: readonly DetectedFace[],
  picture: Picture,
  scale: number,
): { suitable: DetectedFace[]; discarded: QualityAssessment[] } {
  const known = faces.filter(({ agrees }) => agrees);
  const sure = known.some(({ isSure }) => isSure) ? known.filter(({ isSure }) => isSure) : known;
  const whole = sure.filter((face) => isWhole(face, picture));
  const subjects = whole.length > 0 ? whole : sure;
  const [largest] = subjects.toSorted((p, q) => q.candidate.box.width - p.candidate.box.width);
  const suitable: DetectedFace[] = [];
  const discarded: QualityAssessment[] = [];
  for (const face of faces) {
    const width = meshWidth(face.mesh);
    let message: string | undefined;
    if (!face.agrees) message = ASKEW;
    else if (width / scale < LEAST_WIDTH)
      message = `A face of ${Math.round(width / scale)} pixels was ignored: come closer.`;
    else if (isBystander(face.candidate.box, largest!.candidate.box, picture))
      message = 'A smaller face in the background was ignored.';
    else if (!sure.includes(face)) message = 'A face that is hardly seen was ignored.';
    else if (!subjects.includes(face))
      message = 'A face that is cut off by the edge of the image was ignored.';
    if (message === undefined) suitable.push(face);
    else discarded.push({ check: 'SuitableFace', score: 0, message });
  }
  return { suitable, discarded };
}

/** Whether a face is so much smaller, or smaller and so far aside, that the largest is meant. */
function isBystander(box: Box, largest: Box, picture: Picture): boolean {
  const ratio = box.width / largest.width;
  if (ratio < BYSTANDER_RATIO) return true;
  return (
    ratio < SIDE_RATIO &&
    distanceFromMiddle(largest, picture) < MIDDLE &&
    distanceFromMiddle(box, picture) > SIDE
  );
}

/** Distance of a box's middle from the middle of the picture, in diagonals of the picture. */
function distanceFromMiddle({ x, y, width, height }: Box, picture: Picture): number {
  const dx = x + width / 2 - picture.width / 2;
  const dy = y + height / 2 - picture.height / 2;
  return Math.hypot(dx, dy) / Math.hypot(picture.width, picture.height);
}

function isWhole({ candidate: { box } }: DetectedFace, picture: Picture): boolean {
  return shareInside(box, picture) >= LEAST_INSIDE;
}

/** Share of a box that lies inside the picture, 0..1. */
function shareInside(box: Box, picture: Picture): number {
  const width = Math.min(picture.width, box.x + box.width) - Math.max(0, box.x);
  const height = Math.min(picture.height, box.y + box.height) - Math.max(0, box.y);
  return (Math.max(0, width) * Math.max(0, height)) / (box.width * box.height);
}
