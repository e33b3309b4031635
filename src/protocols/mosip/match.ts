/** `match`: a sample against records that come with it. */
import { type Static, Type } from 'typebox';
import { maybe } from '../../contract/members.ts';
import type { Context, OperationParts } from '../../operations/context.ts';
import {
  type CompareResult,
  compareSamples,
  type GivenSample,
  type SampleComparison,
} from '../../operations/face/compare-samples.ts';
import {
  BiometricRecord,
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
  context: Context,
  request: Static<typeof MatchRequest>,
): Promise<SdkResult> {
  const sample = requireRecord(request.sample, 'sample');
  const gallery = request.gallery ?? [];
  if (gallery.length === 0) throw new SdkRefusal('missing-input', 'gallery');
  const modalities = modalitiesOf(request.modalitiesToMatch, sample);
  const compared = modalities.includes(FACE)
    ? await compareFaces(parts, context, sample, gallery)
    : { ...NOTHING_COMPARED, comparisons: [] };
  const { comparisons, ...result } = compared;
  const decisionOn = (modality: string, index: number) =>
    modality === FACE ? decisionOf(comparisons[index]!) : failed([unsupported(modality)]);
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

function compareFaces(
  parts: OperationParts,
  context: Context,
  sample: BiometricRecord,
  gallery: readonly BiometricRecord[],
): Promise<CompareResult> {
  const faces = facesOf(sample, 'sample');
  if (faces.length === 0) throw new SdkRefusal('not-found');
  return compareSamples(parts, context, {
    probe: faces.map(imageOf),
    references: gallery.map((record, i) => facesOf(record, `gallery[${i}]`).map(sampleOf)),
  });
}

const sampleOf = (segment: Segment): GivenSample => imageOf(segment);

/** Scores are told as everywhere: exactly above the threshold, in steps below it. */
function decisionOf({ verified, score, errors }: SampleComparison) {
  if (score === 0) return failed(errors.length > 0 ? errors : [NO_FACE]);
  return {
    match: verified ? 'MATCHED' : 'NOT_MATCHED',
    errors,
    analyticsInfo: { score: String(score) },
  };
}

const failed = (errors: readonly string[]) => ({ match: 'ERROR', errors, analyticsInfo: {} });
