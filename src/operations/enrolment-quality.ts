/** Says whether an image is good enough to be enrolled. */
import type { ImageAnalysis } from '../faces/analysis.ts';

/**
 * Scores below which a sample would harm the template, by check. They are far below ordinary
 * photographs: the lowest of 400 images of LFW are 0.49, 0.42, 0.42 and 0.80.
 */
const LEAST: Readonly<Record<string, number>> = {
  EyeDistance: 0.2,
  HeadPose: 0.15,
  Sharpness: 0.3,
  Exposure: 0.15,
};

/** The message of the first check that forbids enrolment; undefined: the image is good enough. */
export function failedQuality(image: ImageAnalysis): string | undefined {
  return image.qualityAssessments.find(({ check, score }) => score < (LEAST[check] ?? 0))?.message;
}
