/** Biometric records in MOSIP's JSON: CBEFF, with the names of its Java classes. */
import { type Static, Type } from 'typebox';
import { readBase64 } from '../../base64.ts';
import { maybe } from '../../contract/members.ts';
import { InvalidArgument } from '../../errors.ts';
import type { SubmittedImage } from '../../operations/submitted-image.ts';
import { readFaceRecord } from './face-record.ts';
import { SdkRefusal } from './sdk-status.ts';

export const Modalities = Type.Array(Type.String(), { maxItems: 100 });

/** A biometric information record. Keeps unknown members unchanged. */
export type Bir = Static<typeof Bir>;
const Bir = Type.Object({
  birInfo: maybe(Type.Object({})),
  bdbInfo: maybe(Type.Object({ type: maybe(Modalities) })),
  bdb: maybe(Type.Unknown()),
  others: maybe(Type.Object({})),
});

export type BiometricRecord = Static<typeof BiometricRecord>;
export const BiometricRecord = Type.Object({
  segments: maybe(Type.Array(Bir, { maxItems: 1000 })),
});

/** The only supported modality. */
export const FACE = 'FACE';

/** A segment and its place in the request. */
export interface Segment {
  readonly bir: Bir;
  readonly field: string;
}

const modalityOf = ({ bdbInfo }: Bir): string => bdbInfo?.type?.[0]?.toUpperCase() ?? '';

export const unsupported = (modality: string): string => `Modality ${modality} is not supported.`;

/** The requested modalities, or those of the record if there are none. */
export function modalitiesOf(
  asked: readonly string[] | null | undefined,
  record: BiometricRecord,
): readonly string[] {
  const wanted = asked?.length ? asked : (record.segments ?? []).map(modalityOf);
  return [...new Set(wanted.map((name) => name.toUpperCase()))];
}

/** Segments of faces. */
export const facesOf = (record: BiometricRecord, field: string): readonly Segment[] =>
  (record.segments ?? []).flatMap((bir, i) =>
    modalityOf(bir) === FACE ? [{ bir, field: `${field}.segments[${i}].bdb` }] : [],
  );

/** The segments for an operation on faces only. @throws SdkRefusal other modalities */
export function facesAskedFor(
  asked: readonly string[] | null | undefined,
  record: BiometricRecord,
  name: string,
): readonly Segment[] {
  const other = asked?.find((modality) => modality.toUpperCase() !== FACE);
  if (other !== undefined)
    throw new SdkRefusal('invalid-input', `${name}: ${unsupported(other.toUpperCase())}`);
  const faces = facesOf(record, 'sample');
  if (faces.length === 0) throw new SdkRefusal('not-found');
  return faces;
}

/** @throws SdkRefusal the record is missing, or empty */
export function requireRecord(
  record: BiometricRecord | null | undefined,
  field: string,
): BiometricRecord {
  if (!record?.segments?.length) throw new SdkRefusal('missing-input', field);
  return record;
}

/**
 * The image of a segment's face record. @throws InvalidArgument with the segment; SdkRefusal
 * @param block of the segment
 */
export function imageOf(segment: Segment, block = blockOf(segment)): SubmittedImage {
  const { field } = segment;
  return { bytes: readFaceRecord(block, field).image, field };
}

/** The data block: base64, or Java's list of signed bytes. @throws InvalidArgument; SdkRefusal */
export function blockOf({ bir: { bdb }, field }: Segment): Uint8Array {
  const bytes = typeof bdb === 'string' ? readBase64(bdb) : bytesOfList(bdb);
  if (bytes === undefined)
    throw new InvalidArgument(`${field}: neither base64 nor a list of bytes`);
  if (bytes.length === 0) throw new SdkRefusal('not-found');
  return bytes;
}

/** Bytes as Java writes them. */
export const listOfBytes = (bytes: Uint8Array): number[] => [...new Int8Array(bytes)];

function bytesOfList(list: unknown): Uint8Array | undefined {
  if (list === undefined || list === null) return new Uint8Array();
  if (!Array.isArray(list)) return undefined;
  const bytes = new Uint8Array(list.length);
  // An iterator is too slow for a list of millions.
  for (let i = 0; i < list.length; i++) {
    const value: unknown = list[i];
    if (typeof value !== 'number' || !Number.isInteger(value) || value < -128 || value > 255)
      return undefined;
    bytes[i] = value;
  }
  return bytes;
}
