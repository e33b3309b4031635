/** Upload: takes an image in for the task of a token, after a first look at it. */
import { type JobError, jobError } from '../errors.ts';
import type { ImageAnalysis } from '../faces/analysis.ts';
import type { Context, OperationParts } from './context.ts';
import { challengeTags } from './detect-liveness.ts';
import type { JobResult } from './job.ts';
import { requirePermit } from './permit.ts';
import { analyseImage, type SubmittedImage, throwIfCancelled } from './submitted-image.ts';

export interface UploadSampleRequest {
  readonly image: SubmittedImage;
  /** Directions the head moved to from the sample before. */
  readonly tags: readonly string[];
  /** Place among the samples, from 0; undefined: after the last one. */
  readonly index: number | undefined;
}

export interface UploadSampleResult extends JobResult {
  readonly accepted: boolean;
  /** What an end user can do better, although the sample was accepted. */
  readonly warnings: readonly string[];
}

/**
 * Accepts an image with exactly one suitable face that was never uploaded before. What it shows is
 * decided by the task alone.
 * @throws PermissionDenied no task token, or too many uploads; InvalidArgument, InvalidImage;
 *   Cancelled; Unavailable
 */
export async function uploadSample(
  { engine }: Pick<OperationParts, 'engine'>,
  context: Context,
  { image, tags, index }: UploadSampleRequest,
): Promise<UploadSampleResult> {
  const permit = requirePermit(context);
  challengeTags(tags, 'tags');
  await permit.countUpload();
  const analysis = await analyseImage(engine, image, { signal: context.signal });
  throwIfCancelled(context.signal);
  const refused = problemOf(analysis) ?? ((await permit.seenBefore(image.bytes)) && REPLAYED);
  if (refused) return uploaded([refused]);
  await permit.addSample({ bytes: image.bytes, tags }, index);
  const poor = analysis.qualityAssessments.filter(({ score }) => score < POOR);
  return uploaded(
    [],
    poor.map(({ message }) => message),
  );
}

/** Score of a quality check below which the user is told. */
const POOR = 0.5;

const REPLAYED = jobError('RejectedByObviousFakeDetector', 'This image was used before.');

const problemOf = ({ subject, problem }: ImageAnalysis): JobError | undefined =>
  subject === undefined ? jobError(problem ?? 'FaceNotFound') : undefined;

function uploaded(
  errors: readonly JobError[],
  warnings: readonly string[] = [],
): UploadSampleResult {
  const accepted = errors.length === 0;
  const decision = accepted ? 'accepted' : 'not accepted';
  return { status: 'SUCCEEDED', errors, decision, accepted, warnings };
}
