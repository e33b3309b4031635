/** Adds samples to the template of a class. Reports what it kept, and what looks wrong. */
import { randomUUID } from 'node:crypto';
import type { Client } from '../../access/clients/client.ts';
import { requireRegistered } from '../../access/clients/clients.ts';
import type { Bcid } from '../../bcid.ts';
import { Aborted, InvalidArgument, PermissionDenied } from '../../errors.ts';
import type { FaceEngine, ImageAnalysis, QualityAssessment } from '../../faces/analysis.ts';
import { referenceOf } from '../../templates/class-vector.ts';
import type { Consent, FeatureVector, Template, TemplateChange } from '../../templates/template.ts';
import type { Telling } from '../../webhooks/outbox.ts';
import type { FaceParts } from '../context.ts';
import type { TemplateAction } from '../decision.ts';
import { retainFeatures } from './retain-features.ts';
import { assessSamePerson } from './same-person.ts';
import { EncoderChanged } from './upgrade-template.ts';

/** A face to enrol. */
export interface Sample {
  readonly feature: FeatureVector;
  readonly thumbnail: Uint8Array | undefined;
}

export interface Addition {
  readonly performedAction: TemplateAction | 'ENROLLMENT_FAILED';
  /** Samples of this call that the template keeps. */
  readonly kept: number;
  /** For each sample that was added: a warning if it does not look like the others. */
  readonly warnings: readonly (QualityAssessment | undefined)[];
  /** Samples left out because the template does not recognize them. */
  readonly strangers: readonly Sample[];
}

/** The limits of a template, and what has to accompany it. */
export interface EnrolmentRules {
  /** The client; it must still exist, and it states the requirements. */
  readonly client: Client;
  /** The consent given with this enrolment. */
  readonly consent?: Consent;
  /** Adds the samples only to this template, not to a later replacement. */
  readonly only?: Template | undefined;
  /** Version of another encoder, whose vectors are dropped because they cannot be upgraded. */
  readonly drops?: number | undefined;
  /** Requires that there is no template yet, and gives the new one these tags. */
  readonly asNew?: readonly string[] | undefined;
  /** Leaves out samples that the template does not recognize: all if it is of another encoder. */
  readonly samePerson?: boolean;
  /** Takes a consent with a first enrolment only. */
  readonly keepsConsent?: boolean;
  /** Rows to write in the same transaction. */
  readonly alongside?: (addition: Addition) => Telling;
}

/** With a task token, nobody replaces what is between the person and the client. */
export const CONSENT_KEPT =
  'consent: with a task token, it is recorded with the first enrolment of a class only.';

/**
 * Adds the samples, at least one, in an atomic update. Upgrade the template first. Undefined: the
 * template in `only` is gone, and nothing was added.
 * @throws Aborted it is not new; EncoderChanged it is of an encoder that is not in `drops`;
 * Unauthenticated the client is gone; TemplateCorrupted; InvalidArgument the consent is missing;
 * PermissionDenied it is kept
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
    if (current !== undefined && ![version, rules.drops].includes(current.encoderVersion))
      throw new EncoderChanged();
    const existing = current?.encoderVersion === version ? current.features : [];
    checkConsent(current, rules);
    const strangers =
      rules.samePerson && current !== undefined
        ? strangersTo(parts.engine, existing, samples, rules)
        : [];
    const taken = samples.filter((sample) => !strangers.includes(sample));
    const extended = extend(current, existing, taken, version, rules);
    addition = {
      performedAction: taken.length > 0 ? actionOn(current, version) : 'ENROLLMENT_FAILED',
      kept: taken.filter(({ feature }) => extended.features.includes(feature)).length,
      warnings: warnings(parts.engine, samples, existing).map((warning, i) =>
        strangers.includes(samples[i]!) ? undefined : warning,
      ),
      strangers,
    };
    return taken.length > 0 ? extended : undefined;
  };
  const registered = requireRegistered(rules.client);
  await parts.templates.update(bcid, change, async (trx) => {
    await registered(trx);
    if (addition !== undefined && addition.strangers.length < samples.length)
      await rules.alongside?.(addition)(trx);
  });
  return addition;
}

/** Whether a template grew out of an earlier one: vector ids are never reused. */
function continues(current: Template | undefined, earlier: Template): boolean {
  const known = new Set(earlier.features.map(({ id }) => id));
  return current?.features.some(({ id }) => known.has(id)) ?? false;
}

/** By the rules of verification. Everybody is a stranger to a template that cannot be compared. */
function strangersTo(
  engine: FaceEngine,
  existing: readonly FeatureVector[],
  samples: readonly Sample[],
  { client: { settings } }: EnrolmentRules,
): readonly Sample[] {
  if (existing.length === 0) return samples;
  const reference = referenceOf({ features: existing });
  const threshold = engine.threshold(settings.falseMatchRate);
  return samples.filter(({ feature }) => engine.compare(feature.values, reference) < threshold);
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

/** Makes a sample with a new id. */
export const sampleOf = (
  { features: values, thumbnail }: NonNullable<ImageAnalysis['subject']>,
  enrolled: Date,
): Sample => ({ feature: { id: randomUUID(), values, enrolled }, thumbnail });

/** @throws InvalidArgument it is missing; PermissionDenied it may not be replaced */
function checkConsent(current: Template | undefined, rules: EnrolmentRules): void {
  if (rules.keepsConsent && rules.consent !== undefined && current !== undefined)
    throw new PermissionDenied(CONSENT_KEPT);
  if (rules.client.settings.requireConsent && (rules.consent ?? current?.consent) === undefined)
    throw new InvalidArgument('consent: this client enrols with a reference to a consent only');
}

function actionOn(current: Template | undefined, version: number): TemplateAction {
  if (current === undefined) return 'NEW_TEMPLATE_CREATED';
  return current.encoderVersion === version ? 'TEMPLATE_UPDATED' : 'TEMPLATE_UPGRADED';
}

function warnings(
  engine: FaceEngine,
  samples: readonly Sample[],
  existing: readonly FeatureVector[],
): Addition['warnings'] {
  return assessSamePerson(
    engine,
    samples.map(({ feature }) => feature.values),
    existing.map(({ values }) => values),
  );
}
