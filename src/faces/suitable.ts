/** Which of the detected faces count, and what to tell the user about those that do not. */
import type { QualityAssessment } from './analysis.ts';
import { BYSTANDER_RATIO, type DetectedFace, meshWidth } from './detect.ts';
import type { Picture } from './image/picture.ts';
import { shareInside } from './quality/fully-visible.ts';

/** Narrower faces (pixels of the submitted image, cheek to cheek) carry too little to compare. */
const LEAST_WIDTH = 24;
/** Beside a whole face, one of which less is inside the image is a bystander. */
const LEAST_INSIDE = 0.95;

/**
 * Splits detected faces into suitable ones and assessments that say why the others were discarded.
 * @param faces largest first, found in `picture`
 * @param scale picture pixels per submitted pixel
 */
export function chooseSuitable(
  faces: readonly DetectedFace[],
  picture: Picture,
  scale: number,
): { suitable: DetectedFace[]; discarded: QualityAssessment[] } {
  const whole = faces.filter((face) => isWhole(face, picture));
  const subjects = whole.length > 0 ? whole : faces;
  const largest = Math.max(0, ...subjects.map(({ candidate }) => candidate.box.width));
  const suitable: DetectedFace[] = [];
  const discarded: QualityAssessment[] = [];
  for (const face of faces) {
    const width = meshWidth(face.mesh);
    let message: string | undefined;
    if (width / scale < LEAST_WIDTH)
      message = `A face of ${Math.round(width / scale)} pixels was ignored: come closer.`;
    else if (face.candidate.box.width / largest < BYSTANDER_RATIO)
      message = 'A much smaller face in the background was ignored.';
    else if (!subjects.includes(face))
      message = 'A face that is cut off by the edge of the image was ignored.';
    if (message === undefined) suitable.push(face);
    else discarded.push({ check: 'SuitableFace', score: 0, message });
  }
  return { suitable, discarded };
}

function isWhole({ candidate: { box } }: DetectedFace, picture: Picture): boolean {
  return shareInside(box, picture) >= LEAST_INSIDE;
}
