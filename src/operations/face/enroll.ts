/** Enrolment: adds the faces of the images to the template of the class. */

import type { Bcid } from '../../bcid.ts';
import { InvalidArgument, type JobError, type JobErrorCode, jobError } from '../../errors.ts';
import type { FaceEngine, ImageAnalysis } from '../../faces/analysis.ts';
import { type Template, TemplateCorrupted } from '../../templates/template.ts';
import {
  bcidOf,
  type Context,
  type FaceParts,
  type OperationParts,
  withEngine,
  workOf,
} from '../context.ts';
import type { PerformedAction } from '../decision.ts';
import type { JobResult } from '../job.ts';
import { countComparison, refuseFor, requireComparable } from '../limit-comparisons.ts';
import { analyseProbe, type Probe, type ProbeImage } from '../liveness/analyse-probe.ts';
import { demandsOnePerson } from '../liveness/one-person.ts';
import { demandsLiveness, mayHave, requireMayHave } from '../permit.ts';
import { coveredError, failedQuality, missedMinimum } from '../quality/enrolment-quality.ts';
import { photoToKeep } from '../reference-photo.ts';
import { inLanes, problemOf, type SubmittedImage, throwIfCancelled } from '../submitted-image.ts';
import { classEvent } from '../webhook-events.ts';
import { addSamples, CONSENT_KEPT, sampleOf } from './add-samples.ts';
import { addUnlessDuplicate } from './reject-duplicates.ts';
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
type Parts = Pick<FaceParts, 'activeEngine' | 'engine' | 'encoderVersion' | 'gallery' | Stored>;

/** Images of a call. By default, a template keeps 16 feature vectors. */
export const MOST_IMAGES = 100;

/** What happened to the template. */
interface Done {
  readonly status?: JobResult['status'];
  readonly performedAction: PerformedAction;
  readonly enrolledImages: number;
  readonly images: readonly ImageAnalysis[];
  /** Errors of images that were refused because of the template. */
  readonly errors: readonly JobError[];
}

/**
 * Enrols every image that shows exactly one good face, which nothing covers. Skips the others with
 * an error each. Adds samples to an existing template, which keeps the newest and most diverse. All
 * must be of one person, the one enrolled before, see `chooseJoining`. With a token, all images
 * must be, and live if required; otherwise nothing is enrolled. A template of another encoder that
 * cannot be upgraded stays as it is. With `rejectDuplicates`, nothing is enrolled if a face belongs
 * to another class.
 * @param options.uploaded whether the images are samples that were uploaded with a task token
 * @throws InvalidImage an image cannot be decoded: nothing was enrolled; InvalidArgument too many
 * images, or a required consent is missing; Aborted it is not new; Unauthenticated the client is
 * gone meanwhile; ResourceExhausted as `verify`; Cancelled; Unavailable
 */
export async function enroll(
  given: Pick<OperationParts, 'activeEngine' | 'readPortrait' | Stored>,
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
  const parts = withEngine(given);
  if (length === 0 && demandsLiveness(context))
    throw new InvalidArgument('images: the token demands live images, none is given');
  const bcid = bcidOf(context.client, request.classId);
  await requireComparable(parts, context, bcid);
  const { thumbnails: thumbnail } = context.client.settings;
  const options = { uploaded, thumbnail };
  // Documents take turns, because a caller may only have a few waiting.
  const images: ProbeImage[] = [];
  for (const image of submitted)
    images.push(await photoToKeep(given, context, image, securityObject));
  const probe = await analyseProbe(parts.engine, context, images, options);
  if (probe.rejections.length === 0)
    return enrollImages(parts, context, { ...request, images }, probe);
  throwIfCancelled(context.signal);
  return {
    ...nothingAdded(probe.images, 'ENROLLMENT_FAILED'),
    status: 'SUCCEEDED',
    errors: probe.rejections,
    decision: 'ENROLLMENT_FAILED',
    template: statusFor(context, await readStatus(parts.templates, bcid)),
  };
}

/** Images to enrol, and the faces of all images and frames. */
type EnrolledProbe = Pick<Probe, 'images' | 'faces'>;

