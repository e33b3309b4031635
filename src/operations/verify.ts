/** Verification: is the one face in the image that of the class? */
import { type JobErrorCode, jobError, NotFound } from '../errors.ts';
import type { FaceEngine, ImageAnalysis } from '../faces/analysis.ts';
import { type Bcid, type Template, TemplateCorrupted } from '../templates/template.ts';
import { bcidOf, type Context, type OperationParts } from './context.ts';
import type { JobResult } from './job.ts';
import { analyseImage, type SubmittedImage, throwIfCancelled } from './submitted-image.ts';
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
 * the client's false-match rate.
 * @throws NotFound no template; InvalidImage; Cancelled; Unavailable
 */
export async function verify(
  parts: Parts,
  context: Context,
  request: VerifyRequest,
): Promise<VerifyResult> {
  const template = await comparableTemplate(
    parts,
    bcidOf(context.client, request.classId),
    context.signal,
  );
  if (template === undefined)
    throw new NotFound(`No biometric face template exists for class ${request.classId}.`);
  if (typeof template === 'string') return unusable(template);

  const image = await analyseImage(parts.engine, request.image, { signal: context.signal });
  throwIfCancelled(context.signal);
  if (image.subject === undefined) return noSubject(image);
  return decide(
    parts.engine,
    template,
    context.client.settings.falseMatchRate,
    image,
    image.subject.features,
  );
}

/** The template, of the running encoder if that can be had; else why it cannot be compared. */
async function comparableTemplate(
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

function noSubject(image: ImageAnalysis): VerifyResult {
  return {
    status: 'SUCCEEDED',
    errors: [jobError(image.problem ?? 'FaceNotFound')],
    decision: 'not verified',
    image,
    verified: false,
    score: 0,
  };
}

function decide(
  engine: FaceEngine,
  template: Template,
  falseMatchRate: number,
  image: ImageAnalysis,
  probe: Float32Array,
): VerifyResult {
  const reference = template.features.map((feature) => feature.values);
  const comparison = engine.compare(probe, reference);
  const verified = comparison >= engine.threshold(falseMatchRate, reference.length);
  return {
    status: 'SUCCEEDED',
    errors: [],
    decision: verified ? 'verified' : 'not verified',
    image,
    verified,
    score: engine.toScore(comparison, reference.length),
  };
}
