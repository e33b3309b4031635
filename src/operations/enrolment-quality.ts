/** Says whether an image is good enough to be enrolled. */
import type { ImageAnalysis } from '../faces/analysis.ts';

/** Checks that an enrolled sample must not fail; score 0 is a failure, anything above a warning. */
const DEMANDED: ReadonlySet<string> = new Set(['Sharpness', 'HeadPose', 'EyeDistance']);

/** The message of the first demanded check that the image fails outright; undefined: none. */
export function failedQuality(image: ImageAnalysis): string | undefined {
  return image.qualityAssessments.find(({ check, score }) => DEMANDED.has(check) && score === 0)
    ?.message;
}
