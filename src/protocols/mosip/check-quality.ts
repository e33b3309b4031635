/** `check-quality`: the unified quality score of ISO/IEC 29794-5, 0 to 100. */
import { type Static, Type } from 'typebox';
import { maybe } from '../../contract/members.ts';
import type { Context, OperationParts } from '../../operations/context.ts';
import { type GradeQualityResult, gradeQuality } from '../../operations/quality/grade-quality.ts';
import {
  BiometricRecord,
  FACE,
  facesOf,
  imageOf,
  Modalities,
  modalitiesOf,
  requireRecord,
  unsupported,
} from './biometric-record.ts';
import { SdkRefusal, type SdkResult, sdkAnswer } from './sdk-status.ts';

export const CheckQualityRequest = Type.Object({
  sample: maybe(BiometricRecord),
  modalitiesToCheck: maybe(Modalities),
});

/** Measures of the face, and errors for others. @throws SdkRefusal; as `gradeQuality` */
export async function checkQuality(
  parts: OperationParts,
  context: Context,
  request: Static<typeof CheckQualityRequest>,
): Promise<SdkResult> {
  const sample = requireRecord(request.sample, 'sample');
  const modalities = modalitiesOf(request.modalitiesToCheck, sample);
  const graded = modalities.includes(FACE) ? await grade(parts, context, sample) : undefined;
  const scores = modalities.map((modality) => [
    modality,
    graded !== undefined && modality === FACE
      ? scoreOf(graded)
      : { score: 0, errors: [unsupported(modality)], analyticsInfo: {} },
  ]);
  const answer = { scores: Object.fromEntries(scores), analyticsInfo: {} };
  return { ...(graded ?? NOTHING_GRADED), answer: sdkAnswer('ok', answer) };
}

const NOTHING_GRADED = { status: 'SUCCEEDED', errors: [], decision: '0 measures' } as const;

function grade(
  parts: OperationParts,
  context: Context,
  sample: BiometricRecord,
): Promise<GradeQualityResult> {
  const [face, ...more] = facesOf(sample, 'sample');
  if (face === undefined) throw new SdkRefusal('not-found');
  if (more.length > 0) throw new SdkRefusal('invalid-input', 'sample: one face is expected');
  return gradeQuality(parts, context, { image: imageOf(face) });
}

/** The unified quality score, and every measure by name. */
function scoreOf({ measurements, errors }: GradeQualityResult) {
  const unified = measurements.find(({ measure }) => measure === 'UnifiedQualityScore');
  return {
    score: unified?.scalarScore ?? 0,
    errors: errors.map(({ message }) => message),
    analyticsInfo: Object.fromEntries(
      measurements.map(({ measure, scalarScore }) => [measure, String(scalarScore)]),
    ),
  };
}
