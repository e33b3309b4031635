/** Enrolment: adds the faces of the images to the template of the class. */

import type { Bcid } from '../../bcid.ts';
import { InvalidArgument, type JobError, jobError } from '../../errors.ts';
import type { FaceEngine, ImageAnalysis } from '../../faces/analysis.ts';
import { type Template, TemplateCorrupted } from '../../templates/template.ts';
import {
  bcidOf,
  type Context,
  type FaceParts,
  type OperationParts,
  onRunning,
  workOf,
} from '../context.ts';
import type { PerformedAction } from '../decision.ts';
import type { JobResult } from '../job.ts';
import { analyseProbe, type ProbeImage } from '../liveness/analyse-probe.ts';
import { demandsOnePerson } from '../liveness/one-person.ts';
import { demandsLiveness, mayHave, requireMayHave } from '../permit.ts';
import { failedQuality, missedMinimum } from '../quality/enrolment-quality.ts';
import { photoToKeep } from '../reference-photo.ts';
import { inLanes, problemOf, type SubmittedImage, throwIfCancelled } from '../submitted-image.ts';
import { classEvent } from '../told-events.ts';
import { addSamples, CONSENT_KEPT, type Sample, sampleOf } from './add-samples.ts';
import { countComparison, refuseFor, requireComparable } from './limit-comparisons.ts';
import { noTemplate, readStatus, statusFor, type TemplateStatus } from './template-status.ts';
import {
  ATTEMPTS,
  EncoderChanged,
  isOvertaken,
  type UpgradeOutcome,
  upgraded,
  upgradeTemplate,
} from './upgrade-template.ts';

export interface EnrollRequest {
  readonly classId: bigint;
  /**
   * Or documents that hold them, see `photoToKeep`. Empty: only upgrade the template to the
   * running encoder, if possible.
   */
  readonly images: readonly ProbeImage[];
  /** EF.SOD of a chip, whose EF.DG2 is the only image. */
  readonly securityObject?: SubmittedImage | undefined;
  /** Reference to the person's consent, in the form of `checkConsent`. */
  readonly consent?: string;
  /** Requires that the class has no template yet, and gives the new one these tags. */
  readonly asNew?: readonly string[];
}

/** Images of a person who was just compared with a template. */
export interface VerifiedRequest extends EnrollRequest {
  /** Enrol only into this template, not into a later replacement. */
  readonly only?: Template;
}

export interface EnrollResult extends JobResult {
  /** One per image, in the given order. */
  readonly images: readonly ImageAnalysis[];
  readonly performedAction: PerformedAction;
  /** Images of this call whose feature vectors the template keeps. */
  readonly enrolledImages: number;
  readonly template: TemplateStatus;
}

type Stored = 'templates' | 'refusedComparisons' | 'audit' | 'outbox';
type Parts = Pick<FaceParts, 'running' | 'engine' | 'encoderVersion' | Stored>;

/** Images of a call. By default, a template keeps 16 feature vectors. */
export const MOST_IMAGES = 100;

/** What happened to the template, and the images with resulting warnings. */
interface Done {
  readonly performedAction: PerformedAction;
  readonly enrolledImages: number;
  readonly images: readonly ImageAnalysis[];
  /** Errors of images that were refused because of the template. */
  readonly errors: readonly JobError[];
}

/**
 * Enrols every image that shows exactly one good face. Skips the others with an error each. Adds
 * samples to an existing template, which keeps the newest and most diverse. Samples replace a
 * template of another encoder that cannot be upgraded, but not with a task token. With a token, all
 * images must be of the same person, and live if required; otherwise nothing is enrolled. No person
 * is added to another person's template.
 * @param options.uploaded whether the images are samples that were uploaded with a task token
 * @throws InvalidImage an image cannot be decoded: nothing was enrolled; InvalidArgument too many
 * images, or a required consent is missing; Aborted it is not new; Unauthenticated the client is
 * gone meanwhile; ResourceExhausted with a token, as `verify`; Cancelled; Unavailable
 */
