/** Verification: is the one face in the image that of the class? */
import { type JobError, type JobErrorCode, jobError, NotFound } from '../errors.ts';
import type { FaceEngine, ImageAnalysis } from '../faces/analysis.ts';
import { type Bcid, type Template, TemplateCorrupted } from '../templates/template.ts';
import { bcidOf, type Context, type OperationParts } from './context.ts';
import { enrollImages } from './enroll.ts';
import type { JobResult } from './job.ts';
import { analyseProbe, type Probe, type ProbeImage } from './live-proof.ts';
import { type SubmittedImage, throwIfCancelled } from './submitted-image.ts';
import { upgradeTemplate } from './upgrade-template.ts';

export interface VerifyRequest {
  readonly classId: bigint;
  readonly image: SubmittedImage;
}

export interface VerifyResult extends JobResult {
  /** Undefined: the image was not looked at, because the template cannot be used. */
  readonly image: ImageAnalysis | undefined;
  readonly verified: boolean;
  /** 0..1; 0 when nothing was compared. */
  readonly score: number;
}

type Parts = Pick<OperationParts, 'engine' | 'templates' | 'encoderVersion'>;

/**
 * Compares the face in the image with the template of the class, at the calibrated threshold of
 * the client's false-match rate. With a task token that demands liveness the image is verified only
 * when it is of a live person; one with automatic enrolment then enrols it.
 * @throws NotFound no template; InvalidImage; Cancelled; Unavailable
 */
export function verify(
  parts: Parts,
  context: Context,
  { classId, image }: VerifyRequest,
): Promise<VerifyResult> {
  return verifyImages(parts, context, { classId, images: [image] });
}

export interface VerifyImagesRequest {
  readonly classId: bigint;
  /** At least one; each has to be of the person, the weakest decides. */
  readonly images: readonly ProbeImage[];
  /** They are samples that were uploaded with a task token. */
  readonly uploaded?: boolean;
}

/** The same with several images; the result shows the first one. @throws as `verify` */
export async function verifyImages(
  parts: Parts,
  context: Context,
  { classId, images, uploaded = false }: VerifyImagesRequest,
): Promise<VerifyResult> {
  const bcid = bcidOf(context.client, classId);
  const template = await comparableTemplate(parts, bcid, context.signal);
  if (template === undefined)
    throw new NotFound(`No biometric face template exists for class ${classId}.`);
  if (typeof template === 'string') return unusable(template);

  const probe = await analyseProbe(parts.engine, context, images, { uploaded });
  throwIfCancelled(context.signal);
  const problems = probe.images.flatMap(({ subject, problem }) =>
    subject === undefined ? [jobError(problem ?? 'FaceNotFound')] : [],
  );
  const refused = probe.rejections.length > 0 ? probe.rejections : problems;
  if (refused.length > 0) return notComparable(probe.images[0], refused);
  const result = decide(parts.engine, template, context.client.settings.falseMatchRate, probe);
  if (!result.verified || !context.permit?.autoEnroll) return result;
  const { performedAction } = await enrollImages(parts, context, { classId, images });
  return { ...result, decision: `verified, ${performedAction}` };
}

/** The template, of the running encoder if that can be had; else why it cannot be compared. */
export async function comparableTemplate(
  parts: Parts,
  bcid: Bcid,
  signal: AbortSignal,
): Promise<Template | undefined | JobErrorCode> {
  try {
    const stored = await parts.templates.read(bcid);
    if (stored === undefined || stored.encoderVersion === parts.encoderVersion()) return stored;
    const outcome = await upgradeTemplate(parts, bcid, signal);
    return outcome === 'impossible' ? 'DifferentFeatureVersions' : await parts.templates.read(bcid);
  } catch (error) {
    if (error instanceof TemplateCorrupted) return 'TemplateCorrupted';
    throw error;
  }
}

function unusable(errorCode: JobErrorCode): VerifyResult {
  return {
    status: 'FAULTED',
    errors: [jobError(errorCode)],
    decision: 'not verified',
    image: undefined,
    verified: false,
    score: 0,
  };
}

function notComparable(
  image: ImageAnalysis | undefined,
  errors: readonly JobError[],
): VerifyResult {
  return {
    status: 'SUCCEEDED',
    errors,
    decision: 'not verified',
    image,
    verified: false,
    score: 0,
  };
}

/** The weakest of the images decides. */
function decide(
  engine: FaceEngine,
  template: Template,
  falseMatchRate: number,
  { images }: Probe,
): VerifyResult {
  const reference = template.features.map((feature) => feature.values);
  const scores = images.map(({ subject }) => engine.compare(subject!.features, reference));
  const comparison = Math.min(...scores);
  const verified = comparison >= engine.threshold(falseMatchRate, reference.length);
  return {
    status: 'SUCCEEDED',
    errors: [],
    decision: verified ? 'verified' : 'not verified',
    image: images[0],
    verified,
    accepted: verified,
    score: engine.toScore(comparison, reference.length),
  };
}
