/** What may have kept a face from being accepted, for the person before the camera to mend. */
import { type JobError, type JobErrorCode, jobError } from '../errors.ts';
import type { LiveAnalysis } from '../faces/analysis.ts';

const HINDRANCES: Readonly<Record<string, JobErrorCode>> = {
  MouthOcclusionPrevention: 'FaceCovered',
  FaceOcclusionPrevention: 'FaceCovered',
  EyesOpen: 'EyesClosed',
};
/** Below this score the measures have words for the user, too. */
const LEAST = 0.5;

/**
 * What refuses nobody, and is told with a refusal: each once. It is seen in the image alone, and so is
 * the same whoever that is held against.
 * @param straight the image of a face that was not asked to move: whoever looks down lowers the lids
 */
export function hindrancesOf(straight: Pick<LiveAnalysis, 'image'> | undefined): JobError[] {
  const poor = straight?.image.qualityAssessments.filter(({ score }) => score < LEAST) ?? [];
  const codes = poor.flatMap(({ check }) => HINDRANCES[check] ?? []);
  return [...new Set(codes)].map((code) => jobError(code));
}