/** Enrols images without a liveness check, with thumbnails if kept. @throws as `enroll` */
export async function enrollImages(
  parts: Parts,
  context: Context,
  request: VerifiedRequest,
  probe: EnrolledProbe,
): Promise<EnrollResult> {
  const { images } = probe;
  const refusals = await refusalsOf(parts.engine, context, request.images, images);
  const errors = refusals.filter((error) => error !== undefined);
  const bcid = bcidOf(context.client, request.classId);
  try {
    throwIfCancelled(context.signal);
    const done = await upgradeAndAdd(parts, context, request, probe, refusals);
    await followEngine(parts, context, bcid);
    const template = statusFor(context, await readStatus(parts.templates, bcid));
    return {
      ...{ status: 'SUCCEEDED', ...done },
      errors: [...errors, ...done.errors],
      decision: done.performedAction,
      accepted: done.enrolledImages > 0,
      template,
    };
  } catch (error) {
    if (!(error instanceof TemplateCorrupted)) throw error;
    const failed = incomparable(images, 'TemplateCorrupted');
    return {
      ...{ status: 'FAULTED', ...failed, errors: [...errors, ...failed.errors] },
      decision: 'ENROLLMENT_FAILED',
      template: noTemplate(request.classId),
    };
  }
}

/** Begins again if another encoder writes the template in between. */
async function upgradeAndAdd(
  parts: Parts,
  context: Context,
  request: VerifiedRequest,
  probe: EnrolledProbe,
  refusals: readonly (JobError | undefined)[],
): Promise<Done> {
  const bcid = bcidOf(context.client, request.classId);
  for (let attempt = 1; ; attempt++) {
    const whole = attempt > 1 || isOvertaken(parts);
    const { outcome } = await upgraded(parts, bcid, workOf(context), { whole });
    if (probe.images.length === 0) return withoutImages(parts, context, request, outcome);
    try {
      if (outcome !== 'impossible') return await addFaces(parts, context, request, probe, refusals);
      if (!whole) return incomparable(probe.images, 'DifferentFeatureVersions');
      throw new EncoderChanged();
    } catch (error) {
      if (!(error instanceof EncoderChanged) || attempt === ATTEMPTS) throw error;
    }
  }
}

/** As verification answers. */
const incomparable = (images: readonly ImageAnalysis[], code: JobErrorCode): Done => ({
  ...nothingAdded(images, 'ENROLLMENT_FAILED'),
  status: 'FAULTED',
  errors: [jobError(code)],
});

/** A new engine may have passed this template before it was written. Searches would miss it. */
async function followEngine(parts: Parts, context: Context, bcid: Bcid): Promise<void> {
  const { engine, encoderVersion } = parts.activeEngine.current();
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
    const covered = problem ?? coveredError(analysis, image, context.client.settings);
    if (covered !== undefined) return covered;
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
  { images, faces = [] }: EnrolledProbe,
  refusals: readonly (JobError | undefined)[],
): Promise<Done> {
  const sample = (image: ImageAnalysis) => sampleOf(image, context.received);
  const samples = images.map((image, i) => (refusals[i] === undefined ? sample(image) : undefined));
  const found = samples.filter((sample) => sample !== undefined);
  const failed = nothingAdded(images, 'ENROLLMENT_FAILED');
  if (found.length === 0) return failed;
  throwIfCancelled(context.signal);
  const bcid = bcidOf(context.client, request.classId);
  const add = () =>
    addSamples(parts, bcid, found, {
      ...{ client: context.client, only: request.only, asNew: request.asNew },
      together: demandsOnePerson(context),
      frames: faces.filter(({ isFrame }) => isFrame),
      keepsConsent: !mayHave(context, 'tags-and-consent'),
      step: ({ performedAction: action }) =>
        parts.outbox.enqueueWith(classEvent('face.enrolled', bcid, context, { action })),
      ...consentOf(context, request),
    });
  const done = await addUnlessDuplicate(parts, context, request, samples, add);
  if (done.errors.length > 0) return { ...failed, errors: done.errors };
  if (done.added === undefined) return nothingAdded(images, 'NONE');
  const { performedAction, kept: enrolledImages, strangers, odd } = done.added;
  // What automatic enrolment refuses is not disclosed.
  if (request.only === undefined)
    refuseFor(context, await countComparison(parts, context, bcid, strangers.length));
  const errors = samples.flatMap((sample, i) => {
    if (sample === undefined) return [];
    const { field } = request.images[i]!;
    if (strangers.includes(sample)) return [jobError('NotRecognised', `${field}: ${STRANGER}`)];
    return odd.includes(sample) ? [jobError('NotRecognised', `${field}: ${ODD}`)] : [];
  });
  return { performedAction, enrolledImages, images, errors };
}

const STRANGER = 'This is not the person who is enrolled.';
export const ODD = 'This and another of the images do not show the same person.';

function nothingAdded(images: readonly ImageAnalysis[], performedAction: PerformedAction): Done {
  return { performedAction, enrolledImages: 0, images, errors: [] };
}
