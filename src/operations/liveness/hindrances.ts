/** Possible causes of a rejection that the person before the camera can fix. */
import { type JobError, type JobErrorCode, jobError } from '../../errors.ts';
import type { LiveAnalysis } from '../../faces/analysis.ts';

const HINDRANCES: Readonly<Record<string, JobErrorCode>> = {
  MouthOcclusionPrevention: 'FaceCovered',
  FaceOcclusionPrevention: 'FaceCovered',
  EyesOpen: 'EyesClosed',
};
/** Score of a quality check below which the user gets a hint. */
export const POOR = 0.5;

/** Accompanies a rejection, never causes one. @param straight the image without movement */
export function hindrancesOf(straight: Pick<LiveAnalysis, 'image'> | undefined): JobError[] {
  const poor = straight?.image.qualityAssessments.filter(({ score }) => score < POOR) ?? [];
  const codes = poor.flatMap(({ check }) => HINDRANCES[check] ?? []);
  return [...new Set(codes)].map((code) => jobError(code));
}
