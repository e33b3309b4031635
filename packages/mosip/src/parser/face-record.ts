/** Face image records, MOSIP's biometric data blocks: ISO/IEC 19794-5:2011 and 39794-5. */
import {
  type BlockImageFormat,
  isFaceImageBlock,
  portraitsOfBlock,
  writeFaceImageBlock,
} from './face-image-block.ts';
import { BadBlock } from './refusals.ts';
import type { NewBlock } from './write-record.ts';

/** The names by which `convert-format` knows them. */
export const [OF_2011, OF_39794] = ['ISO19794_5_2011', 'ISO39794_5_2019'] as const;

interface FaceRecord {
  readonly kind: typeof OF_2011 | typeof OF_39794;
  /** The encoded image. */
  readonly image: Uint8Array;
}

const MAGIC = Buffer.from('FAC\x00030\x00', 'latin1');
const GENERAL_HEADER = 17;
/** Bytes of a representation: length, capture time, capture device; the count of qualities. */
const CAPTURE_BYTES = 4 + 9 + 1 + 2 + 2;
const QUALITY_BYTES = 5;
/** Bytes of the facial information, which begins with the number of landmarks. */
const FACIAL_BYTES = 17;
const LANDMARK_BYTES = 8;
/** Bytes of the image information: type, data format, width, height, and five more. */
const IMAGE_BYTES = 11;
/** Data formats of 19794-5:2011. */
const FORMATS = ['jpeg', 'jpeg2000-lossy', 'jpeg2000-lossless', 'png'] as const;

/** The record of one face. @throws BadBlock with the field */
export function readFaceRecord(bytes: Uint8Array, field: string): FaceRecord {
  if (!isFaceImageBlock(bytes)) {
    const { record, data, length } = layoutOf(bytes, field);
    return { kind: OF_2011, image: record.subarray(data, data + length) };
  }
  try {
    const [image, ...others] = portraitsOfBlock(bytes);
    if (image === undefined || others.length > 0)
      throw new BadBlock('one face is expected in the record');
    return { kind: OF_39794, image };
  } catch (error) {
    throw error instanceof BadBlock ? new BadBlock(`${field}: ${error.message}`) : error;
  }
}

/** Where the image of a record of 19794-5:2011 lies. @throws BadBlock with the field */
function layoutOf(bytes: Uint8Array, field: string) {
  const refuse = (problem: string) => new BadBlock(`${field}: ${problem}`);
  const record = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  const take = (offset: number, length: number) => {
    if (offset + length > record.length) throw refuse('the face record is cut off');
    return offset;
  };
  if (!record.subarray(0, MAGIC.length).equals(MAGIC))
    throw refuse('not a face image record of ISO/IEC 19794-5:2011 or 39794-5');
  take(0, GENERAL_HEADER);
  if (record.readUInt32BE(8) !== record.length)
    throw refuse(`the face record says ${record.readUInt32BE(8)} bytes and has ${record.length}`);
  const faces = record.readUInt16BE(12);
  if (faces !== 1) throw refuse(`one face is expected, the record has ${faces}`);
  if (record[14] !== 0) throw refuse('the face record has a certification block');

  const qualities = take(GENERAL_HEADER + CAPTURE_BYTES, 1);
  const facial = qualities + 1 + QUALITY_BYTES * record[qualities]!;
  take(facial, FACIAL_BYTES);
  const about = facial + FACIAL_BYTES + LANDMARK_BYTES * record.readUInt16BE(facial);
  take(about, IMAGE_BYTES + 4);
  const data = about + IMAGE_BYTES + 4;
  const length = record.readUInt32BE(data - 4);
  take(data, length);
  return { record, about, data, length };
}

/** The same record of 19794-5:2011 with another image. @throws BadBlock with the field */
export function withImage(
  bytes: Uint8Array,
  field: string,
  image: NonNullable<NewBlock['image']>,
): Buffer {
  const { record, about, data, length } = layoutOf(bytes, field);
  const before = Buffer.from(record.subarray(0, data));
  before[about + 1] = FORMATS.indexOf(image.format);
  before.writeUInt16BE(image.width, about + 2);
  before.writeUInt16BE(image.height, about + 4);
  before.writeUInt32BE(image.bytes.length, data - 4);
  const behind = record.subarray(data + length);
  const total = before.length + image.bytes.length + behind.length;
  before.writeUInt32BE(total, 8);
  before.writeUInt32BE(total - GENERAL_HEADER, GENERAL_HEADER);
  return Buffer.concat([before, image.bytes, behind]);
}

/**
 * The unchanged image of a record of 19794-5:2011 in a block of 39794-5.
 * @throws BadBlock with the field: neither JPEG nor JPEG 2000
 */
export function asFaceImageBlock(bytes: Uint8Array, field: string): Buffer {
  const { record, about, data, length } = layoutOf(bytes, field);
  const image = record.subarray(data, data + length);
  const declared = FORMATS[record[about + 1]!];
  const format = formatOf(image, declared);
  if (format === undefined) throw new BadBlock(`${field}: the image in it is no JPEG or JPEG 2000`);
  return writeFaceImageBlock(image, format);
}

/** A file of boxes, and the bare codestream. */
const JPEG_2000 = ['\0\0\0\fjP  \r\n\x87\n', '\xff\x4f\xff\x51'];

/** Only the record says whether its JPEG 2000 lost anything. */
function formatOf(image: Uint8Array, declared: string | undefined): BlockImageFormat | undefined {
  const start = Buffer.from(image.subarray(0, 12)).toString('latin1');
  if (start.startsWith('\xff\xd8\xff')) return 'jpeg';
  if (!JPEG_2000.some((signature) => start.startsWith(signature))) return undefined;
  return declared === 'jpeg2000-lossless' ? 'jpeg2000-lossless' : 'jpeg2000-lossy';
}
