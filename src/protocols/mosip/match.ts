/** `match`: compares a sample with the records of the same request. */
import { type Static, Type } from 'typebox';
import { maybe } from '../../contract/members.ts';
import { InvalidArgument } from '../../errors.ts';
import type { Context, OperationParts } from '../../operations/context.ts';
import {
  type CompareResult,
  compareSamples,
  type GivenSample,
  type SampleComparison,
} from '../../operations/face/compare-samples.ts';
import { tellOfSealed } from '../../operations/face/limit-sealed.ts';
import { isPortableTemplate, type PortableTemplates } from '../../templates/portable-template.ts';
import {
  BiometricRecord,
  blockOf,
  FACE,
  facesOf,
  imageOf,
  Modalities,
  modalitiesOf,
  requireRecord,
  type Segment,
  unsupported,
} from './biometric-record.ts';
import { SdkRefusal, type SdkResult, sdkAnswer } from './sdk-status.ts';

export const MatchRequest = Type.Object({
  sample: maybe(BiometricRecord),
  gallery: maybe(Type.Array(BiometricRecord, { maxItems: 1000 })),
  modalitiesToMatch: maybe(Modalities),
});

const NO_FACE = 'The record holds no face.';

/** One decision per record of the gallery and modality. @throws SdkRefusal; as `compareSamples` */
export async function match(
  parts: OperationParts,
  templates: PortableTemplates,
  context: Context,
  request: Static<typeof MatchRequest>,
): Promise<SdkResult> {
  const sample = requireRecord(request.sample, 'sample');
  const gallery = request.gallery ?? [];
  if (gallery.length === 0) throw new SdkRefusal('missing-input', 'gallery');
  const modalities = modalitiesOf(request.modalitiesToMatch, sample);
  const compared = modalities.includes(FACE)
    ? await compareFaces(parts, (face) => sampleOf(templates, context, face), context, {
        sample,
        gallery,
      })
    : { ...NOTHING_COMPARED, comparisons: [], sealed: false };
  const { comparisons, sealed, ...result } = compared;
  const decisionOn = (modality: string, index: number) =>
    modality === FACE ? decisionOf(comparisons[index]!, sealed) : failed([unsupported(modality)]);
  const decisions = gallery.map((_, galleryIndex) => ({
    galleryIndex,
    decisions: Object.fromEntries(
      modalities.map((modality) => [modality, decisionOn(modality, galleryIndex)]),
    ),
    analyticsInfo: {},
  }));
  return { ...result, answer: sdkAnswer('ok', decisions) };
}

const NOTHING_COMPARED = { status: 'SUCCEEDED', errors: [], decision: 'not verified' } as const;

async function compareFaces(
  parts: OperationParts,
  read: (face: Segment) => GivenSample,
  context: Context,
  { sample, gallery }: { readonly sample: BiometricRecord; readonly gallery: BiometricRecord[] },
): Promise<CompareResult & { readonly sealed: boolean }> {
  const faces = facesOf(sample, 'sample');
  if (faces.length === 0) throw new SdkRefusal('not-found');
  const probe = faces.map(read);
  const references = gallery.map((record, i) => facesOf(record, `gallery[${i}]`).map(read));
  const sealed = [probe, ...references].flat().some((one) => 'features' in one);
  const result = await compareSamples(parts, context, { probe, references });
  const about = result.comparisons.map((comparison, i) => ({
    comparison,
    samples: [...probe, ...references[i]!],
  }));
  return { ...result, comparisons: await tellOfSealed(parts, context, about), sealed };
}

/** The face image of a segment, or its template from `extract-template`. */
function sampleOf(templates: PortableTemplates, { client }: Context, face: Segment): GivenSample {
  const { field } = face;
  try {
    const block = blockOf(face);
    if (!isPortableTemplate(block)) return imageOf(face, block);
    const template = templates.open(client, block);
    if (template !== undefined) return { ...template, field };
    return { unusable: new InvalidArgument(`${field}: a template of others, or a damaged one`) };
  } catch (error) {
    if (error instanceof InvalidArgument) return { unusable: error };
    throw error;
  }
}

/**
 * Scores are exact above the threshold and in steps below it, as everywhere. Sealed templates get
 * none: scores would let a caller grow a face, and refusals are limited.
 */
function decisionOf({ verified, score, errors }: SampleComparison, sealed: boolean) {
  if (score === 0) return failed(errors.length > 0 ? errors : [NO_FACE]);
  return {
    match: verified ? 'MATCHED' : 'NOT_MATCHED',
    errors,
    analyticsInfo: sealed ? {} : { score: String(score) },
  };
}

const failed = (errors: readonly string[]) => ({ match: 'ERROR', errors, analyticsInfo: {} });
