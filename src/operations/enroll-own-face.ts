/** Enrolment of one's own face: only of a live person, in place of what was enrolled before. */
import { randomUUID } from 'node:crypto';
import type { ConsentText } from '../access/accounts/consent-text.ts';
import type { User } from '../access/accounts/user.ts';
import type { ReplayGuard } from '../access/replay.ts';
import { InvalidArgument, type JobError, jobError } from '../errors.ts';
import type { FaceEngine, ImageAnalysis } from '../faces/analysis.ts';
import type { LiveAnalysis } from '../faces/liveness/liveness-analysis.ts';
import { bcidOf, type Context, type OperationParts } from './context.ts';
import { examineLiveImages, type SubmittedLiveImage } from './detect-liveness.ts';
import { failedQuality } from './enrolment-quality.ts';
import type { JobResult } from './job.ts';
import { replays, seenByAccount } from './replays.ts';
import { retainFeatures } from './retain-features.ts';
import { analyseImages, throwIfCancelled } from './submitted-image.ts';
import { readStatus, type TemplateStatus } from './template-status.ts';

export interface EnrollOwnFaceRequest {
  readonly user: User;
  /** The first two are a pair: looking straight, then moved; the others of any look. */
  readonly images: readonly SubmittedLiveImage[];
  /** What the user agreed to; the template holds a reference to it. */
  readonly consent: ConsentText;
}

export interface EnrollOwnFaceResult extends JobResult {
  readonly enrolled: boolean;
  readonly images: readonly ImageAnalysis[];
  readonly template: TemplateStatus;
}

type Parts = Pick<OperationParts, 'engine' | 'templates' | 'encoderVersion'> & {
  readonly replay: ReplayGuard;
};

/** Of each image with the first one; all come from one moment and one camera. */
const SAME_PERSON_FALSE_MATCH_RATE = 0.001;

/**
 * All images have to be new, of one live person and good enough, else nothing is changed.
 * @throws InvalidArgument fewer than two images; InvalidImage; Cancelled; Unavailable
 */
export async function enrollOwnFace(
  parts: Parts,
  context: Context,
  { user, images, consent }: EnrollOwnFaceRequest,
): Promise<EnrollOwnFaceResult> {
  if (images.length < 2)
    throw new InvalidArgument(`images: at least two are needed, ${images.length} given`);
  const { engine } = parts;
  const bcid = bcidOf(context.client, user.classId);
  const live = await examineAll(engine, images, context.signal);
  const end = async (enrolled: boolean, errors: readonly JobError[], decision: string) => ({
    status: 'SUCCEEDED' as const,
    errors,
    decision,
    enrolled,
    accepted: enrolled,
    images: live.analyses.map(({ image }) => image),
    template: await readStatus(parts.templates, bcid, true),
  });
  const refusals = [
    ...live.errors,
    ...(await replays(seenByAccount(parts.replay, user.id), images, live.analyses)),
    ...qualityErrors(images, live.analyses),
  ];
  if (refusals.length > 0) return end(false, refusals, 'ENROLLMENT_FAILED');

  const samples = await analyseImages(engine, images, { thumbnail: true, signal: context.signal });
  throwIfCancelled(context.signal);
  const found = samples.flatMap(({ subject }) =>
    subject === undefined
      ? []
      : [{ id: randomUUID(), enrolled: context.received, ...subject, values: subject.features }],
  );
  const features = retainFeatures(
    found.map(({ id, values, enrolled }) => ({ id, values, enrolled })),
    context.client.settings.maxFeatureVectors,
  );
  const thumbnails = found.flatMap(({ id, enrolled, thumbnail }) =>
    thumbnail !== undefined && features.some((feature) => feature.id === id)
      ? [{ featureId: id, enrolled, png: thumbnail }]
      : [],
  );
  let replaced = false;
  await parts.templates.update(bcid, (current) => {
    replaced = current !== undefined;
    const reference = `consent text ${consent.version} (${consent.language})`;
    return {
      encoderVersion: parts.encoderVersion(),
      features,
      tags: [],
      thumbnails,
      consent: { reference, recorded: context.received },
    };
  });
  return end(true, [], replaced ? 'TEMPLATE_UPDATED' : 'NEW_TEMPLATE_CREATED');
}

/** The pair with motion, the others passively, and all of them as one person. */
async function examineAll(
  engine: FaceEngine,
  images: readonly SubmittedLiveImage[],
  signal: AbortSignal,
): Promise<{ readonly analyses: readonly LiveAnalysis[]; readonly errors: readonly JobError[] }> {
  const pair = await examineLiveImages(engine, images.slice(0, 2), signal, { features: true });
  const others = await Promise.all(
    images
      .slice(2)
      .map((image) =>
        examineLiveImages(engine, [{ ...image, tags: [] }], signal, { features: true }),
      ),
  );
  const examined = [pair, ...others];
  const first = pair.analyses[0]?.image.subject;
  const strangers = others.flatMap(({ analyses }, i) => {
    const subject = analyses[0]?.image.subject;
    if (first === undefined || subject === undefined) return [];
    const alike = engine.compare(subject.features, [first.features]);
    if (alike >= engine.threshold(SAME_PERSON_FALSE_MATCH_RATE, 1)) return [];
    const message = `${images[i + 2]!.field}: This is not the person of the first image.`;
    return [jobError('RejectedByActiveLiveDetection', message)];
  });
  return {
    analyses: examined.flatMap(({ analyses }) => analyses),
    errors: [...examined.flatMap(({ decision }) => decision.errors), ...strangers],
  };
}

function qualityErrors(
  images: readonly SubmittedLiveImage[],
  analyses: readonly LiveAnalysis[],
): readonly JobError[] {
  return analyses.flatMap(({ image }, i) => {
    const failure = image.subject === undefined ? undefined : failedQuality(image);
    return failure === undefined
      ? []
      : [jobError('QualityTooLow', `${images[i]!.field}: ${failure}`)];
  });
}
