/** Adds samples to the template of a class: which are kept, what was done, what looks wrong. */
import { InvalidArgument } from '../errors.ts';
import type { FaceEngine, QualityAssessment } from '../faces/analysis.ts';
import type {
  Bcid,
  Consent,
  FeatureVector,
  Template,
  TemplateChange,
} from '../templates/template.ts';
import type { OperationParts } from './context.ts';
import { retainFeatures } from './retain-features.ts';
import { assessSamePerson } from './same-person.ts';

/** A face to be enrolled. */
export interface Sample {
  readonly feature: FeatureVector;
  readonly thumbnail: Uint8Array | undefined;
}

export interface Addition {
  readonly performedAction: 'NEW_TEMPLATE_CREATED' | 'TEMPLATE_UPDATED' | 'TEMPLATE_UPGRADED';
  /** Samples of this call that the template keeps. */
  readonly kept: number;
  /** One per sample: the warning that it does not look like the others, or undefined. */
  readonly warnings: readonly (QualityAssessment | undefined)[];
}

/** What a template may hold, and what has to come with it. */
export interface EnrolmentRules {
  /** Feature vectors the template keeps. */
  readonly most: number;
  /** Given with this enrolment. */
  readonly consent?: Consent;
  /** True: refuse when neither this enrolment nor the template has a consent. */
  readonly requireConsent: boolean;
}

/**
 * Adds the samples, at least one, in one atomic update. Vectors of another encoder are dropped:
 * upgrade the template first.
 * @throws TemplateCorrupted; InvalidArgument the consent is missing
 */
export async function addSamples(
  parts: Pick<OperationParts, 'engine' | 'templates' | 'encoderVersion'>,
  bcid: Bcid,
  samples: readonly Sample[],
  rules: EnrolmentRules,
): Promise<Addition> {
  let addition: Addition | undefined;
  await parts.templates.update(bcid, (current) => {
    const version = parts.encoderVersion();
    const existing = current?.encoderVersion === version ? current.features : [];
    requireConsent(current, rules);
    const change = extend(current, existing, samples, version, rules);
    addition = {
      performedAction: actionOn(current, version),
      kept: samples.filter(({ feature }) => change.features.includes(feature)).length,
      warnings: warnings(parts.engine, samples, existing),
    };
    return change;
  });
  return addition!;
}

function extend(
  current: Template | undefined,
  existing: readonly FeatureVector[],
  samples: readonly Sample[],
  encoderVersion: number,
  { most, consent }: EnrolmentRules,
): TemplateChange {
  const features = retainFeatures([...existing, ...samples.map(({ feature }) => feature)], most);
  const thumbnails = samples.flatMap(({ feature, thumbnail }) =>
    thumbnail !== undefined && features.includes(feature)
      ? [{ featureId: feature.id, enrolled: feature.enrolled, png: thumbnail }]
      : [],
  );
  const tags = current?.tags ?? [];
  return {
    encoderVersion,
    features,
    tags,
    thumbnails,
    ...(consent === undefined ? {} : { consent }),
  };
}

function requireConsent(current: Template | undefined, rules: EnrolmentRules): void {
  if (rules.requireConsent && (rules.consent ?? current?.consent) === undefined)
    throw new InvalidArgument('consent: this client enrols with a reference to a consent only');
}

function actionOn(current: Template | undefined, version: number): Addition['performedAction'] {
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
