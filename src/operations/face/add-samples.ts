/** Adds samples to the template of a class, if they are of its person. */
import { randomUUID } from 'node:crypto';
import type { Client } from '../../access/clients/client.ts';
import { requireRegistered } from '../../access/clients/clients.ts';
import type { Bcid } from '../../bcid.ts';
import { Aborted, InvalidArgument, PermissionDenied } from '../../errors.ts';
import type { FaceEngine, ImageAnalysis } from '../../faces/analysis.ts';
import type { Consent, FeatureVector, Template, TemplateChange } from '../../templates/template.ts';
import type { EnqueueEvents } from '../../webhooks/outbox.ts';
import type { FaceParts } from '../context.ts';
import type { TemplateAction } from '../decision.ts';
import type { ShownFace } from '../liveness/one-person.ts';
import { chooseJoining, isPersonOf, type JoiningSamples } from './join-class.ts';
import { retainFeatures } from './retain-features.ts';
import { EncoderChanged } from './upgrade-template.ts';

/** A face to enrol. */
export interface Sample extends Pick<ShownFace, 'features' | 'pose' | 'isFrame'> {
  readonly feature: FeatureVector;
  readonly thumbnail: Uint8Array | undefined;
}

export interface Addition extends Pick<JoiningSamples<Sample>, 'strangers' | 'odd'> {
  readonly performedAction: TemplateAction | 'ENROLLMENT_FAILED';
  /** Samples of this call that the template keeps. */
  readonly kept: number;
}

/** The limits of a template, and what has to accompany it. */
export interface EnrolmentRules {
  /** The client; it must still exist, and it states the requirements. */
  readonly client: Client;
  /** The consent given with this enrolment. */
  readonly consent?: Consent;
  /** Adds the samples only to this template, not to a later replacement. */
  readonly only?: Template | undefined;
  /** Requires that there is no template yet, and gives the new one these tags. */
  readonly asNew?: readonly string[] | undefined;
  /** Adds all samples or none. */
  readonly together?: boolean;
  /** Frames taken with the samples: all of the person of the class, or nothing is added. */
  readonly frames?: readonly ShownFace[];
  /** Takes a consent with a first enrolment only. */
  readonly keepsConsent?: boolean;
  /** Rows to write in the same transaction. */
  readonly step?: (addition: Addition) => EnqueueEvents;
}

/** With a task token, consent cannot be replaced: it is between the person and the client. */
export const CONSENT_KEPT =
  'consent: with a task token, it is recorded with the first enrolment of a class only.';

/**
 * Adds the samples, at least one, in an atomic update: those that are of one person, who is the
 * person of the class, see `chooseJoining`. Upgrade the template first. Undefined: the template in
 * `only` is gone, and nothing was added.
 * @throws Aborted it is not new; EncoderChanged it is of another encoder; Unauthenticated the client
 * is gone; TemplateCorrupted; InvalidArgument the consent is missing; PermissionDenied it is kept
 */
export async function addSamples(
  parts: Pick<FaceParts, 'engine' | 'templates' | 'encoderVersion'>,
  bcid: Bcid,
  samples: readonly Sample[],
  rules: EnrolmentRules,
): Promise<Addition | undefined> {
  let addition: Addition | undefined;
  const change = (current: Template | undefined) => {
    addition = undefined;
    if (rules.only !== undefined && !continues(current, rules.only)) return undefined;
    if (rules.asNew !== undefined && current !== undefined)
      throw new Aborted('There is a template of this class already.');
    const version = parts.encoderVersion;
    if (current !== undefined && current.encoderVersion !== version) throw new EncoderChanged();
    const existing = current?.features ?? [];
    checkConsent(current, rules);
    const { joining, strangers, odd } = chosen(parts.engine, samples, existing, rules);
    const extended = extend(current, existing, joining, version, rules);
    addition = {
      performedAction:
        joining.length === 0
          ? 'ENROLLMENT_FAILED'
          : current === undefined
            ? 'NEW_TEMPLATE_CREATED'
            : 'TEMPLATE_UPDATED',
      kept: joining.filter(({ feature }) => extended.features.includes(feature)).length,
      strangers,
      odd,
    };
    return joining.length > 0 ? extended : undefined;
  };
  const registered = requireRegistered(rules.client);
  await parts.templates.update(bcid, change, async (trx) => {
    await registered(trx);
    if (addition !== undefined && addition.performedAction !== 'ENROLLMENT_FAILED')
      await rules.step?.(addition)(trx);
  });
  return addition;
}

function chosen(
  engine: FaceEngine,
  samples: readonly Sample[],
  existing: readonly FeatureVector[],
  { together = false, frames = [] }: EnrolmentRules,
): JoiningSamples<Sample> {
  if (!frames.every((frame) => isPersonOf(engine, frame, existing)))
    return { joining: [], strangers: samples, odd: [] };
  const found = chooseJoining(engine, samples, existing);
  return together && found.joining.length < samples.length ? { ...found, joining: [] } : found;
}

/** Whether a template grew out of an earlier one: vector ids are never reused. */
function continues(current: Template | undefined, earlier: Template): boolean {
  const known = new Set(earlier.features.map(({ id }) => id));
  return current?.features.some(({ id }) => known.has(id)) ?? false;
}

function extend(
  current: Template | undefined,
  existing: readonly FeatureVector[],
  samples: readonly Sample[],
  encoderVersion: number,
  { client, consent, asNew = [] }: EnrolmentRules,
): TemplateChange {
  return {
    encoderVersion,
    ...retainSamples(existing, samples, client),
    tags: current?.tags ?? asNew,
    ...(consent === undefined ? {} : { consent }),
  };
}

/** The vectors among these that the client's templates keep, and their thumbnails. */
export function retainSamples(
  existing: readonly FeatureVector[],
  samples: readonly Sample[],
  { settings }: Pick<Client, 'settings'>,
): Pick<TemplateChange, 'features' | 'thumbnails'> {
  const all = [...existing, ...samples.map(({ feature }) => feature)];
  const features = retainFeatures(all, settings.maxFeatureVectors);
  const thumbnails = samples.flatMap(({ feature, thumbnail }) =>
    thumbnail !== undefined && features.includes(feature)
      ? [{ featureId: feature.id, enrolled: feature.enrolled, png: thumbnail }]
      : [],
  );
  return { features, thumbnails };
}

/** Makes a sample with a new id. Undefined: the image has no subject. */
export const sampleOf = (
  { subject, faces }: Pick<ImageAnalysis, 'subject' | 'faces'>,
  enrolled: Date,
): Sample | undefined =>
  subject && {
    feature: { id: randomUUID(), values: subject.features, enrolled },
    thumbnail: subject.thumbnail,
    ...{ features: subject.features, pose: faces[0]?.pose, isFrame: false },
  };

/** @throws InvalidArgument it is missing; PermissionDenied it may not be replaced */
function checkConsent(current: Template | undefined, rules: EnrolmentRules): void {
  if (rules.keepsConsent && rules.consent !== undefined && current !== undefined)
    throw new PermissionDenied(CONSENT_KEPT);
  if (rules.client.settings.requireConsent && (rules.consent ?? current?.consent) === undefined)
    throw new InvalidArgument('consent: this client enrols with a reference to a consent only');
}