export async function enroll(
  given: Pick<OperationParts, 'running' | 'readPortrait' | Stored>,
  context: Context,
  request: EnrollRequest,
  { uploaded = false } = {},
): Promise<EnrollResult> {
  const { images: submitted, securityObject } = request;
  const { length } = submitted;
  if (securityObject !== undefined && length !== 1)
    throw new InvalidArgument(
      `securityObject: it goes with one image, the EF.DG2 that it signs; ${length} given`,
    );
  if (length > MOST_IMAGES)
    throw new InvalidArgument(`images: at most ${MOST_IMAGES} in one call, ${length} given`);
  const parts = onRunning(given);
  if (length === 0 && demandsLiveness(context))
    throw new InvalidArgument('images: the token demands live images, none is given');
  const bcid = bcidOf(context.client, request.classId);
  if (demandsOnePerson(context)) await requireComparable(parts, context, bcid);
  const { thumbnails: thumbnail } = context.client.settings;
  const options = { uploaded, thumbnail };
  const images = await Promise.all(
    request.images.map((image) => photoToKeep(given, context, image, securityObject)),
  );
  const probe = await analyseProbe(parts.engine, context, images, options);
  if (probe.rejections.length === 0)
    return enrollImages(parts, context, { ...request, images }, probe.images);
  throwIfCancelled(context.signal);
  return {
    ...nothingAdded(probe.images, 'ENROLLMENT_FAILED'),
    status: 'SUCCEEDED',
    errors: probe.rejections,
    decision: 'ENROLLMENT_FAILED',
    template: statusFor(context, await readStatus(parts.templates, bcid)),
  };
}

/** Enrols images without a liveness check, with thumbnails if kept. @throws as `enroll` */
export async function enrollImages(
  parts: Parts,
  context: Context,
  request: VerifiedRequest,
  images: readonly ImageAnalysis[],
): Promise<EnrollResult> {
  const refusals = await refusalsOf(parts.engine, context, request.images, images);
  const errors = refusals.filter((error) => error !== undefined);
  const bcid = bcidOf(context.client, request.classId);
  try {
    throwIfCancelled(context.signal);
    const done = await upgradeAndAdd(parts, context, request, images, refusals);
    await followEngine(parts, context, bcid);
    const template = statusFor(context, await readStatus(parts.templates, bcid));
    return {
      ...done,
      status: 'SUCCEEDED',
      errors: [...errors, ...done.errors],
      decision: done.performedAction,
      accepted: done.enrolledImages > 0,
      template,
    };
  } catch (error) {
    if (!(error instanceof TemplateCorrupted)) throw error;
    return {
      ...nothingAdded(images, 'ENROLLMENT_FAILED'),
      status: 'FAULTED',
      errors: [...errors, jobError('TemplateCorrupted')],
      decision: 'ENROLLMENT_FAILED',
      template: noTemplate(request.classId),
    };
  }
}

/** Begins again, and drops nothing, if another encoder writes the template in between. */
async function upgradeAndAdd(
  parts: Parts,
  context: Context,
  request: VerifiedRequest,
  images: readonly ImageAnalysis[],
  refusals: readonly (JobError | undefined)[],
): Promise<Done> {
  const bcid = bcidOf(context.client, request.classId);
  for (let attempt = 1; ; attempt++) {
    const whole = attempt > 1 || isOvertaken(parts);
    const { outcome, template } = await upgraded(parts, bcid, workOf(context), { whole });
    if (images.length === 0) return withoutImages(parts, context, request, outcome);
    const drops = outcome === 'impossible' && !whole ? template?.encoderVersion : undefined;
    try {
      return await addFaces(parts, context, request, images, refusals, drops);
    } catch (error) {
      if (!(error instanceof EncoderChanged) || attempt === ATTEMPTS) throw error;
    }
  }
}

/** A new engine may have passed this template before it was written. Searches would miss it. */
async function followEngine(parts: Parts, context: Context, bcid: Bcid): Promise<void> {
  const { engine, encoderVersion } = parts.running.current();
  if (encoderVersion === parts.encoderVersion) return;
  const newer = { ...parts, engine, encoderVersion };
  await upgradeTemplate(newer, bcid, workOf(context)).catch(() => {});
}

