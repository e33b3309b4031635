/** `segment` and `convert-format`: take face records apart, without analysing images. */
import { type Static, Type } from 'typebox';
import { maybe } from '../../contract/members.ts';
import { recogniseFormat } from '../../faces/image/format.ts';
import {
  BiometricRecord,
  facesAskedFor,
  imageOf,
  listOfBytes,
  Modalities,
  requireRecord,
} from './biometric-record.ts';
import { SdkRefusal, sdkAnswer } from './sdk-status.ts';

export const SegmentRequest = Type.Object({
  sample: maybe(BiometricRecord),
  modalitiesToSegment: maybe(Modalities),
});

/** The face segments. Each already holds one face. @throws SdkRefusal; InvalidArgument */
export function segment(request: Static<typeof SegmentRequest>) {
  const sample = requireRecord(request.sample, 'sample');
  const faces = facesAskedFor(request.modalitiesToSegment, sample, 'modalitiesToSegment');
  for (const face of faces) imageOf(face);
  return sdkAnswer('ok', { ...sample, segments: faces.map(({ bir }) => bir) });
}

export const ConvertFormatRequest = Type.Object({
  sample: maybe(BiometricRecord),
  sourceFormat: maybe(Type.String()),
  targetFormat: maybe(Type.String()),
  modalitiesToConvert: maybe(Modalities),
});

const SOURCE = 'ISO19794_5_2011';
const TARGETS: Readonly<Record<string, string>> = { 'IMAGE/JPEG': 'jpeg', 'IMAGE/PNG': 'png' };

/** The unchanged images of face records. @throws SdkRefusal; InvalidArgument */
export function convertFormat(request: Static<typeof ConvertFormatRequest>) {
  const sample = requireRecord(request.sample, 'sample');
  const { sourceFormat, targetFormat = '' } = request;
  if (sourceFormat !== SOURCE)
    throw new SdkRefusal('invalid-input', `sourceFormat: expected ${SOURCE}`);
  const wanted = TARGETS[targetFormat?.toUpperCase() ?? ''];
  if (wanted === undefined)
    throw new SdkRefusal(
      'invalid-input',
      `targetFormat: expected ${Object.keys(TARGETS).join(' or ')}`,
    );
  const faces = facesAskedFor(request.modalitiesToConvert, sample, 'modalitiesToConvert');
  const segments = faces.map((face) => {
    const { bytes, field } = imageOf(face);
    if (recogniseFormat(bytes) !== wanted)
      throw new SdkRefusal('invalid-input', `${field}: the image in it is no ${targetFormat}`);
    return { ...face.bir, bdb: listOfBytes(bytes) };
  });
  return sdkAnswer('ok', { ...sample, segments });
}
