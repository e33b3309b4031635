/** Verification: compares the face in the image with the template of the class. */

import type { Bcid } from '../../bcid.ts';
import { type JobError, type JobErrorCode, jobError } from '../../errors.ts';
import type { FaceEngine, ImageAnalysis } from '../../faces/analysis.ts';
import { type Template, TemplateCorrupted } from '../../templates/template.ts';
import {
  bcidOf,
  type CallWork,
  type Context,
  type FaceParts,
  type OperationParts,
  onRunning,
  workOf,
} from '../context.ts';
import type { JobResult } from '../job.ts';
import { analyseProbe, type Probe, type ProbeImage } from '../liveness/analyse-probe.ts';
import { enrolsVerified, mayHave } from '../permit.ts';
import { throwIfCancelled } from '../submitted-image.ts';
import { enrollImages } from './enroll.ts';
import { countComparison, refuseFor, requireComparable } from './limit-comparisons.ts';
import { missingTemplate } from './missing-template.ts';
import { comparedAt, toldScore } from './told-score.ts';
import { EncoderChanged, isOvertaken, upgraded } from './upgrade-template.ts';

export interface VerifyRequest {
  readonly classId: bigint;
  /** At least one. Each has to be of the person; the weakest decides. */
  readonly images: readonly ProbeImage[];
  /** True: samples that were uploaded with a task token. */
  readonly uploaded?: boolean;
}

export interface VerifyResult extends JobResult {
  /** Of the first image. Undefined: the template cannot be used, so no image was processed. */
  readonly image: ImageAnalysis | undefined;
  readonly verified: boolean;
  /** 0..1, as told to the caller; 0 if nothing was compared. */
  readonly score: number;
}

type Parts = Pick<
  OperationParts,
  'running' | 'templates' | 'refusedComparisons' | 'audit' | 'outbox'
>;

/**
 * Compares the face in each image with the template of the class, at the calibrated threshold of
 * the client's false-match rate. A task token may require liveness. With automatic enrolment, a
 * token then enrols verified images.
 * @throws NotFound no template; ResourceExhausted too many comparisons with the class were refused;
 * InvalidImage; Cancelled; Unavailable
 */
export async function verify(
  parts: Parts,
  context: Context,
  { classId, images, uploaded = false }: VerifyRequest,
): Promise<VerifyResult> {
  const job = onRunning(parts);
  const bcid = bcidOf(context.client, classId);
  const template = await comparableTemplate(job, bcid, workOf(context));
  if (template === undefined) throw missingTemplate(classId);
  if (typeof template === 'string') return notCompared('FAULTED', [jobError(template)], undefined);
  await requireComparable(parts, context, bcid);

  const autoEnroll = enrolsVerified(context);
  const thumbnail = autoEnroll && context.client.settings.thumbnails;
  const probe = await analyseProbe(job.engine, context, images, { uploaded, thumbnail });
  throwIfCancelled(context.signal);
  const problems = probe.images.flatMap(({ subject, problem }) =>
    subject === undefined ? [jobError(problem ?? 'FaceNotFound')] : [],
  );
  const refused = probe.rejections.length > 0 ? probe.rejections : problems;
  if (refused.length > 0) return notCompared('SUCCEEDED', refused, probe.images[0]);
  const result = decide(job.engine, template, context, probe);
  refuseFor(await countComparison(parts, context, bcid, result.verified));
  if (!result.verified || !autoEnroll) return result;
  const enrolment = { classId, images, only: template };
  const { performedAction } = await enrollImages(job, context, enrolment, probe.images);
  return { ...result, decision: `verified, ${performedAction}` };
}

/** The template, upgraded to the running encoder if possible, or why it cannot be compared. */
export async function comparableTemplate(
  parts: Pick<FaceParts, 'running' | 'engine' | 'templates' | 'encoderVersion'>,
  bcid: Bcid,
  work: CallWork,
): Promise<Template | undefined | JobErrorCode> {
  try {
    const whole = isOvertaken(parts);
    const { outcome, template } = await upgraded(parts, bcid, work, { whole });
    if (outcome !== 'impossible') return template;
    if (whole) throw new EncoderChanged();
    return 'DifferentFeatureVersions';
  } catch (error) {
    if (error instanceof TemplateCorrupted) return 'TemplateCorrupted';
    throw error;
  }
}

const notCompared = (
  status: VerifyResult['status'],
  errors: readonly JobError[],
  image: ImageAnalysis | undefined,
): VerifyResult => ({ status, errors, decision: 'not verified', image, verified: false, score: 0 });

/** The weakest of the images decides. */
function decide(
  engine: FaceEngine,
  template: Template,
  context: Context,
  { images }: Probe,
): VerifyResult {
  const reference = template.features.map((feature) => feature.values);
  const scores = images.map(({ subject }) => engine.compare(subject!.features, reference));
  const comparison = Math.min(...scores);
  const threshold = engine.threshold(context.client.settings.falseMatchRate, reference.length);
  const compared = comparedAt(engine, comparison, threshold, reference.length);
  const { accepted: verified } = compared;
  return {
    status: 'SUCCEEDED',
    errors: [],
    decision: verified ? 'verified' : 'not verified',
    image: images[0],
    verified,
    accepted: verified,
    score: toldScore(compared, { coarse: !mayHave(context, 'exact-scores') }),
    exactScore: compared.score,
  };
}
