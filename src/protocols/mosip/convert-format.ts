/** `segment` and `convert-format`: take face records apart, and write them anew. */
import { type Static, Type } from 'typebox';
import { maybe } from '../../contract/members.ts';
import type { TargetFormat } from '../../faces/image/convert.ts';
import { recogniseFormat } from '../../faces/image/format.ts';
import { type Context, type OperationParts, workOf } from '../../operations/context.ts';
import { withFieldOf } from '../../operations/submitted-image.ts';
import {
  BiometricRecord,
  blockOf,
  facesAskedFor,
  imageOf,
  listOfBytes,
  Modalities,
  requireRecord,
  type Segment,
} from './biometric-record.ts';
import { asFaceImageBlock, OF_2011, OF_39794, readFaceRecord, withImage } from './face-record.ts';
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

/** Faces of a call. Each may take a worker for a second. */
const MOST_FACES = 20;
const SOURCES = [OF_2011, OF_39794];

/** What becomes of a face record. A format: of the image in it. */
interface Target {
  readonly as: 'image' | 'record' | 'block';
  readonly format?: TargetFormat;
}
const TARGETS: ReadonlyMap<string, Target> = new Map([
  ['IMAGE/JPEG', { as: 'image', format: 'jpeg' }],
  ['IMAGE/PNG', { as: 'image', format: 'png' }],
  [`${OF_2011}/JPEG`, { as: 'record', format: 'jpeg' }],
  [`${OF_2011}/PNG`, { as: 'record', format: 'png' }],
  [OF_39794, { as: 'block' }],
]);

type ConvertParts = Pick<OperationParts, 'running'>;

/** @throws SdkRefusal; InvalidArgument; Unavailable */
export async function convertFormat(
  parts: ConvertParts,
  context: Context,
  request: Static<typeof ConvertFormatRequest>,
) {
  const sample = requireRecord(request.sample, 'sample');
  const source = request.sourceFormat ?? '';
  if (!SOURCES.some((known) => known === source)) throw expected('sourceFormat', SOURCES);
  const target = TARGETS.get(request.targetFormat?.toUpperCase() ?? '');
  if (target === undefined) throw expected('targetFormat', [...TARGETS.keys()]);
  if (target.as !== 'image' && source !== OF_2011)
    throw new SdkRefusal('invalid-input', `targetFormat: only ${OF_2011} becomes another record`);
  const faces = facesAskedFor(request.modalitiesToConvert, sample, 'modalitiesToConvert');
  if (faces.length > MOST_FACES)
    throw new SdkRefusal('invalid-input', `sample: more than ${MOST_FACES} faces`);
  const segments: object[] = [];
  for (const face of faces) {
    const block = await convert(parts, context, { face, source, target });
    // The signature is over the block that was.
    segments.push({ ...face.bir, bdb: listOfBytes(block), sb: null, sbInfo: null });
  }
  return sdkAnswer('ok', { ...sample, segments });
}

const expected = (member: string, names: readonly string[]) =>
  new SdkRefusal('invalid-input', `${member}: expected ${names.join(' or ')}`);

interface Conversion {
  readonly face: Segment;
  readonly source: string;
  readonly target: Target;
}

async function convert(
  { running }: ConvertParts,
  context: Context,
  { face, source, target: { as, format } }: Conversion,
): Promise<Uint8Array> {
  const { field } = face;
  const block = blockOf(face);
  const { kind, image } = readFaceRecord(block, field);
  if (kind !== source) throw new SdkRefusal('invalid-input', `${field}: is of ${kind}`);
  if (format === undefined) return asFaceImageBlock(block, field);
  if (recogniseFormat(image) === format) return as === 'image' ? image : block;
  const converted = await running
    .current()
    .engine.convertImage(image, format, workOf(context))
    .catch(withFieldOf({ field }));
  return as === 'image' ? converted.bytes : withImage(block, field, { ...converted, format });
}
