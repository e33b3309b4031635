/** Upload: accepts an image for the task of a token after a first check. */
import { type JobError, jobError } from '../../errors.ts';
import { type Context, type OperationParts, workOf } from '../context.ts';
import { forcedErrors } from '../forced-result.ts';
import type { JobResult } from '../job.ts';
import { requireFewFrames, type SubmittedFrame } from '../liveness/burst.ts';
import type { CaptureReport } from '../liveness/capture-suspicions.ts';
import { challengeTags } from '../liveness/detect-liveness.ts';
import { POOR } from '../liveness/fixable-causes.ts';
import { judgeCapture } from '../liveness/judge-capture.ts';
import { requirePermit } from '../permit.ts';
import { analyseImage, type SubmittedImage, throwIfCancelled } from '../submitted-image.ts';

export interface UploadSampleRequest {
  readonly image: SubmittedImage;
  /** Directions the head moved to since the previous sample. */
  readonly tags: readonly string[];
  /** Small frames since the previous sample. */
  readonly burst?: readonly SubmittedFrame[] | undefined;
  /** The page's report about its camera. */
  readonly capture?: CaptureReport | undefined;
  /** Place among the samples, from 0. Undefined: after the last one. */
  readonly index?: number;
}

export interface UploadSampleResult extends JobResult {
  readonly accepted: boolean;
  /** How an end user can do better, although the sample was accepted. */
  readonly warnings: readonly string[];
}

/**
 * Accepts an image with exactly one suitable face. If liveness is demanded, the image must be new,
 * as in calls that carry their images. An image that already waits does not count as used; what
 * surrounds it can be corrected. Only the task decides on the content.
 * @throws PermissionDenied no task token, or too many uploads; InvalidArgument, InvalidImage;
 *   Cancelled; Unavailable
 */
export async function uploadSample(
  { activeEngine }: Pick<OperationParts, 'activeEngine'>,
  context: Context,
  { image, tags, burst, capture, index }: UploadSampleRequest,
): Promise<UploadSampleResult> {
  const permit = requirePermit(context);
  challengeTags(tags, 'tags');
  requireFewFrames(burst);
  await permit.countUpload();
  const { suspicions, errors } = judgeCapture(capture, context.client.settings);
  if (errors.length > 0) return uploaded(errors, { suspicions });
  const sample = { bytes: image.bytes, tags, burst, ...(capture && { suspicions }) };
  if (context.outcome !== undefined) {
    const refusals = forcedErrors(context.outcome);
    if (refusals.length === 0) await permit.addSample(sample, index);
    return uploaded(refusals, { suspicions });
  }
  const { engine } = activeEngine.current();
  const analysis = await analyseImage(engine, image, { ...workOf(context), features: false });
  throwIfCancelled(context.signal);
  if (analysis.problem) return uploaded([jobError(analysis.problem)], { suspicions });
  // Twice: the same upload may store it meanwhile.
  const stored =
    (await permit.renewSample(sample, index)) ||
    (await permit.addSample(sample, index)) ||
    (await permit.renewSample(sample, index));
  if (!stored) return uploaded([REPLAYED], { suspicions });
  const poor = analysis.qualityAssessments.filter(({ score }) => score < POOR);
  return uploaded([], { suspicions, warnings: poor.map(({ message }) => message) });
}

const REPLAYED = jobError('RejectedByObviousFakeDetector', 'This image was used before.');

function uploaded(
  errors: readonly JobError[],
  more: Pick<UploadSampleResult, 'suspicions'> & Partial<Pick<UploadSampleResult, 'warnings'>>,
): UploadSampleResult {
  const accepted = errors.length === 0;
  const decision = accepted ? 'accepted' : 'not accepted';
  return { status: 'SUCCEEDED', errors, decision, accepted, warnings: [], ...more };
}
