/** The operations of the SDK on what was read of their calls. */
import type { JobResult, Operations, Service } from 'prosopon/extensions';
import type { ReadCalls } from './parser/read-call.ts';
import type { NewBlock, WriteTask } from './parser/write-record.ts';
import { type SdkAnswer, sdkAnswer } from './sdk-status.ts';

/** The end of a job, and the response to its caller. `record`: what becomes of the sample. */
export type SdkJob = JobResult & { readonly answer: SdkAnswer; readonly record?: WriteTask };

const FACE = 'FACE';
const NO_FACE = 'The record holds no face.';
/** Bytes of converted images in an answer, which writes each in four characters. */
const MOST_CONVERTED = 16 * 1024 * 1024;

const unsupported = (modality: string) => `Modality ${modality} is not supported.`;
const failed = (errors: readonly string[]) => ({ match: 'ERROR', errors, analyticsInfo: {} });

/** One decision per record of the gallery and modality. */
export async function match(
  operations: Operations,
  { modalities, records, probe, references }: ReadCalls['match'],
): Promise<SdkJob> {
  const compared = probe.length > 0 && (await operations.compareSamples({ probe, references }));
  const { comparisons, sealed, ...result } = compared || NOTHING_COMPARED;
  const decisionOn = (modality: string, index: number) =>
    modality === FACE && compared
      ? decisionOf(comparisons[index]!, sealed)
      : failed([unsupported(modality)]);
  const decisions = Array.from({ length: records }, (_, galleryIndex) => ({
    galleryIndex,
    decisions: Object.fromEntries(
      modalities.map((modality) => [modality, decisionOn(modality, galleryIndex)]),
    ),
    analyticsInfo: {},
  }));
  return { ...result, answer: sdkAnswer('ok', decisions) };
}

type Compared = Awaited<ReturnType<Operations['compareSamples']>>;

const NOTHING_COMPARED: Compared = {
  status: 'SUCCEEDED',
  errors: [],
  decision: 'not verified',
  comparisons: [],
  sealed: false,
};

/**
 * Scores are exact above the threshold and in steps below it, as everywhere. Sealed templates get
 * none: scores would let a caller reconstruct a face, and refusals are limited.
 */
function decisionOf({ verified, score, errors }: Compared['comparisons'][number], sealed: boolean) {
  if (score === 0) return failed(errors.length > 0 ? errors : [NO_FACE]);
  return {
    match: verified ? 'MATCHED' : 'NOT_MATCHED',
    errors,
    analyticsInfo: sealed ? {} : { score: String(score) },
  };
}

/** Measures of the face, and errors for others. */
export async function checkQuality(
  operations: Operations,
  { modalities, face }: ReadCalls['check-quality'],
): Promise<SdkJob> {
  const graded = face && (await operations.gradeQuality({ image: face }));
  const scores = modalities.map((modality) => [
    modality,
    graded !== undefined && modality === FACE
      ? scoreOf(graded)
      : { score: 0, errors: [unsupported(modality)], analyticsInfo: {} },
  ]);
  const answer = sdkAnswer('ok', { scores: Object.fromEntries(scores), analyticsInfo: {} });
  return { ...(graded ?? NOTHING_GRADED), answer };
}

const NOTHING_GRADED = { status: 'SUCCEEDED', errors: [], decision: '0 measures' } as const;

/** The unified quality score of ISO/IEC 29794-5, 0 to 100, and every measure by name. */
function scoreOf({ measurements, errors }: Awaited<ReturnType<Operations['gradeQuality']>>) {
  const unified = measurements.find(({ measure }) => measure === 'UnifiedQualityScore');
  return {
    score: unified?.scalarScore ?? 0,
    errors: errors.map(({ message }) => message),
    analyticsInfo: Object.fromEntries(
      measurements.map(({ measure, scalarScore }) => [measure, String(scalarScore)]),
    ),
  };
}

/** The record with sealed templates in place of face images: MOSIP stores it. */
export async function extractTemplate(
  operations: Operations,
  { faces, consent, record, inXml }: ReadCalls['extract-template'],
  requiresConsent: boolean,
): Promise<SdkJob> {
  if (requiresConsent && consent === undefined)
    return {
      ...{ status: 'SUCCEEDED', errors: [], decision: 'ENROLLMENT_FAILED' },
      answer: sdkAnswer('missing-input', null, 'flags.consent: the client requires consent'),
    };
  const result = await operations.extractTemplates(faces);
  const [error] = result.errors;
  if (error !== undefined) {
    const status = error.errorCode === 'QualityTooLow' ? 'quality-failed' : 'poor-quality';
    return { ...result, answer: sdkAnswer(status, null, error.message) };
  }
  const blocks = result.templates.map((block, i) => ({ block: block!, field: faces[i]!.field }));
  const written = {
    record,
    inXml,
    blocks,
    sealed: true,
    ...(consent !== undefined && { consent }),
  };
  return { ...result, answer: sdkAnswer('ok'), record: written };
}

/** Face records with their images in another format. */
export async function convertFormat(
  { refusal }: Service,
  operations: Operations,
  { record, inXml, faces, as, format }: ReadCalls['convert-format'],
): Promise<WriteTask> {
  const blocks: NewBlock[] = [];
  let size = 0;
  for (const { field, block, image } of faces) {
    const converted = image && (await operations.convertImage({ bytes: image, field }, format));
    size += (converted ?? { bytes: block }).bytes.length;
    if (size > MOST_CONVERTED)
      throw refusal('InvalidArgument', `sample: more than ${MOST_CONVERTED} bytes as ${format}`);
    if (converted === undefined) blocks.push({ field, block });
    else if (as === 'image') blocks.push({ field, block: converted.bytes });
    else blocks.push({ field, block, image: { ...converted, format } });
  }
  return { record, inXml, blocks, sealed: false };
}
