/** `extract-template`: MOSIP stores the result, so templates leave this service sealed. */
import { type Static, Type } from 'typebox';
import { maybe } from '../../contract/members.ts';
import type { Context, OperationParts } from '../../operations/context.ts';
import { extractFeatures } from '../../operations/face/extract-features.ts';
import type { PortableTemplates } from '../../templates/portable-template.ts';
import {
  BiometricRecord,
  type Bir,
  facesAskedFor,
  imageOf,
  listOfBytes,
  Modalities,
  requireRecord,
} from './biometric-record.ts';
import { SdkRefusal, type SdkResult, sdkAnswer } from './sdk-status.ts';

export const ExtractTemplateRequest = Type.Object({
  sample: maybe(BiometricRecord),
  modalitiesToExtract: maybe(Modalities),
  flags: maybe(Type.Object({ consent: maybe(Type.String({ minLength: 1, maxLength: 256 })) })),
});

/** The record with templates in place of face images. @throws SdkRefusal; as `extractFeatures` */
export async function extractTemplate(
  parts: OperationParts,
  templates: PortableTemplates,
  context: Context,
  request: Static<typeof ExtractTemplateRequest>,
): Promise<SdkResult> {
  const sample = requireRecord(request.sample, 'sample');
  const faces = facesAskedFor(request.modalitiesToExtract, sample, 'modalitiesToExtract');
  const consent = request.flags?.consent ?? undefined;
  if (context.client.settings.requireConsent && consent === undefined)
    throw new SdkRefusal('missing-input', 'flags.consent: the client requires consent');
  const result = await extractFeatures(
    parts,
    context,
    faces.map((face) => imageOf(face)),
  );
  const { features, encoderVersion, errors } = result;
  const [error] = errors;
  if (error !== undefined) return { ...result, answer: refusalBy(error.errorCode, error.message) };
  const segments = faces.map(({ bir }, i) => {
    const template = { encoderVersion, features: features[i]! };
    return templateRecord(bir, templates.seal(context.client, template), consent);
  });
  return { ...result, answer: sdkAnswer('ok', { ...sample, segments }) };
}

const refusalBy = (code: string, message: string) =>
  new SdkRefusal(code === 'QualityTooLow' ? 'quality-failed' : 'poor-quality', message).answer;

/** Drops all copies of the image, and the signature over it. Keeps the reference to a consent. */
const templateRecord = (bir: Bir, template: Uint8Array, consent: string | undefined) => ({
  ...bir,
  ...(consent !== undefined && { others: { ...bir.others, consent } }),
  birInfo: { ...bir.birInfo, payload: null },
  bdbInfo: {
    ...bir.bdbInfo,
    // A number, as ISO/IEC 19785-1 has it: the version of `portable-template.ts`.
    format: { organization: 'Prosopon', type: '1' },
    encryption: true,
    level: 'PROCESSED',
  },
  bdb: listOfBytes(template),
  sb: null,
  sbInfo: null,
});
