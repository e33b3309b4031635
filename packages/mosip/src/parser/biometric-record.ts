/** Biometric records in MOSIP's JSON: CBEFF, with the names of its Java classes. */
import { base64Bytes } from './base64.ts';
import { readCbeff } from './cbeff/read-cbeff.ts';
import { readFaceRecord } from './face-record.ts';
import { listOf, type Members, objectOf, textOf } from './members.ts';
import { BadBlock, SdkRefusal, Unreadable } from './refusals.ts';

const MOST_SEGMENTS = 1000;
/** MOSIP knows sixteen. */
const MOST_MODALITIES = 20;
const MOST_TYPES = 100;
/** Files of CBEFF XML in a call. */
const MOST_FILES = 20;

/** A biometric information record. Keeps unknown members unchanged. */
export type Bir = Members & { readonly bdbInfo?: { readonly type?: readonly string[] } | null };

export interface BiometricRecord {
  /** With its other members unchanged. */
  readonly about: Members;
  readonly segments: readonly Bir[];
  /** It came as a file of CBEFF XML. */
  readonly inXml: boolean;
}

/** The only supported modality. */
export const FACE = 'FACE';

/** A segment and its place in the request. */
export interface Segment {
  readonly bir: Bir;
  readonly field: string;
}

/** Reads records of one call, which share a limit on files. */
export function createRecordReader() {
  let files = 0;
  /** @throws Unreadable */
  return (value: unknown, field: string): BiometricRecord | undefined => {
    const inXml = typeof value === 'string';
    if (inXml && ++files > MOST_FILES)
      throw new Unreadable(`${field}: more than ${MOST_FILES} files of CBEFF XML`);
    const record = inXml ? xmlRecord(value, field) : objectOf(value, field);
    if (record === undefined) return undefined;
    const { segments, ...about } = record;
    const birs = listOf(segments, `${field}.segments`, MOST_SEGMENTS) ?? [];
    return {
      about,
      segments: birs.map((bir, i) => birOf(bir, `${field}.segments[${i}]`)),
      inXml,
    };
  };
}

function xmlRecord(file: string, field: string): Members {
  const bytes = base64Bytes(file);
  if (bytes === undefined) throw new Unreadable(`${field}: not base64`);
  return readCbeff(bytes, field);
}

function birOf(value: unknown, field: string): Bir {
  const bir = objectOf(value, field);
  if (bir === undefined) throw new Unreadable(`${field}: expected an object`);
  objectOf(bir.birInfo, `${field}.birInfo`);
  objectOf(bir.others, `${field}.others`);
  const about = objectOf(bir.bdbInfo, `${field}.bdbInfo`);
  for (const [i, type] of (
    listOf(about?.type, `${field}.bdbInfo.type`, MOST_TYPES) ?? []
  ).entries())
    if (textOf(type, `${field}.bdbInfo.type[${i}]`) === undefined)
      throw new Unreadable(`${field}.bdbInfo.type[${i}]: expected a text`);
  return bir as Bir;
}

const modalityOf = ({ bdbInfo }: Bir): string => bdbInfo?.type?.[0]?.toUpperCase() ?? '';

const unsupported = (modality: string): string => `Modality ${modality} is not supported.`;

/** The modalities that a call names. @throws Unreadable */
export function readModalities(value: unknown, field: string): readonly string[] {
  const named = listOf(value, field, MOST_MODALITIES) ?? [];
  return named.map((name, i) => (textOf(name, `${field}[${i}]`) ?? '').toUpperCase());
}

/** The requested modalities, or those of the record if there are none. @throws SdkRefusal too many */
export function modalitiesOf(
  asked: readonly string[],
  { segments }: BiometricRecord,
): readonly string[] {
  const modalities = [...new Set(asked.length > 0 ? asked : segments.map(modalityOf))];
  if (modalities.length > MOST_MODALITIES)
    throw new SdkRefusal('invalid-input', `sample: more than ${MOST_MODALITIES} modalities`);
  return modalities;
}

/** Segments of faces. */
export const facesOf = ({ segments }: BiometricRecord, field: string): readonly Segment[] =>
  segments.flatMap((bir, i) =>
    modalityOf(bir) === FACE ? [{ bir, field: `${field}.segments[${i}].bdb` }] : [],
  );

/** The segments for an operation on faces only. @throws SdkRefusal other modalities */
export function facesAskedFor(
  asked: readonly string[],
  record: BiometricRecord,
  name: string,
): readonly Segment[] {
  const other = asked.find((modality) => modality !== FACE);
  if (other !== undefined) throw new SdkRefusal('invalid-input', `${name}: ${unsupported(other)}`);
  const faces = facesOf(record, 'sample');
  if (faces.length === 0) throw new SdkRefusal('not-found');
  return faces;
}

/** @throws SdkRefusal the record is missing, or empty */
export function requireRecord(record: BiometricRecord | undefined, field: string): BiometricRecord {
  if (record === undefined || record.segments.length === 0)
    throw new SdkRefusal('missing-input', field);
  return record;
}

/** The image of a segment's face record. @throws BadBlock with the segment; SdkRefusal */
export function imageOf(segment: Segment, block = blockOf(segment)) {
  const { field } = segment;
  return { bytes: readFaceRecord(block, field).image, field };
}

/** The data block: base64, or Java's list of signed bytes. @throws BadBlock; SdkRefusal */
export function blockOf({ bir: { bdb }, field }: Segment): Uint8Array {
  const bytes = typeof bdb === 'string' ? base64Bytes(bdb) : bytesOfList(bdb);
  if (bytes === undefined) throw new BadBlock(`${field}: neither base64 nor a list of bytes`);
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
