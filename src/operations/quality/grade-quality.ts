/** Face image quality: the measures of ISO/IEC 29794-5 of the largest face in an image. */
import { type JobError, jobError } from '../../errors.ts';
import type { QualityExplanation } from '../../faces/quality/draw-explanation.ts';
import type { ImageQuality } from '../../faces/quality/image-quality.ts';
import type { QualityMeasurement, QualityMeasureName } from '../../faces/quality/measures.ts';
import { type Context, type OperationParts, workOf } from '../context.ts';
import type { JobResult } from '../job.ts';
import { type SubmittedImage, throwIfCancelled, withFieldOf } from '../submitted-image.ts';

export interface GradeQualityResult extends JobResult {
  /** The computed measures, in the order of their identifiers. */
  readonly measurements: readonly QualityMeasurement[];
  /** Measures whose models are not installed. */
  readonly missing: readonly QualityMeasureName[];
  /** Present if requested and a face was measured. */
  readonly explanation?: QualityExplanation;
}

/**
 * Grades the largest face. A measure that fails is absent and named by an error. A measure whose
 * model is not installed is absent and listed as missing. An explanation draws what the measures
 * looked at.
 * @throws InvalidImage; Cancelled; Unavailable
 */
export async function gradeQuality(
  parts: Pick<OperationParts, 'activeEngine'>,
  context: Context,
  { image, explain = false }: { readonly image: SubmittedImage; readonly explain?: boolean },
): Promise<GradeQualityResult> {
  const { signal } = context;
  throwIfCancelled(signal);
  const { engine } = parts.activeEngine.current();
  const quality = await engine
    .gradeQuality(image.bytes, { explain, ...workOf(context) })
    .catch(withFieldOf(image));
  throwIfCancelled(signal);
  const { measurements, unavailable: missing, explanation } = quality;
  return {
    status: 'SUCCEEDED',
    errors: errorsOf(quality),
    decision: `${measurements.length} measures`,
    measurements,
    missing,
    ...(explanation === undefined ? {} : { explanation }),
  };
}

function errorsOf({ failure, failed }: ImageQuality): JobError[] {
  if (failure !== undefined) return [jobError(failure)];
  if (failed.length === 0) return [];
  const names = failed.join(', ');
  return [jobError('QualityAssessmentError', `Not computable for this face: ${names}.`)];
}
