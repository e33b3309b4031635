/** Possible causes of a rejection that the person before the camera can fix. */
import { type JobError, type JobErrorCode, jobError } from '../../errors.ts';
import type { LiveAnalysis } from '../../faces/analysis.ts';
import { type PairAnalysis, turnedFast, turnedLittle } from '../../faces/liveness/decide.ts';

const HINDRANCES: Readonly<Record<string, JobErrorCode>> = {
  MouthOcclusionPrevention: 'FaceCovered',
  FaceOcclusionPrevention: 'FaceCovered',
  EyesOpen: 'EyesClosed',
};
/** Score of a quality check below which the user gets a hint. */
export const POOR = 0.5;

/** Accompanies a rejection, never causes one. Looks at the first image, which is straight. */
export function fixableCauses({
  analyses,
  pairs,
}: {
  readonly analyses: readonly Pick<LiveAnalysis, 'image'>[];
  readonly pairs: readonly PairAnalysis[];
}): JobError[] {
  const poor = analyses[0]?.image.qualityAssessments.filter(({ score }) => score < POOR) ?? [];
  const codes: JobErrorCode[] = poor.flatMap(({ check }) => HINDRANCES[check] ?? []);
  if (pairs.some(turnedFast)) codes.push('TurnSlower');
  else if (pairs.some(turnedLittle)) codes.push('TurnFurther');
  return [...new Set(codes)].map((code) => jobError(code));
}
