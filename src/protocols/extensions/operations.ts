/** The operations that extensions call, on behalf of a client. */
import type { Contract } from '../../contract/contract.ts';
import { deleteTemplateContract } from '../../contract/delete-template.ts';
import { enrollContract } from '../../contract/enroll.ts';
import { photoVerifyContract } from '../../contract/photo-verify.ts';
import { qualityContract } from '../../contract/quality.ts';
import { searchContract } from '../../contract/search.ts';
import { templateStatusContract } from '../../contract/template-status.ts';
import { verifyContract } from '../../contract/verify.ts';
import { InvalidArgument } from '../../errors.ts';
import { type Context, type OperationParts, workOf } from '../../operations/context.ts';
import { compareSamples, type GivenSample } from '../../operations/face/compare-samples.ts';
import { deleteTemplate } from '../../operations/face/delete-template.ts';
import { enroll } from '../../operations/face/enroll.ts';
import { extractFeatures } from '../../operations/face/extract-features.ts';
import { tellOfSealed } from '../../operations/face/limit-sealed.ts';
import { isAccepted, photoVerify } from '../../operations/face/photo-verify.ts';
import { templateStatus } from '../../operations/face/template-status.ts';
import { verify } from '../../operations/face/verify.ts';
import { gradeQuality } from '../../operations/quality/grade-quality.ts';
import { search } from '../../operations/search/search.ts';
import { type SubmittedImage, withFieldOf } from '../../operations/submitted-image.ts';
import type { PortableTemplates } from '../../templates/portable-template.ts';

/** By the name that a client's permission has: what the bookkeeping records. */
export const CONTRACTS_BY_NAME = {
  enroll: enrollContract,
  verify: verifyContract,
  search: searchContract,
  'template-status': templateStatusContract,
  'delete-template': deleteTemplateContract,
  'photo-verify': photoVerifyContract,
  quality: qualityContract,
} as const satisfies Readonly<Record<string, Contract>>;

export type OperationName = keyof typeof CONTRACTS_BY_NAME;

/** As the service has them, for one call. */
export type Operations = ReturnType<typeof operationsFor>;

type Wanted<F extends (parts: never, context: Context, request: never) => unknown> =
  Parameters<F>[2];

/** A face to compare: an image, a template of `extractTemplates`, or why there is neither. */
type Sample =
  | SubmittedImage
  | { readonly template: Uint8Array; readonly field: string }
  | { readonly unusable: string };

export type ExtensionParts = OperationParts & {
  /** Seals the templates that callers keep. */
  readonly portableTemplates: PortableTemplates;
};

export const operationsFor = (parts: ExtensionParts, context: Context) => ({
  enroll: (request: Wanted<typeof enroll>) => enroll(parts, context, request),
  verify: (request: Wanted<typeof verify>) => verify(parts, context, request),
  search: (request: Wanted<typeof search>) => search(parts, context, request),
  templateStatus: (request: Wanted<typeof templateStatus>) =>
    templateStatus(parts, context, request),
  deleteTemplate: (request: Wanted<typeof deleteTemplate>) =>
    deleteTemplate(parts, context, request),
  /**
   * Compares each reference with the probe. Stores nothing. `sealed`: templates are among the
   * samples, so refusals are limited and scores must not be answered.
   */
  compareSamples: (request: {
    readonly probe: readonly Sample[];
    readonly references: readonly (readonly Sample[])[];
  }) => compareGiven(parts, context, request),
  /**
   * Compares live images with one photo, as `POST /api/v1/photoverify` does. `matched`: live, and of
   * one of the levels to accept. Stores nothing.
   */
  photoVerify: async (request: Wanted<typeof photoVerify>) => {
    const result = await photoVerify(parts, context, request);
    return { ...result, matched: result.live && isAccepted(result.verificationLevel) };
  },
  /** Sealed templates of face images, for the caller to keep; undefined: see `errors`. */
  extractTemplates: (images: readonly SubmittedImage[]) => extractSealed(parts, context, images),
  gradeQuality: (request: Wanted<typeof gradeQuality>) => gradeQuality(parts, context, request),
  /** Another format for an image, at its full size. */
  convertImage: ({ bytes, field }: SubmittedImage, format: 'jpeg' | 'png') =>
    parts.activeEngine
      .current()
      .engine.convertImage(bytes, format, workOf(context))
      .catch(withFieldOf({ field })),
});

async function compareGiven(
  parts: ExtensionParts,
  context: Context,
  given: {
    readonly probe: readonly Sample[];
    readonly references: readonly (readonly Sample[])[];
  },
) {
  const read = (sample: Sample): GivenSample => {
    if ('unusable' in sample) return { unusable: new InvalidArgument(sample.unusable) };
    if ('bytes' in sample) return sample;
    const { template, field } = sample;
    const opened = parts.portableTemplates.open(context.client, template);
    if (opened !== undefined) return { ...opened, field };
    return { unusable: new InvalidArgument(`${field}: a template of others, or a damaged one`) };
  };
  const probe = given.probe.map(read);
  const references = given.references.map((samples) => samples.map(read));
  const result = await compareSamples(parts, context, { probe, references });
  const about = result.comparisons.map((comparison, i) => ({
    comparison,
    samples: [...probe, ...references[i]!],
  }));
  const sealed = [probe, ...references].flat().some((sample) => 'features' in sample);
  return { ...result, comparisons: await tellOfSealed(parts, context, about), sealed };
}

async function extractSealed(
  parts: ExtensionParts,
  context: Context,
  images: readonly SubmittedImage[],
) {
  const { features, encoderVersion, ...result } = await extractFeatures(parts, context, images);
  const templates = features.map(
    (vector) =>
      vector && parts.portableTemplates.seal(context.client, { encoderVersion, features: vector }),
  );
  return { ...result, templates };
}
