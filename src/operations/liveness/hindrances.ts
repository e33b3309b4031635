/** What may have kept a face from being accepted, for the person before the camera to mend. */
import { type JobError, type JobErrorCode, jobError } from '../../errors.ts';
import type { LiveAnalysis } from '../../faces/analysis.ts';

const HINDRANCES: Readonly<Record<string, JobErrorCode>> = {
  MouthOcclusionPrevention: 'FaceCovered',
  FaceOcclusionPrevention: 'FaceCovered',
  EyesOpen: 'EyesClosed',
};
/** Score of a quality check below which the user is told. */
export const POOR = 0.5;

/**
 * Not grounds for refusal; added to a refusal, each once. It depends on the image alone, not on whom
 * it is compared with.
 * @param straight the image of a face that was not asked to move: looking down lowers the eyelids
 */
export function hindrancesOf(straight: Pick<LiveAnalysis, 'image'> | undefined): JobError[] {
  const poor = straight?.image.qualityAssessments.filter(({ score }) => score < POOR) ?? [];
  const codes = poor.flatMap(({ check }) => HINDRANCES[check] ?? []);
  return [...new Set(codes)].map((code) => jobError(code));
}
