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

/** Added to a refusal, never grounds for one. @param straight the image that was not to move */
export function hindrancesOf(straight: Pick<LiveAnalysis, 'image'> | undefined): JobError[] {
  const poor = straight?.image.qualityAssessments.filter(({ score }) => score < POOR) ?? [];
  const codes = poor.flatMap(({ check }) => HINDRANCES[check] ?? []);
  return [...new Set(codes)].map((code) => jobError(code));
}
