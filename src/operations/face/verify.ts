/** Verification: compares the face in the image with the template of the class. */

import { type JobError, jobError } from '../../errors.ts';
import type { ImageAnalysis } from '../../faces/analysis.ts';
import { bcidOf, type Context, type OperationParts, withEngine, workOf } from '../context.ts';
import type { JobResult } from '../job.ts';
import { refuseFor, requireComparable } from '../limit-comparisons.ts';
import { analyseProbe, type ProbeImage } from '../liveness/analyse-probe.ts';
import { enrolsVerified } from '../permit.ts';
import { throwIfCancelled } from '../submitted-image.ts';
import { comparableTemplate, compareWithClass } from './compare-with-class.ts';
import { enrollImages } from './enroll.ts';
import { missingTemplate } from './template-status.ts';

export interface VerifyRequest {
  readonly classId: bigint;
  /** At least one. Each has to be of the person, frames included; the weakest decides. */
  readonly images: readonly ProbeImage[];
  /** True: samples that were uploaded with a task token. */
  readonly uploaded?: boolean;
}

export interface VerifyResult extends JobResult {
  /** Of the first image. Undefined: the template cannot be used, so no image was processed. */
  readonly image: ImageAnalysis | undefined;
  readonly verified: boolean;
  /** 0..1, as disclosed to the caller; 0 if nothing was compared. */
  readonly score: number;
}

type Parts = Pick<
  OperationParts,
  'activeEngine' | 'templates' | 'refusedComparisons' | 'audit' | 'outbox'
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
  const job = withEngine(parts);
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
  const compared = await compareWithClass(job, context, { bcid, template }, probe.faces);
  refuseFor(context, compared.wait);
  const { matched: verified, score, exactScore } = compared;
  const result: VerifyResult = {
    ...{ status: 'SUCCEEDED', errors: [], decision: verified ? 'verified' : 'not verified' },
    ...{ image: probe.images[0], verified, accepted: verified, score },
    ...(exactScore !== undefined && { exactScore }),
  };
  if (!verified || !autoEnroll) return result;
  const enrolment = { classId, images, only: template };
  const { performedAction } = await enrollImages(job, context, enrolment, probe);
  return { ...result, decision: `verified, ${performedAction}` };
}

const notCompared = (
  status: VerifyResult['status'],
  errors: readonly JobError[],
  image: ImageAnalysis | undefined,
): VerifyResult => ({ status, errors, decision: 'not verified', image, verified: false, score: 0 });