/** Why images are not enrolled: an error or undefined for each. */
export function refusalsOf(
  engine: FaceEngine,
  context: Context,
  submitted: readonly SubmittedImage[],
  images: readonly ImageAnalysis[],
): Promise<(JobError | undefined)[]> {
  const { minimumQuality } = context.client.settings;
  const work = workOf(context);
  const refusal = async (image: SubmittedImage, analysis: ImageAnalysis) => {
    const problem = problemOf(analysis, image);
    if (problem !== undefined) return problem;
    const failure =
      failedQuality(analysis) ?? (await missedMinimum(engine, image, minimumQuality, work));
    return failure === undefined
      ? undefined
      : jobError('QualityTooLow', `${image.field}: ${failure}`);
  };
  return inLanes(engine, submitted, (image, i) => refusal(image, images[i]!));
}

/** No images: upgrades the template if possible, and records a consent in any case. */
async function withoutImages(
  parts: Parts,
  context: Context,
  request: EnrollRequest,
  outcome: UpgradeOutcome,
): Promise<Done> {
  let recorded = false;
  const { consent } = consentOf(context, request);
  if (consent !== undefined) {
    requireMayHave(context, 'tags-and-consent', CONSENT_KEPT);
    await parts.templates.update(bcidOf(context.client, request.classId), (current) => {
      recorded = current !== undefined;
      return current && { ...current, thumbnails: [], consent };
    });
  }
  if (outcome === 'upgraded') return nothingAdded([], 'TEMPLATE_UPGRADED');
  return nothingAdded([], recorded ? 'TEMPLATE_UPDATED' : 'NONE');
}

function consentOf({ received }: Context, { consent }: EnrollRequest) {
  return consent === undefined ? {} : { consent: { reference: consent, recorded: received } };
}

async function addFaces(
  parts: Parts,
  context: Context,
  request: VerifiedRequest,
  images: readonly ImageAnalysis[],
  refusals: readonly (JobError | undefined)[],
  drops: number | undefined,
): Promise<Done> {
  const samples = new Map<ImageAnalysis, Sample>();
  for (const [i, image] of images.entries())
    if (image.subject !== undefined && refusals[i] === undefined)
      samples.set(image, sampleOf(image.subject, context.received));
  if (samples.size === 0) return nothingAdded(images, 'ENROLLMENT_FAILED');

  throwIfCancelled(context.signal);
  const bcid = bcidOf(context.client, request.classId);
  const addition = await addSamples(parts, bcid, [...samples.values()], {
    client: context.client,
    only: request.only,
    drops,
    asNew: request.asNew,
    samePerson: demandsOnePerson(context) && request.only === undefined,
    keepsConsent: !mayHave(context, 'tags-and-consent'),
    alongside: ({ performedAction: action }) =>
      parts.outbox.telling(classEvent('face.enrolled', bcid, context, { action })),
    ...consentOf(context, request),
  });
  if (addition === undefined) return nothingAdded(images, 'NONE');
  const order = [...samples.keys()];
  const { strangers } = addition;
  if (strangers.length > 0)
    refuseFor(await countComparison(parts, context, bcid, strangers.length));
  return {
    performedAction: addition.performedAction,
    enrolledImages: addition.kept,
    images: images.map((image) => {
      const warning = addition.warnings[order.indexOf(image)];
      if (warning === undefined) return image;
      return { ...image, qualityAssessments: [...image.qualityAssessments, warning] };
    }),
    errors: images.flatMap((image, i) => {
      const sample = samples.get(image);
      if (sample === undefined || !strangers.includes(sample)) return [];
      return [jobError('NotRecognised', `${request.images[i]!.field}: ${STRANGER}`)];
    }),
  };
}

const STRANGER = 'This is not the person who is enrolled.';

function nothingAdded(images: readonly ImageAnalysis[], performedAction: PerformedAction): Done {
  return { performedAction, enrolledImages: 0, images, errors: [] };
}
