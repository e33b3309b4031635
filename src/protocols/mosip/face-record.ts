/** Face image records of ISO/IEC 19794-5:2011, MOSIP's biometric data block for faces. */
import { InvalidArgument } from '../../errors.ts';

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

/** The encoded image of a record with one face. @throws InvalidArgument with the field */
export function readFaceRecord(bytes: Uint8Array, field: string): Uint8Array {
  const refuse = (problem: string) => new InvalidArgument(`${field}: ${problem}`);
  const record = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  const take = (offset: number, length: number) => {
    if (offset + length > record.length) throw refuse('the face record is cut off');
    return offset;
  };
  if (!record.subarray(0, MAGIC.length).equals(MAGIC))
    throw refuse('not a face image record of ISO/IEC 19794-5:2011');
  take(0, GENERAL_HEADER);
  if (record.readUInt32BE(8) !== record.length)
    throw refuse(`the face record says ${record.readUInt32BE(8)} bytes and has ${record.length}`);
  const faces = record.readUInt16BE(12);
  if (faces !== 1) throw refuse(`one face is expected, the record has ${faces}`);
  if (record[14] !== 0) throw refuse('the face record has a certification block');

  const qualities = take(GENERAL_HEADER + CAPTURE_BYTES, 1);
  const facial = qualities + 1 + QUALITY_BYTES * record[qualities]!;
  take(facial, FACIAL_BYTES);
  const image = facial + FACIAL_BYTES + LANDMARK_BYTES * record.readUInt16BE(facial);
  take(image, IMAGE_BYTES + 4);
  const data = image + IMAGE_BYTES + 4;
  const length = record.readUInt32BE(data - 4);
  take(data, length);
  return record.subarray(data, data + length);
}
